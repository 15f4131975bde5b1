"""Static files: addressed by their content, so that phones may keep them for good."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, current_app, request, url_for

A_YEAR = 365 * 24 * 3600  # seconds


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(asset=asset, inline=inline)
    app.after_request(keep_for_good)


def asset(name: str) -> str:
    """The address of a static file; it changes whenever the file does."""
    folder = current_app.static_folder
    assert folder is not None
    path = Path(folder) / name
    return address(name, digest(path, path.stat().st_mtime_ns), request.script_root)


@cache
def address(name: str, version: str, _root: str) -> str:
    """Building an address takes longer than looking it up, and a page names some dozens."""
    return url_for("static", filename=name, v=version)


def inline(name: str) -> str:
    """A small picture as an address that holds it: one request less on the first load."""
    folder = current_app.static_folder
    assert folder is not None
    return "data:image/svg+xml," + quote((Path(folder) / name).read_text("utf-8"), safe=" /:='.,")


@cache
def digest(path: Path, changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


# A file that never changes is not asked about again, and the server says the date by itself.
NEEDLESS = ("ETag", "Last-Modified", "Expires", "Date", "Accept-Ranges", "Content-Disposition")


def keep_for_good(response: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
        response.cache_control.immutable = True
        response.cache_control.public = True
        for name in NEEDLESS:
            response.headers.pop(name, None)
    return response
