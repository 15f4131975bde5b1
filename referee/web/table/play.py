"""The table: play, answer, undo, score sheet, an earlier hand, the record hand by hand."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.engine import Said
from referee.store import Match
from referee.web.guard import my_seat
from referee.web.request import page, the_store
from referee.web.screens import screen_of

pages = Blueprint("matches", __name__)


@pages.get("/t/<id>")
def play(id: str) -> Response:
    """The table now: the question, the score of the hand, or the end of the match."""
    return show(the_store().load(id))


def show(
    match: Match,
    status: int = 200,
    problem: Said | None = None,
    rule: str = "",
    duel: tuple[int, str, str] | None = None,
) -> Response:
    """The table screen, with what went wrong on top where something did.

    `duel` is the answer of a phone that was late, to be made the correction if it likes."""
    screen = screen_of(match)
    return page(
        "table/play.html", "table/_play.html", status, screen=screen, say=screen.voice,
        problem=problem, rule=rule, duel=duelled(match, duel), me=my_seat(),
        live=f"/live/{match.id}?seen={match.version}",
    )  # fmt: skip


def duelled(match: Match, answer: tuple[int, str, str] | None) -> dict[str, object] | None:
    """What a late phone said, to be kept out or made the correction; None where it cannot be."""
    if answer is None or answer[0] >= len(match.sheet.rows):
        return None
    hand, key, value = answer
    question = match.sheet.rows[hand].hand.questions().get(key)
    if question is None or value not in question.legal:
        return None
    return {"hand": hand, "answer": f"{key}={value}", "said": question.said(value)}
