"""Scoring of German Whist: second-stage tricks, or as the house has it (W19-W21, WA4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine import DEALING, Measure, Seat, Side, SideName, Table, Tally, msg, msgs
from referee.games.german_whist.house import BOOK, TRICKS, GermanWhistHouse

MEASURES = (
    Measure("hands_won", msg("Hands won")),
    Measure("tricks", msg("Tricks of the second stage"), mean=True),
    Measure("all_tricks", msg("All thirteen tricks")),
    *DEALING,
)


@dataclass(frozen=True)
class Result:
    """The tricks of seat 0 in the second stage, and in the first where those count (WA4)."""

    second: int
    first: int = 0

    @property
    def taken(self) -> dict[Side, int]:
        """The second-stage tricks of both."""
        return {Side(0): self.second, Side(1): TRICKS - self.second}

    def winner(self, house: GermanWhistHouse) -> Side | None:
        """Who has more of the tricks that count; nobody where they have as many."""
        most = TRICKS
        tricks = 2 * self.second
        if house.scoring == "all26_difference":
            most, tricks = 2 * TRICKS, tricks + 2 * self.first
        return None if tricks == most else Side(int(tricks < most))


def score(house: GermanWhistHouse, table: Table, result: Result, tally: Tally) -> None:
    """Second-stage tricks over six count a point each (W20), or as the house has it (WA4)."""
    winner = result.winner(house)
    tally.headline = msg("Thirteen tricks each: no score")
    if winner is not None:
        tally.headline = msg("%(side)s won the hand", side=SideName(winner))
    tally.summary = msg("%(a)s–%(b)s", a=result.second, b=TRICKS - result.second)
    for side, tricks in result.taken.items():
        seat = Seat(side)
        tally.role(seat, msgs("%(n)s trick", "%(n)s tricks", tricks))
        tally.count(
            seat, tricks=tricks, all_tricks=int(tricks == TRICKS), hands_won=int(side == winner)
        )
        points(house, tally, side, tricks, winner, result)


def points(
    house: GermanWhistHouse,
    tally: Tally,
    side: Side,
    tricks: int,
    winner: Side | None,
    result: Result,
) -> None:
    """The line of a side, if it scores."""
    over = tricks - BOOK
    if house.scoring == "per_trick":
        tally.line(side, tricks, msgs("%(n)s trick", "%(n)s tricks", tricks), "WA4")
    elif side != winner:
        return
    elif house.scoring == "majority_one":
        tally.line(side, 1, msg("%(n)s of 13 tricks", n=tricks), "WA4")
    elif house.scoring == "all26_difference":
        both = tricks + (result.first if side == Side(0) else TRICKS - result.first)
        tally.line(side, 2 * both - 2 * TRICKS, msg("%(n)s of 26 tricks", n=both), "WA4")
    else:
        why = msg("%(n)s tricks, %(over)s over six", n=tricks, over=over)
        told = msg(
            "%(side)s took %(n)s tricks in the second stage; each over six is a point.",
            side=SideName(side),
            n=tricks,
        )
        tally.line(side, over, why, "W20", told)
