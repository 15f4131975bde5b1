"""The card picker: which cards a screen offers, and how they are marked."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask

from referee.engine import RANKS, Card, CardPicker, Question, Suit


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(picker=picker, look_of=look_of)


@dataclass(frozen=True)
class PickerRow:
    """A suit of the card picker: a card of each rank, None where it is out."""

    suit: Suit
    trump: bool
    cards: tuple[Card | None, ...]


def look_of(question: Question) -> CardPicker:
    """The picker of a question; one that brings none shows the cards that it offers."""
    offered = (Card(value) for value in question.legal if len(value) == 2)
    return question.picker or CardPicker(tuple(offered))


def picker(question: Question) -> list[PickerRow]:
    """The cards by suit, high to low, in as many columns as the pack has ranks."""
    look = look_of(question)
    known = {card.rank for card in look.pack}
    ranks = [rank for rank in reversed(RANKS) if rank in known]
    return [
        PickerRow(
            suit,
            suit == look.trump,
            tuple(c if (c := Card(rank + suit)) in question.legal else None for rank in ranks),
        )
        for suit in (Suit("S"), Suit("H"), Suit("D"), Suit("C"))
    ]
