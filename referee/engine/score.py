"""The score of a hand and the end of a match, each with its reasons and rule numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.message import Message, Said
from referee.engine.table import Seat, Side


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
    """

    lines: tuple[Line, ...]
    headline: Message
    story: tuple[Reason, ...] = ()
    summary: Message | None = None
    roles: Mapping[Seat, Message] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    scored: bool = True

    def points(self, side: Side) -> int:
        return sum(line.points for line in self.lines if line.side == side)


@dataclass(frozen=True)
class Outcome:
    """How a match ended: `winners` (several where they share, none where it was stopped)."""

    winners: tuple[Side, ...]
    headline: Message
    story: tuple[Reason, ...] = ()
    how: str = "won"  # won, stopped or conceded


def highest(totals: Mapping[Side, int]) -> tuple[Side, ...]:
    """The sides with the highest total, all of them where they tie."""
    best = max(totals.values(), default=0)
    return tuple(s for s, total in totals.items() if total == best)
