"""What lies on the table while the play is written down: for the screens, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.cards import Card, Suit
from referee.engine.message import Message, Said
from referee.engine.score import Reason
from referee.engine.table import Seat


@dataclass(frozen=True)
class BoardLine:
    """What a game has to say of the play, under a `label` and the `cards` that it is about."""

    said: Said
    label: Said | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Board:
    """The play so far.

    `number` of `count` is the trick that is played now, in its `stage`; `trick` holds its cards as
    they lie, `winning` who would take it, `turn` who plays next, `leader` who led or leads.
    `taken` counts tricks by seat, `camps` by those who play together, as far as that is known.
    What one game has to say stands `beside` the number of the trick, or in the `lines` below.
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
    beside: tuple[Message, ...] = ()
    lines: tuple[BoardLine, ...] = ()


@dataclass(frozen=True)
class Ranks:
    """What beats what: the trumps, then each other suit, each from the highest card down."""

    trumps: tuple[Card, ...]
    plain: tuple[tuple[Card, ...], ...]
    notes: tuple[Reason, ...] = ()
