"""History: every match, newest first, found by game, player, day and words."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, Response, request

from referee.engine.message import Said, msg
from referee.games import GAMES
from referee.store import Page, TooMuch
from referee.web.current import the_store
from referee.web.htmx import page

pages = Blueprint("history", __name__)
FILTERS = ("game", "player", "partner", "from", "to", "open", "q")


@pages.get("/history")
def matches() -> Response:
    """A page of the matches that are wanted; `before` is where the last page ended."""
    wanted = {name: text for name in FILTERS if (text := request.args.get(name, "").strip()[:200])}
    if wanted.get("game") not in GAMES:
        wanted.pop("game", None)
    player, partner = wanted.get("player"), wanted.get("partner")
    if player is None or partner == player:
        player, partner = player or partner, None
    store = the_store()
    problem: Said | None = None
    try:
        found = store.history(
            request.args.get("before"), wanted.get("game"), player=player, partner=partner,
            first=day(wanted.get("from")), last=day(wanted.get("to")),
            finished="open" not in wanted, text=wanted.get("q", ""),
        )  # fmt: skip
    except ValueError:
        problem = msg("A day is written like 2026-11-30.")
    except TooMuch as error:
        problem = error.text
    if problem is not None:
        found = Page([], None)
    return page(
        "history.html", "history.html", 422 if problem else 200, found=found, games=GAMES,
        wanted=wanted, players=store.players(), problem=problem,
    )  # fmt: skip


def day(text: str | None) -> date | None:
    """Raises ValueError."""
    return None if text is None else date.fromisoformat(text)
