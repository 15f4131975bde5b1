"""What store tests do again and again: hands of Pitch, and a look at the tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from referee.store import Saved, Store
from referee.store.matches import Answer


def said(text: str) -> tuple[tuple[str, str], ...]:
    """Answers as a playthrough writes them."""
    pairs = (word.split("=") for word in text.split())
    return tuple((key, value) for key, value in pairs)


# Seat 0 bids two and takes nothing: -2 to side 0, +3 to side 1.
SET = (
    ("contract", "0.2"),
    ("trump", "C"),
    ("high", "1"),
    ("low", "1"),
    ("jack", "none"),
    ("game", "1"),
)
# Seat 1 bids four and takes all four points.
FOUR = (
    ("contract", "1.4"),
    ("trump", "S"),
    ("high", "1"),
    ("low", "1"),
    ("jack", "1"),
    ("game", "1"),
)


def answers(hand: int, said: tuple[tuple[str, str], ...] = SET) -> list[Answer]:
    return [(hand, key, value) for key, value in said]


def play(store: Store, match: str, hand: int, said: tuple[tuple[str, str], ...] = SET) -> Saved:
    return store.record(match, answers(hand, said), uid="")


def finish(store: Store, match: str) -> int:
    """Side 1 wins a match to 7 in two hands of four points; gives the last version."""
    play(store, match, 0, FOUR)
    return play(store, match, 1, FOUR).match.version


def rows(store: Store, query: str, **values: Any) -> list[tuple[Any, ...]]:
    """The rows of a query, past the store's own reading."""
    with store._database.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query), values)]


def change(store: Store, statement: str, **values: Any) -> None:
    """Change the database behind the store's back."""
    with store._database._writer.begin() as connection:
        connection.execute(text(statement), values)
