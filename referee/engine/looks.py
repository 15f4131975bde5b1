"""How a question of cards looks: what a picker shows and marks, what a counter adds up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.cards import Card, Suit
from referee.engine.message import Message


@dataclass(frozen=True)
class CardPicker:
    """The `pack` that is shown, though some of it may be out, and which of its suits is trump;
    `marks` say of a card what cannot be seen on its face."""

    pack: tuple[Card, ...]
    trump: Suit | None = None
    marks: Mapping[Card, Message] = field(default_factory=dict)


@dataclass(frozen=True)
class CardCounter:
    """A page that adds up cards: its `title`, what a card of each rank is `worth`, and how many
    cards of a rank there are."""

    title: Message
    worth: Mapping[str, int]
    each: int
