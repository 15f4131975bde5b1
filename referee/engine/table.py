"""The table: who sits where, who deals, and how much of the hand is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NewType, TypeAlias

Seat = NewType("Seat", int)  # 0, 1, ... clockwise round the table
Side = NewType("Side", int)  # a column of the score sheet: partners, or one player
Bids: TypeAlias = Literal["final", "every"]
Play: TypeAlias = Literal["totals", "winners", "cards"]

FIRST_SEAT = Seat(0)
BIDS: tuple[Bids, ...] = ("final", "every")  # coarse to fine
PLAYS: tuple[Play, ...] = ("totals", "winners", "cards")


@dataclass(frozen=True)
class Table:
    """One hand's table: the seats of each side, who deals, the score before the hand."""

    teams: tuple[tuple[Seat, ...], ...]
    dealer: Seat = FIRST_SEAT
    bids: Bids = "final"
    play: Play = "totals"
    totals: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(n) for n in range(sum(map(len, self.teams))))

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(Side(n) for n in range(len(self.teams)))

    def side(self, seat: Seat) -> Side:
        return self._side_of[seat]

    @cached_property
    def _side_of(self) -> Mapping[Seat, Side]:
        return {seat: side for side in self.sides for seat in self.teams[side]}

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Every seat once, from `first` on."""
        n = len(self.seats)
        return tuple(Seat((first + i) % n) for i in range(n))

    @property
    def eldest(self) -> Seat:
        """Left of the dealer: speaks and is dealt to first."""
        return self.clockwise(self.dealer)[1]

    def total(self, side: Side) -> int:
        return self.totals[side] if self.totals else 0


def alternate(seats: int, sides: int) -> tuple[tuple[Seat, ...], ...]:
    """Partners spread evenly round the table: opposite, where a side has two."""
    return tuple(tuple(Seat(n) for n in range(seats) if n % sides == s) for s in range(sides))
