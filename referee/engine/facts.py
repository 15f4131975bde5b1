"""Facts of the match that stand in its log: house rules put right, points brought over, seats."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.errors import HouseRuleError
from referee.engine.game import AnyGame
from referee.engine.house import house_rules, with_rules
from referee.engine.question import Answers
from referee.engine.table import Seat


def agreed_game(game: AnyGame, recorded: Sequence[Answers]) -> AnyGame:
    """The rule sheet with the house rules that were put right (`rule.<name>`)."""
    known = house_rules(game)
    for said in recorded:
        for key, value in said.items():
            name = key.removeprefix("rule.")
            if key.startswith("rule.") and name in known:
                try:
                    game = with_rules(game, {name: value})
                except HouseRuleError:
                    continue  # an old log may hold a value that is no longer allowed
    return game


def brought_over(
    start: tuple[int, ...], recorded: Sequence[Answers], sides: int
) -> tuple[int, ...]:
    """The totals before the first hand (`start.<side>` puts one right)."""
    totals = [*start, *[0] * sides][:sides]
    for said in recorded:
        for key, value in said.items():
            name, _, side = key.partition(".")
            if name == "start" and side.isdecimal() and int(side) < sides:
                totals[int(side)] = int(value)
    return tuple(totals)


def seated(players: tuple[str, ...], said: Answers) -> tuple[str, ...]:
    """Who sits where from this hand on (`seat.<n>`): one who already sits elsewhere swaps."""
    seats = list(players)
    for key, who in said.items():
        name, _, seat = key.partition(".")
        if name == "seat" and seat.isdecimal() and int(seat) < len(seats):
            if who in seats:
                seats[seats.index(who)] = seats[int(seat)]
            seats[int(seat)] = who
    return tuple(seats)


def really_dealt(dealer: Seat, said: Answers, seats: int) -> Seat:
    value = said.get("dealer", "")
    return Seat(int(value)) if value.isdecimal() and int(value) < seats else dealer
