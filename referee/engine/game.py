"""A rule sheet: what it must say, and the usual answers to everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from referee.engine.board import Ranks
from referee.engine.cards import Card, Suit
from referee.engine.ends import ReachTarget
from referee.engine.errors import HouseRuleError, Refusal
from referee.engine.hand import Hand
from referee.engine.irregularities import ADJUST, DISPUTE, MISDEAL, adjust, dispute, misdeal
from referee.engine.laws import Law, Rule, as_played
from referee.engine.measure import DEALING, Counts, Measure, dealing
from referee.engine.message import Message, msg
from referee.engine.question import Asking
from referee.engine.rulings import Code, Ruling, Verdict
from referee.engine.score import Best, Outcome, Reason, Score
from referee.engine.table import BIDS, PLAYS, Bids, Play, Seat, Table, alternate
from referee.engine.tally import Tally

R = TypeVar("R")


@dataclass(frozen=True)
class Preset:
    """A set of house rules to start from: what differs from the defaults, by encoded texts."""

    name: Message
    rules: Mapping[str, str]


class Game(Generic[R]):
    """A rule sheet: a frozen dataclass whose fields are its house rules.

    It must say `name`, `title`, `players`, `laws`, `end`, `hand` and `score`; all else has the
    usual answer here.  `R` is what a hand came to: a frozen class of the game's own."""

    name: ClassVar[str]  # what a stored match carries
    title: ClassVar[Message]
    players: ClassVar[tuple[int, ...]]  # how many may play, the usual number first
    laws: ClassVar[tuple[Law, ...]]  # its numbered rules
    presets: ClassVar[tuple[Preset, ...]] = ()  # house rules that belong together
    best: ClassVar[Best] = "high"  # which total is best
    measures: ClassVar[tuple[Measure, ...]] = DEALING  # what is counted, in the order of a page
    bid_levels: ClassVar[tuple[Bids, ...]] = BIDS[
        :1
    ]  # how much may be written down, coarse to fine
    play_levels: ClassVar[tuple[Play, ...]] = PLAYS[:1]

    # -- what a game must say --

    @property
    def end(self) -> ReachTarget:
        """How the match ends."""
        raise NotImplementedError

    def hand(self, table: Table) -> Asking[R]:
        """One hand: asks, and returns what it came to."""
        raise NotImplementedError

    def score(self, table: Table, result: R, tally: Tally) -> None:
        """Enter in `tally` what a hand scored.  Pure: a ruling scores another result anew."""
        raise NotImplementedError

    # -- the usual answers: before the match --

    @property
    def goal(self) -> int | None:
        """The total that ends the match; None where none does."""
        return self.end.target

    @property
    def over(self) -> Refusal:
        """Why nothing is scored after the end."""
        return Refusal("MATCH_OVER", self.end.rule, msg("The match is over."))

    @property
    def misdeal(self) -> str:
        """Who deals after a misdeal: `same_dealer`, or the next."""
        return "same_dealer"

    def aim(self) -> Message:
        """The house rules in a line: "To 21, dealer must bid"."""
        return self.end.aim

    def rules(self) -> tuple[Rule, ...]:
        """The numbered rules as played under these house rules."""
        return (*as_played(self.laws, self), MISDEAL, DISPUTE, ADJUST)

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side; usually each plays alone.  Raises HouseRuleError where that many
        cannot play so."""
        if seats not in self.players:
            raise HouseRuleError(
                msg("%(game)s is not for that many players.", game=self.title),
            )
        return alternate(seats, seats)

    # -- a hand --

    def scored(self, table: Table) -> Asking[Score]:
        """One hand: asks, and returns its score."""
        return self.scores(table, (yield from self.hand(table)))

    def scores(self, table: Table, result: R) -> Score:
        """What a hand that came to `result` scores."""
        tally = Tally(table)
        self.score(table, result, tally)
        return tally.score(result)

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        """What the sides need now: to make the bid, to win the match.  No secret is told."""
        return self.end.missing(table)

    def ranks(self, trump: Suit | None) -> Ranks:
        """What beats what, where the play may be written down."""
        return Ranks((), ())

    # -- what goes wrong --

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        """What may go wrong at this table, and how it may be ruled on."""
        return (misdeal(), dispute(table), adjust(table))

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        """The score after the penalties of these rulings; pure, and only for a scored hand."""
        return score

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        """What a claim proves: `led` was asked for, `card` was played and `later_card` shown.  Only
        asked where `irregularities` has a claim."""
        raise NotImplementedError

    # -- after a hand --

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        """The end of the match, if this hand ends it; `table.totals` is the score before it."""
        return self.end.outcome(table, after)

    def next_dealer(self, table: Table, score: Score) -> Seat:
        """The deal passes left, but after a misdeal as the house has agreed."""
        if "misdeal" in score.facts and self.misdeal == "same_dealer":
            return table.dealer
        return table.eldest

    def counts(self, table: Table, score: Score) -> Counts:
        """What each seat did in a scored hand, by the names of `measures`; noughts left out."""
        told: dict[Seat, Mapping[str, int]] = {}
        for seat in table.seats:
            counted = dict(score.counts.get(seat, {}))
            if seat == table.dealer:
                counted |= dealing(table, score.points(table.side(seat)))
            told[seat] = {name: n for name, n in counted.items() if n}
        return told


AnyGame: TypeAlias = Game[Any]
