"""What a rule sheet offers the engine: its seats, a hand, the end of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from referee.engine.errors import Refusal
from referee.engine.message import Message
from referee.engine.question import Asking
from referee.engine.score import Outcome, Score
from referee.engine.table import Seat, Table


@dataclass(frozen=True)
class Rule:
    """A numbered rule in our own words."""

    number: str
    text: Message


class Game(Protocol):
    """A rule sheet: a frozen dataclass whose fields are its house rules."""

    name: ClassVar[str]  # what a stored match carries
    title: ClassVar[Message]
    players: ClassVar[tuple[int, ...]]  # how many may play, the usual number first
    over: ClassVar[Refusal]  # why nothing is scored after the end

    @property
    def target(self) -> int: ...

    @property
    def misdeal(self) -> str: ...

    def aim(self) -> Message:
        """The house rules in a line: "To 21, dealer must bid"."""
        ...

    def rules(self) -> tuple[Rule, ...]:
        """The numbered rules as played under these house rules."""
        ...

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side.  Raises HouseRuleError where that many cannot play so."""
        ...

    def hand(self, table: Table) -> Asking[Score]:
        """One hand: asks, and returns its score."""
        ...

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        """The end of the match, if this hand ends it; `table.totals` is the score before it."""
        ...

    def next_dealer(self, table: Table, score: Score) -> Seat: ...
