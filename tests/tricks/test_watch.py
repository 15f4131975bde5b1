"""What the cards prove of an offence, and when: one row a story, in card words."""

from __future__ import annotations

import pytest

from referee.engine import Card, Entry, Seat, Suit, carried
from referee.tricks import Trick, TrickRules
from referee.tricks.watch import Offence, offences
from tests.talk import Talk, offences_of, rule_sheet, table_of

WHIST = TrickRules(Suit("H"))
EUCHRE = TrickRules(Suit("H"), bowers=True)
PITCH = TrickRules(Suit("H"), ruff_any_time=True, lead_trump=True)


def tricks(text: str) -> list[Trick]:
    """`0AS 1KH, 1AD 0AC`: who played which card, trick by trick."""
    return [
        Trick(tuple((Seat(int(word[0])), Card(word[1:])) for word in trick.split()))
        for trick in text.split(",")
    ]


def told(found: tuple[Offence, ...]) -> list[str]:
    return [f"{o.code} {o.seat} in {o.trick}, proved in {o.proved_in_trick}" for o in found]


@pytest.mark.parametrize(
    ("rules", "text", "found"),
    [
        (WHIST, "0AS 1KD, 0KS 1QD", []),
        (WHIST, "0AS 1KD, 0KS 1QS", ["REVOKE 1 in 1, proved in 2"]),
        (WHIST, "0AS 1KH, 1QS 0KS", ["REVOKE 1 in 1, proved in 2"]),  # ruffed, holding a spade
        (
            WHIST,
            "0AS 1KD, 0KS 1QD, 0AC 1QS",
            ["REVOKE 1 in 1, proved in 3", "REVOKE 1 in 2, proved in 3"],
        ),
        (EUCHRE, "0AH 1JD, 0KH 1AD", []),  # the left bower followed
        (EUCHRE, "0AH 1KD, 0KH 1JD", ["REVOKE 1 in 1, proved in 2"]),
        (EUCHRE, "0AD 1KC, 0KC 1JD", []),  # the left bower is no diamond
        (EUCHRE, "0JD 1KD, 0AC 1QH", ["REVOKE 1 in 1, proved in 2"]),  # led, it asks for trumps
        (PITCH, "0AH 1KH, 0AS 1QH, 1JH 0KD, 1AC 0JS", []),  # who ruffed may hold a spade
        (PITCH, "0AH 1KH, 0AS 1QD, 1JS 0KS", ["REVOKE 1 in 2, proved in 3"]),
        (PITCH, "0AH 1KH, 0AS 1QH, 1JH 0KD", []),  # no trump was left to lead
        (PITCH, "0AH 1KH, 0AS 1QH, 1JH 0KH", ["LEAD_NOT_TRUMP 0 in 2, proved in 3"]),
        (PITCH, "0AS 1KS", []),  # the pitch itself makes trump
    ],
)
def test_what_the_cards_prove(rules: TrickRules, text: str, found: list[str]) -> None:
    assert told(offences(tricks(text), rules)) == found


@pytest.mark.parametrize(
    ("draws", "text", "found"),
    [
        # Unseen, the card that is shown may be the one that was drawn: it explains one, no more.
        ({1: (0, "-"), 2: (1, "-")}, "0AS 1KD, 0AC 1QC, 0KS 1QS", []),
        ({1: (1, "-")}, "0AS 1KD, 0KS 1QS, 0QC 1JS", ["REVOKE 1 in 1, proved in 3"]),
        # Taken up in sight of all: it explains itself alone.
        ({1: (1, "QS")}, "0AS 1KD, 0KS 1QS", []),
        ({1: (1, "QS")}, "0AS 1KD, 0KS 1JS", ["REVOKE 1 in 1, proved in 2"]),
        # Known to be in the hand: proved at once.
        ({1: (1, "QS")}, "0AC 1KC, 0AS 1KD", ["REVOKE 1 in 2, proved in 2"]),
    ],
)
def test_what_was_drawn_may_explain_a_card(
    draws: dict[int, tuple[int, str]], text: str, found: list[str]
) -> None:
    seen = {n: [(Seat(s), None if c == "-" else Card(c))] for n, (s, c) in draws.items()}
    assert told(offences(tricks(text), WHIST, draws=seen)) == found


def cards_table() -> Talk:
    talk = table_of(rule_sheet("pitch"), 4, play="cards").say("contract=0.2")
    talk.say("card.1.0=KC card.1.1=JC card.1.2=9D card.1.3=TH")
    return talk.say("lead.2=1 card.2.1=AD card.2.2=3C")


def test_a_proof_is_announced_with_its_card_and_withdrawn_with_it() -> None:
    talk = cards_table()
    assert told(offences_of(talk.now.hand)) == [
        "LEAD_OUT_OF_TURN 1 in 2, proved in 2",
        "REVOKE 2 in 1, proved in 2",
    ]
    talk.say("card.2.2=3D")
    assert len(talk.now.hand.offences) == 1
    talk.say("card.2.2=3C").say("card.1.2=2C")  # it was the two of clubs that he played
    assert len(talk.now.hand.offences) == 1


def test_a_coarser_level_in_mid_hand_keeps_what_still_fits() -> None:
    talk = cards_table().say("ruling.1=REVOKE:2:1 note=settled")
    known = carried(talk.sheet)
    assert {("trick.1", "0"), ("trump", "C")} <= set(known)
    for key, value in (*known, ("play", "winners")):  # as the store writes them down
        talk.log.append(Entry(len(talk.log) + 1, 0, key, value))
    assert talk.open == ["trick.2"]
    assert [r.value for r in talk.now.rulings] == ["REVOKE:2:1"]
    talk.say("trick.2=0 trick.3=0 trick.4=1 trick.5=1 trick.6=1 high=0 low=0 jack=0 game=1")
    assert talk.points() == [-2, 1]
