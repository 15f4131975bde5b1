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
    Choice,
    Code,
    Game,
    Law,
    Message,
    Need,
    Outcome,
    PlayerName,
    Question,
    ReachTarget,
    Ruling,
    Score,
    SideName,
    Table,
    Tally,
    bar,
    best_of,
    house,
    law,
    msg,
    seat_labels,
)
from referee.games import GAMES

STROKES = {str(n): n for n in range(-9, 41)}
WORDS = {"none": Choice(msg("Score"), msg("It is scored as it is."), "penalty")}


@dataclass(frozen=True)
class Golf(Game[Answers]):
    """Each alone, one number a seat; it ends with 50 or more, and the lowest total wins."""

    name: ClassVar[str] = "golf"
    title: ClassVar[Message] = msg("Golf")
    players: ClassVar[tuple[int, ...]] = (3, 2, 4)
    best: ClassVar[Best] = "low"
    laws: ClassVar[tuple[Law, ...]] = (
        law("G1", msg("Count.")),
        law("G2", msg("The best total wins.")),
    )

    target: int = house({50: 50, 20: 20}, msg("Ends at"), "G2", (1, 500), first=True)

    @property
    def end(self) -> ReachTarget:
        return ReachTarget(self.target, "G2", "G2", self.best, shared=True)

    def hand(self, table: Table) -> Asking[Answers]:
        questions = (
            Question(f"strokes.{seat}", "number", msg("%(who)s?", who=PlayerName(seat)), STROKES)
            for seat in table.seats
        )
        return (yield Ask(tuple(questions), msg("How many strokes?")))

    def score(self, table: Table, result: Answers, tally: Tally) -> None:
        tally.headline = msg("Scored")
        for side, seat in zip(table.sides, table.seats, strict=True):
            tally.line(side, int(result[f"strokes.{seat}"]), msg("strokes"), "G1")

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        who = Need("seat", msg("Who?"), seat_labels(table.seats))
        return (Code("REVOKE", msg("Revoke"), "G3", msg("%(who)s revoked."), WORDS, (who,)),)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return bar(score, [table.side(r.seat) for r in rulings if r.seat is not None])


@dataclass(frozen=True)
class Rounds(Golf):
    """The same with the highest total, and over when all together have 30: no total ends it."""

    name: ClassVar[str] = "rounds"
    title: ClassVar[Message] = msg("Rounds")
    best: ClassVar[Best] = "high"

    @property
    def goal(self) -> int | None:
        return None

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        if sum(after) < 30:
            return None
        won = best_of(dict(zip(table.sides, after, strict=True)), self.best)
        return Outcome(won, msg("%(sides)s won", sides=tuple(SideName(side) for side in won)))


@pytest.fixture
def golf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Referee knows the two games as if they had a file of their own."""
    for game in (Golf, Rounds):
        monkeypatch.setitem(cast("dict[str, Any]", GAMES), game.name, game)


def strokes(*numbers: int) -> str:
    """The answers of a hand, by seat."""
    return " ".join(f"strokes.{seat}={n}" for seat, n in enumerate(numbers))
