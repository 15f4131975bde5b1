"""What a rule sheet offers the engine: its seats, a hand, the end of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from referee.engine.board import Ranks
from referee.engine.cards import Card, Suit
from referee.engine.errors import Refusal
from referee.engine.hand import Hand
from referee.engine.measure import Counts, Measure
from referee.engine.message import Message
from referee.engine.question import Asking
from referee.engine.rulings import Code, Ruling, Verdict
from referee.engine.score import Best, Outcome, Reason, Score
from referee.engine.table import Seat, Table


@dataclass(frozen=True)
class Rule:
    """A numbered rule in our own words; `section` is set where it is no rule of the play itself."""

    number: str
    text: Message
    section: Message | None = None


@dataclass(frozen=True)
class Preset:
    """A set of house rules to start from: what differs from the defaults, by encoded texts."""

    name: Message
    rules: Mapping[str, str]


class Game(Protocol):
    """A rule sheet: a frozen dataclass whose fields are its house rules."""

    name: ClassVar[str]  # what a stored match carries
    title: ClassVar[Message]
    players: ClassVar[tuple[int, ...]]  # how many may play, the usual number first
    over: ClassVar[Refusal]  # why nothing is scored after the end
    presets: ClassVar[tuple[Preset, ...]]  # house rules that belong together
    best: ClassVar[Best] = "high"  # which total is best
    measures: ClassVar[tuple[Measure, ...]]  # what `counts` counts, in the order of a page

    @property
    def goal(self) -> int | None:
        """The total that ends the match; None where none does."""
        ...

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

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        """What may go wrong at this table, and how it may be ruled on."""
        ...

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        """The score after the penalties of these rulings; pure, and only for a scored hand."""
        ...

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        """What the sides need now: to make the bid, to win the match.  No secret is told."""
        ...

    def ranks(self, trump: Suit | None) -> Ranks:
        """What beats what."""
        ...

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        """What a claim proves: `led` was asked for, `card` was played and `later_card` shown."""
        ...

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        """The end of the match, if this hand ends it; `table.totals` is the score before it."""
        ...

    def next_dealer(self, table: Table, score: Score) -> Seat: ...

    def counts(self, table: Table, score: Score) -> Counts:
        """What each seat did in a scored hand, by the names of `measures`; noughts left out."""
        ...


def deal_passes(game: Game, table: Table, score: Score) -> Seat:
    """The deal passes left, but after a misdeal as the house has agreed."""
    if "misdeal" in score.facts and game.misdeal == "same_dealer":
        return table.dealer
    return table.eldest
