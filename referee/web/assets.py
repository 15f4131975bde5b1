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
    """The address of a static file; another version of the file has another one."""
    assert current_app.static_folder is not None
    return address(current_app.static_folder, name, request.script_root)


@cache
def address(folder: str, name: str, _root: str) -> str:
    """Looked up once: a page names some dozens."""
    version = hashlib.sha256((Path(folder) / name).read_bytes()).hexdigest()[:12]
    return url_for("static", filename=name, v=version)


def inline(name: str) -> str:
    """A small picture as an address that holds it: one request less on the first load."""
    folder = current_app.static_folder
    assert folder is not None
    return "data:image/svg+xml," + quote((Path(folder) / name).read_text("utf-8"), safe=" /:='.,")


# A file that never changes is not asked about again, and the server says the date by itself.
NEEDLESS = ("ETag", "Last-Modified", "Expires", "Date", "Accept-Ranges", "Content-Disposition")


def keep_for_good(response: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
        response.cache_control.immutable = True
        response.cache_control.public = True
        for name in NEEDLESS:
            response.headers.pop(name, None)
    return response
