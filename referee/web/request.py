"""What every page does with its request: the store, the fields of a form, a page or its fragment.

Only `request.htmx` as a truth value is taken from htmx-flask: it knows the headers of htmx 2.
"""

from __future__ import annotations

from typing import cast

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)
from htmx_flask import Htmx

from referee.store import Store


def the_store() -> Store:
    store: Store = current_app.extensions["store"]
    return store


# -- a page, or the part of it that is wanted ----------------------------------------------------


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


# -- the fields of a form --------------------------------------------------------------------------


def parted(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        abort(400)
    return key, value


def intent(what: str) -> str:
    """What a tap on this screen means: phones share a screen's uid, but may tap different things.

    One without a uid is an intent of its own each time."""
    uid = request.form.get("uid", "")[:64]
    return f"{uid}:{what}" if uid else ""


def whole(name: str) -> int:
    """A whole number of the form, in ASCII digits; anything else is a bad request."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        abort(400)
    return int(text)


def typed(name: str) -> str:
    """A text of the form as the store writes it: browsers send CRLF for the end of a line."""
    return request.form.get(name, "").replace("\r\n", "\n")
