"""What statistics give: figures of players, pairs, house rules and the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.engine import HANDS, Measure, Message, Said
from referee.games import GAMES
from referee.store.history.records import Summary

FEW_MATCHES = 10  # below that, and below so many hands, figures are a small sample
FEW_HANDS = 20


@dataclass(frozen=True)
class Rating:
    """How strong a player is thought to be (25 at first), and how unsure that is."""

    mu: float
    sigma: float

    @property
    def surely(self) -> float:
        """What the player is worth almost certainly: what a table is ranked by."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Measured:
    """A measure of a game: `n` of `whole`, or so much for each of the `whole`."""

    measure: Measure
    n: int
    whole: int

    @property
    def share(self) -> float | None:
        """n / whole; None where there is nothing to divide by."""
        return self.n / self.whole if self.whole else None

    @property
    def small(self) -> bool:
        return self.whole < FEW_HANDS


@dataclass(frozen=True)
class Figures:
    """Sums over ended matches of a game, for one player or one value of a house rule."""

    game: str
    matches: int = 0
    wins: int = 0
    hands: int = 0
    points: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def small(self) -> bool:
        return self.matches < FEW_MATCHES

    @property
    def points_a_hand(self) -> float | None:
        return self.points / self.hands if self.hands else None

    def measures(self) -> list[Measured]:
        """The measures of the game in their order, those that never came up left out."""
        if self.game not in GAMES:
            return []
        wholes = {HANDS: self.hands, **self.counts}
        return [
            Measured(m, self.counts.get(m.name, 0), wholes[m.of])
            for m in GAMES[self.game].measures
            if wholes.get(m.of)
        ]


@dataclass(frozen=True)
class Result:
    """One match in a player's form, and the rating after it (None: not worked out yet)."""

    match: Summary
    won: bool
    points: int
    rating: Rating | None


@dataclass(frozen=True)
class Pair:
    """Matches of a player together with, or against, another: `wins` are the player's."""

    id: str
    name: str
    matches: int
    wins: int

    @property
    def small(self) -> bool:
        return self.matches < FEW_MATCHES


@dataclass(frozen=True)
class Merged:
    """A player who counts as another one now."""

    id: str
    name: str


@dataclass(frozen=True)
class PlayerFigures:
    """A player's page.

    `games` are in the order of matches played; `form` the last results, the newest first;
    `ratings` the ratings after the last matches of each game, the oldest first, and `rating` where
    they stand; `partners` the best partners first, `rivals` the most frequent opponents first;
    `merged` those who count as this player, `merged_into` whom this one counts as (its id).
    """

    id: str
    name: str
    hidden: bool
    matches: int
    wins: int
    games: list[Figures]
    rating: Mapping[str, Rating]
    ratings: Mapping[str, list[tuple[datetime, Rating]]]
    form: list[Result]
    partners: list[Pair]
    rivals: list[Pair]
    merged: list[Merged]
    merged_into: str | None

    @property
    def small(self) -> bool:
        return self.matches < FEW_MATCHES


@dataclass(frozen=True)
class Meeting:
    """Matches of two players in a game, `relation` "with" or "against" each other.

    `wins` are the first one's, `others` the second one's: together they win the same.
    """

    game: str
    relation: str
    matches: int
    wins: int
    others: int


@dataclass(frozen=True)
class HeadToHead:
    """Two players (ids and names): how they did in each game, and the last matches of both."""

    one: Merged
    other: Merged
    meetings: list[Meeting]
    latest: list[Summary]
    next: str | None


@dataclass(frozen=True)
class Standing:
    """A player in the table of a game: figures without counts; `rating` is today's, None where
    none is worked out."""

    id: str
    name: str
    figures: Figures
    rating: Rating | None


@dataclass(frozen=True)
class Best:
    """A record: how much, and in which match."""

    value: int
    match: Summary


@dataclass(frozen=True)
class ClubRecords:
    """The three highest of a game: points that the winner had been behind, the winner's margin,
    and hands of a match."""

    comebacks: list[Best]
    margins: list[Best]
    longest: list[Best]


@dataclass(frozen=True)
class RuleValue:
    """What came of the matches under one value of a house rule.

    `figures` are sums over matches; its hands are counted once for each player.
    """

    value: str
    label: Said
    matches: int
    hands: int
    margin: int
    figures: Figures


@dataclass(frozen=True)
class RuleEffect:
    """A house rule that was played in more than one way."""

    name: str
    text: Message
    values: list[RuleValue]
