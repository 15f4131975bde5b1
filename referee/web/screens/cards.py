"""The card picker: which cards a screen offers, and how they are marked."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask

from referee.engine import RANKS, SAME_COLOUR, Card, Message, Question, Suit, msg


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(picker=picker, bower=bower)


@dataclass(frozen=True)
class PickerRow:
    """A suit of the card picker: a card of each rank, None where it is out."""

    suit: Suit
    trump: bool
    cards: tuple[Card | None, ...]


def picker(question: Question) -> list[PickerRow]:
    """The cards by suit, high to low; a pack without a seven or lower is a short one."""
    legal = [Card(value) for value in question.legal if len(value) == 2]
    long = question.long_pack or any(card.rank in "234567" for card in legal)
    ranks = [r for r in reversed(RANKS) if long or r not in "234567"]
    return [
        PickerRow(
            suit,
            suit == question.trump,
            tuple(c if (c := Card(rank + suit)) in question.legal else None for rank in ranks),
        )
        for suit in (Suit("S"), Suit("H"), Suit("D"), Suit("C"))
    ]


def bower(question: Question, card: Card) -> Message | None:
    """What a jack is, where jacks are bowers."""
    if not question.bowers or question.trump is None or card.rank != "J":
        return None
    if card.suit == question.trump:
        return msg("the top trump")
    return msg("the jick, a trump") if card.suit == SAME_COLOUR[question.trump] else None
