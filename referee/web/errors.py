"""Error pages: one shape for all, in words, with nothing lost."""

from __future__ import annotations

import logging
import secrets

from flask import Flask, Response, g, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from referee.engine import HouseRuleError, IllegalAnswer, Message, NothingToUndo, StaleQuestion, msg
from referee.store import Busy, NotFound, NotSaved, Refused, TooMuch
from referee.web.join import door
from referee.web.words import Voice

log = logging.getLogger(__name__)

WORDS: dict[int, Message] = {
    400: msg("That request makes no sense here."),
    403: msg("This phone may not do that, or the request did not come from our pages."),
    429: msg("Too many wrong codes. Wait ten minutes, or scan the code instead."),
    404: msg("There is nothing at this address."),
    405: msg("That cannot be done at this address."),
    413: msg("That is too much at once."),
    503: msg("Not saved. The server is busy or its disk is full: try again."),
}


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(NotFound, lambda error: not_here())
    app.register_error_handler(TooMuch, lambda error: shown(413, error.text))
    app.register_error_handler(Refused, lambda error: shown(422, error.text))
    app.register_error_handler(HouseRuleError, lambda error: shown(422, error.text))
    app.register_error_handler(IllegalAnswer, illegal)
    app.register_error_handler(StaleQuestion, lambda error: shown(409, STALE))
    app.register_error_handler(NothingToUndo, lambda error: shown(409, STALE))
    app.register_error_handler(Busy, lambda error: shown(503))
    app.register_error_handler(NotSaved, lambda error: shown(503))
    app.register_error_handler(Exception, bug)


NOT_FOR_THIS_PHONE = msg("There is nothing here for this phone. Join the table first.")
STALE = msg("That question is no longer open. Look at the table again.")


def http_error(error: HTTPException) -> Response:
    return not_here() if error.code == 404 else shown(error.code or 500)


def not_here() -> Response:
    """No such page; a phone that is nowhere yet is shown how to join instead."""
    if request.endpoint != "static" and g.get("device") is None and g.get("access") is None:
        return door(404, NOT_FOR_THIS_PHONE)
    return shown(404)


def illegal(error: IllegalAnswer) -> Response:
    return shown(422, error.refusal.text, error.refusal.rule)


def bug(error: Exception) -> Response:
    """A fault of ours: logged with an id that the page shows."""
    id = secrets.token_hex(4)
    log.error("error %s at %s", id, request.url_rule, exc_info=error)
    return shown(500, msg("Something went wrong here (%(id)s). What was saved is safe.", id=id))


def shown(status: int, text: Message | None = None, rule: str = "") -> Response:
    said = text or WORDS.get(status) or msg("Something went wrong (%(n)s).", n=status)
    html = render_template("error.html", say=Voice((), ()), problem=said, rule=rule, status=status)
    return make_response(html, status)
