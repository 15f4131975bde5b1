"""Tricks: what may be played, and which card takes it, under four switches.

The switches are the trump suit, bowers (the two jacks of its colour are its highest cards), ruffing
at any time, and the duty to lead trump.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.engine import RANKS, SAME_COLOUR, Card, Seat, Suit


@dataclass(frozen=True)
class Trick:
    """Cards in the order played, with who played each."""

    plays: tuple[tuple[Seat, Card], ...]

    @property
    def leader(self) -> Seat:
        return self.plays[0][0]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for _, card in self.plays)


@dataclass(frozen=True)
class TrickRules:
    """How a trick is played in one hand."""

    trump: Suit
    bowers: bool = False
    ruff_any_time: bool = False
    lead_trump: bool = False

    def high_jacks(self) -> tuple[Card, Card]:
        """The right bower and the left, where jacks are bowers."""
        return Card(f"J{self.trump}"), Card(f"J{SAME_COLOUR[self.trump]}")

    def suit(self, card: Card) -> Suit:
        """The suit a card counts as: the left bower is a trump."""
        left = self.bowers and card == "J" + SAME_COLOUR[self.trump]
        return self.trump if left else card.suit

    def rank(self, card: Card) -> int:
        """Higher wins within a suit."""
        if self.bowers and card.rank == "J" and self.suit(card) == self.trump:
            return len(RANKS) + (card.suit == self.trump)
        return RANKS.index(card.rank)

    def winner(self, trick: Trick) -> Seat:
        """Highest trump, else highest card of the suit led."""
        led = self.suit(trick.plays[0][1])

        def power(play: tuple[Seat, Card]) -> tuple[bool, bool, int]:
            suit = self.suit(play[1])
            return suit == self.trump, suit == led, self.rank(play[1])

        return max(trick.plays, key=power)[0]

    def playable(self, held: Iterable[Card], led: Card | None) -> tuple[Card, ...]:
        """The cards of a known hand that may be played: to `led`, or as a lead where it is None."""
        cards = tuple(held)
        if led is None:
            trumps = self._of(cards, self.trump)
            return trumps if self.lead_trump and trumps else cards
        followers = self._of(cards, self.suit(led))
        if not followers:
            return cards
        ruff = self._of(cards, self.trump) if self.ruff_any_time else ()
        return tuple(c for c in cards if c in followers or c in ruff)

    def _of(self, cards: Sequence[Card], suit: Suit) -> tuple[Card, ...]:
        return tuple(c for c in cards if self.suit(c) == suit)
