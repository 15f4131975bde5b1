"""htmx as this app uses it: which part of a page is wanted, and answers that serve both.

Only `request.htmx` as a truth value is taken from htmx-flask: it knows the headers of htmx 2.
"""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, make_response, redirect, render_template, request
from htmx_flask import Htmx


def init_app(app: Flask) -> None:
    Htmx(app)


def wants_fragment() -> bool:
    """Whether only a part of the page will be swapped in."""
    restoring = request.headers.get("HX-History-Restore-Request") == "true"
    return bool(getattr(request, "htmx", False)) and not restoring


def page(name: str, fragment: str, status: int = 200, **values: object) -> Response:
    """The page, or for htmx its fragment alone: the same template serves both."""
    response = as_fragment(render_template(fragment if wants_fragment() else name, **values))
    response.status_code = status
    return response


def as_fragment(html: str) -> Response:
    """The answer of an address that serves a page or its fragment."""
    response = make_response(html)
    response.vary.add("HX-Request")
    return response


def see(address: str) -> Response:
    """Go and look there (303), so that reloading does not send the form again."""
    if wants_fragment():
        response = make_response("", 204)
        response.headers["HX-Redirect"] = address
        return response
    return cast(Response, redirect(address, 303))
