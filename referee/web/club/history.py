"""History: every match, found by game, player, partner, days, or a word; newest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, request

from referee.engine import Message
from referee.games import GAMES
from referee.store import NotFound, Page, PlayerRow, TooMuch
from referee.web.club import days
from referee.web.club.days import Days
from referee.web.request import page, the_store

pages = Blueprint("history", __name__)
LONGEST_ECHO = 200  # characters of a search that are shown again


@dataclass(frozen=True)
class Filters:
    """What the address asks for; players are known ones, or left out."""

    game: str | None
    player: PlayerRow | None
    partner: PlayerRow | None
    days: Days
    finished: bool
    text: str

    @property
    def narrow(self) -> bool:
        """Whether anything but the game is asked for."""
        typed = any(self.days.typed) or bool(self.text)
        return typed or self.player is not None or not self.finished

    def address(self, **other: object) -> dict[str, object]:
        """The parts of an address that asks for the same, but for `other`."""
        parts: dict[str, object] = {
            "game": self.game,
            "player": self.player and self.player.id,
            "partner": self.partner and self.partner.id,
            "from": self.days.typed[0],
            "to": self.days.typed[1],
            "open": None if self.finished else "yes",
            "q": self.text,
            **other,
        }
        return {name: value for name, value in parts.items() if value}


@pages.get("/history")
def matches() -> Response:
    """A page of matches; `before` is where the last page ended.

    `game`, `player` and `partner` (ids), `from` and `to` (days), `open` (yes: those not finished)
    and `q` (words) narrow it.
    """
    store = the_store()
    people = {p.id: p for p in store.players(hidden=None)}
    game, player = request.args.get("game"), known(people, "player")
    partner = known(people, "partner") if player else None
    asked = Filters(
        game if game in GAMES else None,
        player,
        partner if partner != player else None,
        days.asked(),
        request.args.get("open") != "yes",
        request.args.get("q", "").replace("\0", " ").strip()[:LONGEST_ECHO],
    )
    problem: Message | None = asked.days.problem
    found = Page([], None)
    if problem is None:
        try:
            found = store.history(
                request.args.get("before"),
                asked.game,
                player=asked.player.id if asked.player else None,
                partner=asked.partner.id if asked.partner else None,
                first=asked.days.first,
                last=asked.days.last,
                finished=asked.finished,
                text=asked.text,
            )
        except TooMuch as error:
            problem = error.text
    return page(
        "club/history.html", "club/history.html", 422 if problem else 200, found=found, asked=asked,
        games=GAMES, people=sorted(people.values(), key=lambda p: p.name), problem=problem,
    )  # fmt: skip


def known(people: Mapping[str, PlayerRow], field: str) -> PlayerRow | None:
    """The player that the address names, or the one it was merged into; None for no such one."""
    id = request.args.get(field, "")
    while id and id not in people:
        try:
            id = the_store().stats.player(id).merged_into or ""
        except NotFound:
            return None
    return people.get(id)
