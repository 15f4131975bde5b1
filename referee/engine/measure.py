"""What is counted of each player, hand by hand, for statistics over many matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from referee.engine.message import Message, msg
from referee.engine.table import Seat, Table

HANDS = "hands"  # what a measure is a part of, where it is no part of another one


@dataclass(frozen=True)
class Measure:
    """Something that is counted under a `name` (a stored one: it is never renamed).

    It is a part of the measure `of`: bids made of bids won.  A `mean` is an amount, shown as so
    much for each of those: points for each hand dealt.
    """

    name: str
    title: Message
    of: str = HANDS
    mean: bool = False


Counts: TypeAlias = Mapping[Seat, Mapping[str, int]]

DEALING = (
    Measure("dealt", msg("Hands dealt")),
    Measure("dealt_points", msg("Points a hand dealt"), "dealt", mean=True),
)


def dealing(table: Table, points: int) -> Mapping[str, int]:
    """The counts of the dealer, whose side scored `points`."""
    return {"dealt": 1, "dealt_points": points}
