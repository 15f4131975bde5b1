"""Why the server cannot start."""

from __future__ import annotations


class ServeError(Exception):
    """The server cannot start; the text is one line."""
