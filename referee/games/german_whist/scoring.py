"""Scoring of German Whist: second-stage tricks, or as the house has it (W19-W21, WA4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine import DEALING, Measure, Message, Seat, Side, SideName, Table, Tally, msg, msgs
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

    def counted(self, house: GermanWhistHouse) -> dict[Side, int]:
        """The tricks of both that count: of the second stage, or of all 26 (WA4)."""
        if house.scoring != "all26_difference":
            return self.taken
        both = self.first + self.second
        return {Side(0): both, Side(1): 2 * TRICKS - both}

    def winner(self, house: GermanWhistHouse) -> Side | None:
        """Who has more of the tricks that count; nobody where they have as many."""
        ours, theirs = self.counted(house).values()
        return None if ours == theirs else Side(int(ours < theirs))


def score(house: GermanWhistHouse, table: Table, result: Result, tally: Tally) -> None:
    """Second-stage tricks over six count a point each (W20), or as the house has it (WA4)."""
    winner = result.winner(house)
    tally.headline = msg("Thirteen tricks each: no score")
    if winner is not None:
        tally.headline = msg("%(side)s won the hand", side=SideName(winner))
    tally.summary = msg("%(a)s–%(b)s", a=result.second, b=TRICKS - result.second)
    for side, tricks in result.taken.items():
        tally.role(Seat(side), msgs("%(n)s trick", "%(n)s tricks", tricks))
        won, all_ = int(side == winner), int(tricks == TRICKS)
        tally.count(Seat(side), tricks=tricks, all_tricks=all_, hands_won=won)
        points, why = worth(house, result.counted(house)[side])
        if house.scoring == "over_six" and points > 0:
            reason = msg(
                "%(side)s took %(n)s tricks in the second stage; each over six is a point.",
                side=SideName(side),
                n=tricks,
            )
            tally.line(side, points, why, "W20", reason)
        elif house.scoring == "per_trick" or points > 0:
            tally.line(side, points, why, "WA4")


def worth(house: GermanWhistHouse, tricks: int) -> tuple[int, Message]:
    """The points for so many tricks that count, and why; none where they are not above nought."""
    over = tricks - BOOK
    return {
        "over_six": (over, msg("%(n)s tricks, %(over)s over six", n=tricks, over=over)),
        "per_trick": (tricks, msgs("%(n)s trick", "%(n)s tricks", tricks)),
        "majority_one": (int(over > 0), msg("%(n)s of 13 tricks", n=tricks)),
        "all26_difference": (2 * (tricks - TRICKS), msg("%(n)s of 26 tricks", n=tricks)),
    }[house.scoring]
