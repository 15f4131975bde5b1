"""What is said to people: a message key with parameters, put into words by whoever shows it.

The key is the English text (gettext); parameters stand in it as ``%(name)s``.  A parameter may be a
player, a side, a card, a suit, another message or a list of these, so that no sentence is glued
together here and a translator may turn the order round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from referee.engine.cards import Card, Suit
from referee.engine.table import Seat, Side


@dataclass(frozen=True)
class PlayerName:
    """Stands for the name of whoever sits there."""

    seat: Seat


@dataclass(frozen=True)
class SideName:
    """Stands for the name of a side: a player, or partners together."""

    side: Side


@dataclass(frozen=True)
class Message:
    """A text that can be translated; `plural` and `n` are set where a number decides its form."""

    text: str
    plural: str | None = None
    n: int = 0
    params: Mapping[str, Said] = field(default_factory=dict)

    def with_params(self, **params: Said) -> Message:
        """The same message with more parameters filled in."""
        return replace(self, params={**self.params, **params})


Said: TypeAlias = "int | str | Message | PlayerName | SideName | tuple[Said, ...]"


def msg(text: str, /, **params: Said) -> Message:
    """A message; the function's name marks its text for extraction."""
    return Message(text, params=params)


def msgs(one: str, many: str, n: int, /, **params: Said) -> Message:
    """A message with a plural; ``%(n)s`` is the number."""
    return Message(one, many, n, {"n": n, **params})


SUIT_NAMES: Mapping[str, Message] = {
    "C": msg("clubs"),
    "D": msg("diamonds"),
    "H": msg("hearts"),
    "S": msg("spades"),
}


def in_english(
    said: Said,
    player: Callable[[Seat], str] = str,
    side: Callable[[Side], str] = str,
    between: str = " ",
) -> str:
    """Plain English without a translation: for playthrough files, tables and the terminal."""
    match said:
        case Message():
            text = said.text if said.plural is None or said.n == 1 else said.plural
            words = {k: in_english(v, player, side, between) for k, v in said.params.items()}
            return text % words if words else text
        case PlayerName(seat):
            return player(seat)
        case SideName(which):
            return side(which)
        case tuple():
            return between.join(in_english(item, player, side, between) for item in said)
        case Card():
            return str(said)
        case Suit():
            return SUIT_NAMES[said].text
    return str(said)
