"""An answer of Flask's that saves nothing, asks nothing, draws nothing and has no rights."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, request

# What the pages of a table took when the floor was laid: Pitch for four with every bid, half-way
# through a match.  They stay as they are, so that later figures can be compared with older ones.
FRAGMENT = "\n".join(["x" * 106] * 40)  # 4,279 bytes
MESSAGE = "\n".join(["x" * 93] * 40)  # 4,000 bytes on the wire

Publish = Callable[[str, int, str], None]


def application(publish: Publish) -> Flask:
    """Takes the form that a table's answer takes; `publish` is given table, version and text."""
    app = Flask("floor")

    @app.post("/t/<table>/answer")
    def answer(table: str) -> str:
        publish(table, int(request.form["seen"]) + 1, MESSAGE)
        return FRAGMENT

    return app


def nobody(table: str, version: int, text: str) -> None:
    """Publishes to nobody: for a floor that is asked within the process."""
