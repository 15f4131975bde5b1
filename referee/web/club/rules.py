"""The rules: of a game by default, or as one match plays it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template

from referee.engine import (
    AnyGame,
    Ranks,
    Reason,
    Refusal,
    Said,
    agreed,
    house_rules,
)
from referee.games import GAMES
from referee.store import Match
from referee.web.request import the_store
from referee.web.screens import voice_of
from referee.web.words import Voice

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def games() -> str:
    """The games whose rules are here."""
    return render_template("club/rules/games.html", games=GAMES)


@pages.get("/rules/<name>")
def of_game(name: str) -> str:
    """A game's numbered rules and the house rules that it starts with."""
    kind = GAMES.get(name) or abort(404)
    return show(kind(), None)


@pages.get("/t/<id>/rules")
def of_match(id: str) -> str:
    """The rules as this match plays them."""
    store = the_store()
    match = store.load(id)
    return show(match.sheet.game, id, now(match))


@dataclass(frozen=True)
class Now:
    """What the table may ask about the hand that is played."""

    say: Voice
    needs: tuple[Reason, ...]
    refused: list[tuple[Said, Refusal]]
    ranks: Ranks


def now(match: Match) -> Now:
    """The needs of the sides, why an answer is not offered, and what beats what."""
    sheet, row = match.sheet, match.sheet.now
    public = row.hand.public()
    needs = sheet.game.needs(row.table, public) if sheet.outcome is None else ()
    refused: list[tuple[Said, Refusal]] = [
        (question.name(value), refusal)
        for question in row.hand.open
        for value, refusal in question.refusals.items()
    ]
    return Now(voice_of(match, row), needs, refused[:12], sheet.game.ranks(public.trump))


def show(game: AnyGame, match: str | None, now: Now | None = None) -> str:
    known = house_rules(game)
    chosen = {name: known[name].label(value) for name, value in agreed(game).items()}
    changed = {name for name, value in agreed(game).items() if value != known[name].default}
    return render_template(
        "club/rules/game.html", game=game, house=known, chosen=chosen, changed=changed, match=match,
        now=now, say=Voice((), ()),
    )  # fmt: skip
