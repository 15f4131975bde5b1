"""Matches as lists show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from referee.engine import Bids, Play, Seat


@dataclass(frozen=True)
class Summary:
    """A match in a list.  `players` are names in seat order, `sides` the same by side."""

    id: str
    game: str
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    how: str | None  # won, stopped, conceded; None while open
    hands: int  # scored ones
    created: datetime
    ended: datetime | None
    place: str = ""
    note: str = ""


@dataclass(frozen=True)
class Page:
    """Matches, newest first; `next` is the place to go on from, None at the end."""

    items: list[Summary]
    next: str | None


@dataclass(frozen=True)
class LastMatch:
    """What "same table again" starts from; `players` are names as seated in the last hand."""

    players: tuple[str, ...]
    rules: Mapping[str, str]  # those that differ from the defaults
    bids: Bids
    play: Play
    next_dealer: Seat
