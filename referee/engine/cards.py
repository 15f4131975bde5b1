"""Cards: a rank and a suit, written `TH` or `AS`."""

from __future__ import annotations

RANKS = "23456789TJQKA"  # low to high


class Suit(str):
    """One of `C`, `D`, `H`, `S`."""

    __slots__ = ()


class Card(str):
    """Rank then suit: `TH`, `AS`."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        return self[0]

    @property
    def suit(self) -> Suit:
        return Suit(self[1])


SUITS = tuple(Suit(s) for s in "CDHS")
SAME_COLOUR = {Suit(a): Suit(b) for a, b in ("CS", "SC", "DH", "HD")}


def pack(lowest: str = "2") -> tuple[Card, ...]:
    """The pack from `lowest` up to the ace, suit by suit: 52 cards, or 28 from the eight."""
    return tuple(Card(r + s) for s in SUITS for r in RANKS[RANKS.index(lowest) :])
