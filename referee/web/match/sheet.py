"""A match to look at: the big screen, the score sheet, the record hand by hand."""

from __future__ import annotations

from flask import Response, render_template

from referee.web.request import page, the_store
from referee.web.screens import screen_of, voice_of
from referee.web.table import pages


@pages.get("/t/<id>/tv")
def tv(id: str) -> Response:
    """The table for the whole room: nothing to press."""
    match = the_store().load(id)
    screen = screen_of(match)
    return page(
        "match/tv.html", "match/_tv.html", screen=screen, say=screen.voice,
        live=f"/live/{id}?view=tv&seen={match.version}",
    )  # fmt: skip


@pages.get("/t/<id>/sheet")
def sheet(id: str) -> str:
    """The score sheet: hands down, sides across."""
    screen = screen_of(the_store().load(id))
    return render_template("match/sheet.html", screen=screen, say=screen.voice, voice_of=voice_of)


@pages.get("/t/<id>/hands")
def hands(id: str) -> str:
    """The record: every hand with its answers, lines and reasons."""
    screen = screen_of(the_store().load(id))
    return render_template("match/hands.html", screen=screen, say=screen.voice, voice_of=voice_of)
