"""The score of a hand and the end of a match, each with its reasons and rule numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from referee.engine.measure import Counts
from referee.engine.message import Message, Said
from referee.engine.table import Seat, Side

Best: TypeAlias = Literal["high", "low"]  # which total is best


@dataclass(frozen=True)
class Line:
    """One line of the score sheet: `points` to `side`, why in a few words, and the rule."""

    side: Side
    points: int
    why: Said
    rule: str


@dataclass(frozen=True)
class Reason:
    """One sentence of *Why this score*, with the rule it rests on."""

    text: Message
    rule: str


@dataclass(frozen=True)
class Score:
    """What a hand scored.

    `lines` are summed into the totals; `headline` says it in a sentence and `story` explains it.
    `summary` names the hand in one line of the sheet; `roles` says what each player was.
    `facts` are for the end of the match and for statistics (`bidder`, `bid`, `made`, ...).
    `scored` is False where nothing was played for: a misdeal, or all passed and redealt.
    `counts` is what each player did, and `result` the game's own, from which it was scored.
    """

    lines: tuple[Line, ...]
    headline: Message
    story: tuple[Reason, ...] = ()
    summary: Message | None = None
    roles: Mapping[Seat, Message] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    scored: bool = True
    counts: Counts = field(default_factory=dict)
    result: object = None

    def points(self, side: Side) -> int:
        return sum(line.points for line in self.lines if line.side == side)


@dataclass(frozen=True)
class Outcome:
    """How a match ended: `winners` (several where they share, none where it was stopped)."""

    winners: tuple[Side, ...]
    headline: Message
    story: tuple[Reason, ...] = ()
    how: str = "won"  # won, stopped or conceded


def worth(points: int, best: Best) -> int:
    """Points as a number that is the greater, the better they are."""
    return points if best == "high" else -points


def best_of(totals: Mapping[Side, int], best: Best) -> tuple[Side, ...]:
    """The sides with the best total, all of them where they tie."""
    most = max((worth(total, best) for total in totals.values()), default=0)
    return tuple(side for side, total in totals.items() if worth(total, best) == most)


def best_first(totals: Sequence[int], best: Best) -> list[Side]:
    """All sides from the best total to the worst; those that tie keep their order."""
    sides = [Side(n) for n in range(len(totals))]
    return sorted(sides, key=lambda side: -worth(totals[side], best))


def highest(totals: Mapping[Side, int]) -> tuple[Side, ...]:
    """The sides with the highest total, all of them where they tie."""
    return best_of(totals, "high")
