"""Tricks in card words: what may be played, and what takes the trick."""

from __future__ import annotations

import pytest

from referee.engine import RANKS, SAME_COLOUR, SUITS, Card, Seat, Suit, pack
from referee.tricks import Trick, TrickRules

WHIST = TrickRules(Suit("S"))
EUCHRE = TrickRules(Suit("S"), bowers=True)
PITCH = TrickRules(Suit("S"), ruff_any_time=True, lead_trump=True)
LEAD_ANY = TrickRules(Suit("S"), ruff_any_time=True)


def cards(text: str) -> list[Card]:
    return [Card(word) for word in text.split()]


@pytest.mark.parametrize(
    ("rules", "played", "winner"),
    [
        (WHIST, "TH JH 9H", "JH"),
        (WHIST, "2H AD KC", "2H"),  # nobody follows
        (WHIST, "AH 2S KH", "2S"),  # the lowest trump beats any ace
        (WHIST, "AH 2S 3S", "3S"),
        (WHIST, "JC JS AS", "AS"),  # without bowers a jack is a jack
        (EUCHRE, "AS JC KS", "JC"),  # left bower
        (EUCHRE, "AS JC JS", "JS"),  # right bower
        (EUCHRE, "JC AC KC", "JC"),  # led, it is a trump lead
        (EUCHRE, "AC 8S JH", "8S"),
        (EUCHRE, "JH AH JD", "AH"),  # the other colour has plain jacks
        (PITCH, "AH KH 2S", "2S"),
    ],
)
def test_who_takes_the_trick(rules: TrickRules, played: str, winner: str) -> None:
    plays = cards(played)
    trick = Trick(tuple((Seat(n), card) for n, card in enumerate(plays)))
    assert plays[rules.winner(trick)] == winner


@pytest.mark.parametrize(
    ("rules", "held", "led", "playable"),
    [
        (WHIST, "AH 2S KC", "9H", "AH"),
        (WHIST, "2S KC", "9H", "2S KC"),  # void: anything
        (WHIST, "AH 2S KC", None, "AH 2S KC"),
        (WHIST, "AH 2S KC", "9S", "2S"),
        (EUCHRE, "JC AC 9H", "AS", "JC"),  # the left bower must follow trump
        (EUCHRE, "JC 9H 8D", "AC", "JC 9H 8D"),  # and need not follow its printed suit
        (EUCHRE, "JC AC 9H", "KC", "AC"),
        (EUCHRE, "8S 9H", "JC", "8S"),  # left bower led: trump is led
        (PITCH, "AH 2S KC", "9H", "AH 2S"),  # follow or trump
        (PITCH, "2S KC", "9H", "2S KC"),
        (PITCH, "AH KC", "9S", "AH KC"),
        (PITCH, "AH 2S KC", "9S", "2S"),
        (PITCH, "AH 2S KC", None, "2S"),  # P33
        (PITCH, "AH KC", None, "AH KC"),
        (LEAD_ANY, "AH 2S KC", None, "AH 2S KC"),
    ],
)
def test_what_may_be_played(rules: TrickRules, held: str, led: str | None, playable: str) -> None:
    assert list(rules.playable(cards(held), Card(led) if led else None)) == cards(playable)


def test_the_leader_is_who_played_first() -> None:
    trick = Trick(((Seat(2), Card("AH")), (Seat(0), Card("KH"))))
    assert trick.leader == 2
    assert trick.cards == ("AH", "KH")


def test_a_pack_has_each_card_once() -> None:
    assert len(set(pack())) == 52
    assert len(set(pack("8"))) == 28
    assert {c.rank for c in pack("8")} == set("89TJQKA")
    assert [c for c in pack() if c.suit == "H"] == [Card(r + "H") for r in RANKS]


def test_each_suit_has_one_other_of_its_colour() -> None:
    assert {frozenset(pair) for pair in SAME_COLOUR.items()} == {
        frozenset("CS"),
        frozenset("DH"),
    }
    assert set(SAME_COLOUR) == set(SUITS)
