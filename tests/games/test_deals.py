"""Full deals, entered card by card: who takes what, and what follows from the cards alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.engine.cards import SAME_COLOUR, Card, Suit, pack
from referee.engine.table import Seat
from referee.engine.tricks import Trick, TrickRules
from referee.games.pitch_scoring import POINTS
from tests.talk import Talk, as_texts, cases, rule_sheet, table_of

Deal = dict[str, Any]
PITCH, WHIST, EUCHRE = cases("deals_pitch"), cases("deals_german_whist"), cases("deals_euchre5")


def ids(deal: Deal) -> str:
    return str(deal["id"])


def in_turn(deal: Deal) -> bool:
    """Whether the winner of each trick leads to the next, as the referee asks for the cards."""
    return not any(v["code"] == "LEAD_OUT_OF_TURN" for v in deal["violations"])


def seats_of(deal: Deal) -> dict[str, int]:
    return {name: n for n, name in enumerate(deal["players"])}


def play(talk: Talk, deal: Deal, tricks: list[dict[str, Any]]) -> Iterator[int]:
    """Enter every card in the order played; after each, the number of cards on record."""
    seats, cards = seats_of(deal), 0
    for trick in tricks:
        for who, card in trick["plays"]:
            key = f"card.{trick['n']}.{seats[who]}"
            if talk.row(0).score is None:
                assert talk.open == [key]
                talk.tell(key, card)
            cards += 1
            yield cards


def taken(talk: Talk, count: int) -> list[str]:
    return [talk.now.hand.facts[f"trick.{n}"] for n in range(1, count + 1)]


# -- Pitch -------------------------------------------------------------------------------------


@pytest.mark.parametrize("low_to", ["taker", "holder"])
@pytest.mark.parametrize("deal", [d for d in PITCH if in_turn(d)], ids=ids)
def test_pitch_deal(deal: Deal, low_to: str) -> None:
    game = rule_sheet("pitch", low_to=low_to, **as_texts(deal["options"]))
    seats, expect = seats_of(deal), deal["expect"]
    talk = table_of(game, deal["players"], seats[deal["dealer"]], "every", "cards")
    for who, bid in deal["auction"]:
        talk.tell(f"bid.{seats[who]}", str(bid))
    bid, how = deal["contract"]["bid"], deal["contract"]["how"]
    assert talk.now.hand.facts["contract"] == f"{seats[deal['contract']['bidder']]}.{bid}"
    assert talk.now.hand.facts["how"] == how
    assert (talk.open == ["trump"]) is (len(seats) == 6)  # only before a discard is trump named
    if talk.open == ["trump"]:
        talk.tell("trump", deal["trump"])
    list(play(talk, deal, deal["tricks"]))

    assert taken(talk, 6) == [str(seats[t["winner"]]) for t in deal["tricks"]]
    by_rule = expect[f"low_{low_to}"]
    sides = {name: talk.now.table.side(Seat(seats[m[0]])) for name, m in deal["teams"].items()}
    items = {p: None if (s := by_rule["items"][p]) is None else str(sides[s]) for p in POINTS}
    facts = talk.score().facts
    assert {p: facts[p] or None for p in POINTS} == items
    assert talk.now.hand.facts.get("trump", deal["trump"]) == deal["trump"]
    assert facts["made"] == ("yes" if by_rule["made"] else "no")
    assert {n: talk.score().points(s) for n, s in sides.items()} == by_rule["delta"]


# -- German Whist ------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", WHIST, ids=ids)
def test_german_whist_deal(deal: Deal) -> None:
    seats, expect = seats_of(deal), deal["expect"]
    talk = table_of(
        rule_sheet("german_whist"), deal["players"], seats[deal["dealer"]], play="cards"
    )
    talk.tell("trump", deal["trump"])
    talk.tell("up.1", deal["stock"][0])
    for cards in play(talk, deal, deal["stage1"]):
        if cards == 26:
            leader = seats[expect["stage2_leader"]]
            assert talk.open == [f"card.14.{leader}"]
    list(play(talk, deal, deal["stage2"]))

    assert taken(talk, 13) == [str(seats[t["winner"]]) for t in deal["stage2"]]
    facts = talk.now.hand.facts
    first = deal["players"][0]
    assert facts["stage1"] == str(expect["stage1_tricks"][first])
    assert facts["tricks"] == str(expect["stage2_tricks"][first])
    assert talk.points() == [expect["delta"][p] for p in deal["players"]]


# -- Euchre ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", EUCHRE, ids=ids)
def test_euchre_deal(deal: Deal) -> None:
    """The partner is known with the called card, and not one card before."""
    seats, expect = seats_of(deal), deal["expect"]
    game = rule_sheet("call_partner_euchre")
    talk = table_of(game, deal["players"], seats[deal["dealer"]], "every", "cards")
    talk.tell("upcard", deal["upcard"])
    for n, (who, call) in enumerate(deal["calls"]):
        key = "order" if n < len(seats) else "name"
        talk.tell(f"{key}.{seats[who]}", call.removeprefix("call:"))
    called = "alone" if deal["alone_declared"] else deal["called"]
    talk.tell("called", called)

    plays = [card for t in deal["tricks"] for _, card in t["plays"]]
    falls = plays.index(called) + 1 if called in plays else None
    for cards in play(talk, deal, deal["tricks"]):
        hand = talk.now.hand
        known = falls is not None and cards >= falls
        if hand.score is None:
            assert ("partner" in hand.public().facts) is known
            assert ("partner" in [str(role.text) for role in hand.public().roles.values()]) is (
                known and deal["partner"] is not None
            )

    held = deal["partner"]
    where = "own" if deal["called_location"] == "own" else "buried"
    partner = "alone" if called == "alone" else where if held is None else str(seats[held])
    assert talk.score().facts["partner"] == partner
    assert taken(talk, 5) == [str(seats[t["winner"]]) for t in deal["tricks"]]
    assert talk.score().facts["tricks"] == str(expect["attackers_tricks"])
    assert talk.points() == [expect["delta"][p] for p in deal["players"]]


# -- what may be played ------------------------------------------------------------------------


def rules_of(deal: Deal) -> TrickRules:
    pitch = deal["game"] == "pitch"
    return TrickRules(
        Suit(deal["trump"]),
        bowers=deal["game"] == "euchre5",
        ruff_any_time=pitch,
        lead_trump=pitch and deal["options"].get("lead_rule") != "any",
    )


def moments(deal: Deal) -> Iterator[tuple[int, str, Card, tuple[Card, ...]]]:
    """Every play with all cards that might have been played then: trick, player, card, legal."""
    rules = rules_of(deal)
    held = {who: [Card(c) for c in cards] for who, cards in deal["hands"].items()}
    for trick in deal.get("tricks") or deal["stage1"] + deal["stage2"]:
        led: Card | None = None
        pitched = deal["game"] == "pitch" and trick["n"] == 1
        for who, name in trick["plays"]:
            card = Card(name)
            assert card in held[who]
            first = pitched and led is None  # the pitch fixes trump: any card may be led
            yield trick["n"], who, card, rules.playable(held[who], None if first else led)
            held[who].remove(card)
            led = led or card
        if "prize" in trick:
            loser = next(who for who in held if who != trick["winner"])
            held[trick["winner"]].append(Card(trick["prize"]))
            held[loser].append(Card(trick["hidden"]))


@pytest.mark.parametrize("deal", PITCH + WHIST + EUCHRE, ids=ids)
def test_every_card_played_was_playable_but_for_the_offence(deal: Deal) -> None:
    offences = {
        (v["trick"], v["player"]): (v["played"], set(v["legal"]))
        for v in deal["violations"]
        if "legal" in v
    }
    found = {
        (n, who): (str(card), {str(c) for c in legal})
        for n, who, card, legal in moments(deal)
        if card not in legal
    }
    assert found == offences


@pytest.mark.parametrize("deal", PITCH + WHIST + EUCHRE, ids=ids)
def test_the_cards_played_decide_who_takes_each_trick(deal: Deal) -> None:
    seats, rules = seats_of(deal), rules_of(deal)
    for trick in deal.get("tricks") or deal["stage1"] + deal["stage2"]:
        lies = Trick(tuple((Seat(seats[who]), Card(card)) for who, card in trick["plays"]))
        assert rules.winner(lies) == seats[trick["winner"]], trick["n"]


def test_the_deals_are_deals() -> None:
    """Guards the material itself: no card twice, and the pack is the game's own."""
    for deal in PITCH + EUCHRE:
        whole = pack() if deal["game"] == "pitch" else pack("8")
        dealt = [c for cards in deal["dealt"].values() for c in cards] + deal.get("kitty", [])
        assert len(set(dealt)) == len(dealt) <= len(whole)
        assert set(dealt) <= set(whole)
    for deal in WHIST:
        cards = [c for held in deal["hands"].values() for c in held] + deal["stock"]
        assert sorted(cards) == sorted(pack())


def test_the_left_bower_of_a_deal_is_the_other_jack_of_the_colour() -> None:
    lefts: Mapping[str, str] = {d["id"]: d["left_bower"] for d in EUCHRE}
    assert lefts == {d["id"]: "J" + SAME_COLOUR[Suit(d["trump"])] for d in EUCHRE}
