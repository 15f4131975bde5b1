"""A match is deleted, after a look at what goes with it."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from referee.store import Match
from referee.web.live import the_hub
from referee.web.request import page, see, the_store
from referee.web.screens import screen_of

pages = Blueprint("keeping", __name__)


@pages.get("/t/<id>/delete")
def match(id: str) -> Response:
    """What goes if this match is deleted."""
    found: Match = the_store().load(id)
    screen = screen_of(found)
    return page(
        "match/delete.html", "match/delete.html", screen=screen, say=screen.voice,
        copies=the_store().keeping.copies(),
    )  # fmt: skip


@pages.post("/t/<id>/delete")
def delete_match(id: str) -> Response:
    """The match goes with all that was counted of it; open phones are told."""
    clean = the_store().keeping.delete_match(id)
    the_hub().end(id)
    return gone(clean, url_for("history.matches"))


def gone(clean: bool, address: str) -> Response:
    """Go on, or to where it says that the file is not clean yet."""
    return see(address if clean else url_for("keeping.data", clean="no"))
