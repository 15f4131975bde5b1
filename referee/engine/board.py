"""What lies on the table while the play is written down: for the screens, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.cards import Card, Suit
from referee.engine.message import Message, Said
from referee.engine.score import Reason
from referee.engine.table import Seat, Side


@dataclass(frozen=True)
class PointSoFar:
    """Who has a point as it stands: High, Low, Jack (with the card) or Game (without)."""

    name: Message
    side: Side | None
    card: Card | None = None


@dataclass(frozen=True)
class Board:
    """The play so far.

    `number` of `count` is the trick that is played now, in its `stage`; `trick` holds its cards as
    they lie, `winning` who would take it, `turn` who plays next, `leader` who led or leads.
    `taken` counts tricks by seat, `camps` by side, or by attackers and defenders once the partner
    is known.  `stock` and `up` are German Whist's, and `held` the turned-up cards that each took
    and has not played; `pips` and `points` are Pitch's.
    """

    number: int
    count: int
    trump: Suit | None = None
    stage: Message | None = None
    leader: Seat | None = None
    turn: Seat | None = None
    trick: tuple[tuple[Seat, Card], ...] = ()
    winning: Seat | None = None
    last: tuple[tuple[Seat, Card], ...] = ()
    last_winner: Seat | None = None
    taken: Mapping[Seat, int] = field(default_factory=dict)
    camps: tuple[tuple[Said, int], ...] = ()
    stock: int | None = None
    up: Card | None = None
    held: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    pips: Mapping[Side, int] = field(default_factory=dict)
    points: tuple[PointSoFar, ...] = ()


@dataclass(frozen=True)
class Ranks:
    """What beats what: the trumps, then each other suit, each from the highest card down."""

    trumps: tuple[Card, ...]
    plain: tuple[tuple[Card, ...], ...]
    notes: tuple[Reason, ...] = ()
