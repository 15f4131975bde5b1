"""Two games made up for tests: one that the lowest total wins, one that has no goal.

Everything outside a rule sheet has to ask it which total is best, and whether one ends the match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import pytest

from referee.engine import (
    Answers,
    Ask,
    Asking,
    Best,
    Card,
    Choice,
    Code,
    Counts,
    Hand,
    Known,
    Line,
    Measure,
    Message,
    Need,
    Outcome,
    PlayerName,
    Preset,
    Question,
    Ranks,
    Reason,
    Refusal,
    Rule,
    Ruling,
    Score,
    Seat,
    SideName,
    Suit,
    Table,
    Verdict,
    alternate,
    bar,
    best_of,
    deal_passes,
    house,
    msg,
    seat_labels,
)
from referee.games import GAMES

STROKES = {str(n): n for n in range(-9, 41)}
WORDS = {"none": Choice(msg("Score"), msg("It is scored as it is."), "penalty")}


@dataclass(frozen=True)
class Golf:
    """Each alone, one number a seat; it ends with 50 or more, and the lowest total wins."""

    name: ClassVar[str] = "golf"
    title: ClassVar[Message] = msg("Golf")
    players: ClassVar[tuple[int, ...]] = (3, 2, 4)
    best: ClassVar[Best] = "low"
    over: ClassVar[Refusal] = Refusal("MATCH_OVER", "G2", msg("The match is over."))
    presets: ClassVar[tuple[Preset, ...]] = ()
    measures: ClassVar[tuple[Measure, ...]] = ()
    misdeal: ClassVar[str] = "same_dealer"

    target: int = house({50: 50, 20: 20}, msg("Ends at"), "G2", (1, 500), first=True)

    @property
    def goal(self) -> int | None:
        return self.target

    def aim(self) -> Message:
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        return (Rule("G1", msg("Count.")), Rule("G2", msg("The best total wins.")))

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        return alternate(seats, seats)

    def hand(self, table: Table) -> Asking[Score]:
        said: Answers = yield Ask(
            tuple(
                Question(
                    f"strokes.{seat}", "number", msg("%(who)s?", who=PlayerName(seat)), STROKES
                )
                for seat in table.seats
            ),
            msg("How many strokes?"),
        )
        yield Known({})
        lines = tuple(
            Line(side, int(said[f"strokes.{seat}"]), msg("strokes"), "G1")
            for side, seat in zip(table.sides, table.seats, strict=True)
        )
        return Score(lines, msg("Scored"))

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        who = Need("seat", msg("Who?"), seat_labels(table.seats))
        return (Code("REVOKE", msg("Revoke"), "G3", msg("%(who)s revoked."), WORDS, (who,)),)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return bar(score, [table.side(r.seat) for r in rulings if r.seat is not None])

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return ()

    def ranks(self, trump: Suit | None) -> Ranks:
        raise NotImplementedError

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        raise NotImplementedError

    def ends(self, after: tuple[int, ...]) -> bool:
        return max(after) >= self.target

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        if not self.ends(after):
            return None
        won = best_of(dict(zip(table.sides, after, strict=True)), self.best)
        return Outcome(won, msg("%(sides)s won", sides=tuple(SideName(side) for side in won)))

    def next_dealer(self, table: Table, score: Score) -> Seat:
        return deal_passes(self, table, score)

    def counts(self, table: Table, score: Score) -> Counts:
        return {}


@dataclass(frozen=True)
class Rounds(Golf):
    """The same with the highest total, and over when all together have 30: no total ends it."""

    name: ClassVar[str] = "rounds"
    title: ClassVar[Message] = msg("Rounds")
    best: ClassVar[Best] = "high"

    @property
    def goal(self) -> int | None:
        return None

    def ends(self, after: tuple[int, ...]) -> bool:
        return sum(after) >= 30


@pytest.fixture
def golf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Referee knows the two games as if they had a file of their own."""
    for game in (Golf, Rounds):
        monkeypatch.setitem(cast("dict[str, Any]", GAMES), game.name, game)


def strokes(*numbers: int) -> str:
    """The answers of a hand, by seat."""
    return " ".join(f"strokes.{seat}={n}" for seat, n in enumerate(numbers))
