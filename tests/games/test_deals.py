"""Full deals, entered card by card: who takes what, and what follows from the cards alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.engine import SAME_COLOUR, Card, Seat, Suit, pack
from referee.games.pitch.house import POINTS
from referee.tricks import Trick, TrickRules
from tests.talk import Talk, as_texts, cases, offences_of, rule_sheet, table_of

Deal = dict[str, Any]
PITCH, WHIST, EUCHRE = cases("deals_pitch"), cases("deals_german_whist"), cases("deals_euchre5")


def ids(deal: Deal) -> str:
    return str(deal["id"])


def seats_of(deal: Deal) -> dict[str, int]:
    return {name: n for n, name in enumerate(deal["players"])}


def play(talk: Talk, deal: Deal, tricks: list[dict[str, Any]]) -> Iterator[int]:
    """Enter every card in the order played; after each, the number of cards on record."""
    seats, cards = seats_of(deal), 0
    for trick in tricks:
        leads = seats[trick["leader"]]
        if talk.row(0).score is None and talk.open != [f"card.{trick['n']}.{leads}"]:
            assert any(v["code"] == "LEAD_OUT_OF_TURN" for v in deal["violations"])
            talk.tell(f"lead.{trick['n']}", str(leads))
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


def pitch_table(deal: Deal, low_to: str = "taker") -> Talk:
    """The table of a deal, with the auction as it went."""
    game = rule_sheet("pitch", low_to=low_to, **as_texts(deal["options"]))
    seats = seats_of(deal)
    talk = table_of(game, deal["players"], seats[deal["dealer"]], "every", "cards")
    for who, bid in deal["auction"]:
        talk.tell(f"bid.{seats[who]}", str(bid))
    return talk


@pytest.mark.parametrize("low_to", ["taker", "holder"])
@pytest.mark.parametrize("deal", PITCH, ids=ids)
def test_pitch_deal(deal: Deal, low_to: str) -> None:
    seats, expect = seats_of(deal), deal["expect"]
    talk = pitch_table(deal, low_to)
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


def whist_table(deal: Deal) -> Talk:
    sheet, dealer = rule_sheet("german_whist"), seats_of(deal)[deal["dealer"]]
    talk = table_of(sheet, deal["players"], dealer, play="cards")
    return talk.say(f"trump={deal['trump']}")


@pytest.mark.parametrize("deal", WHIST, ids=ids)
def test_german_whist_deal(deal: Deal) -> None:
    seats, expect = seats_of(deal), deal["expect"]
    talk = whist_table(deal)
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


def called_in(deal: Deal) -> str:
    return "alone" if deal["alone_declared"] else str(deal["called"])


def euchre_table(deal: Deal) -> Talk:
    seats, game = seats_of(deal), rule_sheet("call_partner_euchre")
    talk = table_of(game, deal["players"], seats[deal["dealer"]], "every", "cards")
    talk.tell("upcard", deal["upcard"])
    for n, (who, call) in enumerate(deal["calls"]):
        key = "order" if n < len(seats) else "name"
        talk.tell(f"{key}.{seats[who]}", call.removeprefix("call:"))
    talk.tell("called", called_in(deal))
    return talk


@pytest.mark.parametrize("deal", EUCHRE, ids=ids)
def test_euchre_deal(deal: Deal) -> None:
    """The partner is known with the called card, and not one card before."""
    seats, expect = seats_of(deal), deal["expect"]
    talk, called = euchre_table(deal), called_in(deal)

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


# -- offences ----------------------------------------------------------------------------------

# What the cards never prove: in the first stage a card shown later may have been drawn since.
NOT_PROVED = {"WD-09"}
ALL = PITCH + WHIST + EUCHRE
REVOKED = [deal for deal in ALL if deal["ruled_delta"] is not None]


def table_for(deal: Deal) -> Talk:
    tables = {"pitch": pitch_table, "german_whist": whist_table, "euchre5": euchre_table}
    talk = tables[deal["game"]](deal)
    return talk.say(f"trump={deal['trump']}") if talk.open == ["trump"] else talk


def tricks_of(deal: Deal) -> list[dict[str, Any]]:
    tricks: list[dict[str, Any]] = deal.get("tricks") or deal["stage1"] + deal["stage2"]
    return tricks


def first_proof(deal: Deal, violation: Mapping[str, Any], up_cards: bool) -> int:
    """The trick that shows the first of the cards that ought to have been played: at once, where
    the player had taken one up in sight of all."""
    who, due = violation["player"], set(violation.get("legal", ()))
    seen = {t["prize"] for t in tricks_of(deal) if "prize" in t and t["winner"] == who}
    if violation["code"] == "LEAD_OUT_OF_TURN" or (up_cards and due & seen):
        return int(violation["trick"])
    return min(
        int(t["n"]) for t in tricks_of(deal) for seat, c in t["plays"] if seat == who and c in due
    )


@pytest.mark.parametrize("with_up_cards", [False, True], ids=["plain", "up-cards"])
@pytest.mark.parametrize("deal", ALL, ids=ids)
def test_an_offence_is_found_at_its_first_proof_and_none_in_a_legal_deal(
    deal: Deal, with_up_cards: bool
) -> None:
    seats, talk = seats_of(deal), table_for(deal)
    labelled = {
        (v["code"], seats[v["player"]], v["trick"]): first_proof(deal, v, with_up_cards)
        for v in deal["violations"]
        if deal["id"] not in NOT_PROVED
    }
    for trick in tricks_of(deal):
        if with_up_cards and "prize" in trick:
            talk.tell(f"up.{trick['n']}", trick["prize"])
        list(play(talk, deal, [trick]))
        found = {
            (o.code, o.seat, o.trick): o.proved_in_trick for o in offences_of(talk.row(0).hand)
        }
        assert found == {o: proof for o, proof in labelled.items() if proof <= trick["n"]}


@pytest.mark.parametrize("deal", REVOKED, ids=ids)
def test_the_default_ruling_gives_what_the_deal_says(deal: Deal) -> None:
    seats, talk = seats_of(deal), table_for(deal)
    list(play(talk, deal, tricks_of(deal)))
    before = talk.points()
    [offence] = deal["violations"]
    if deal["id"] == "WD-09":
        talk.tell("ruling.1", f"REVOKE:{seats[offence['player']]}:stage1:play_on")
        assert talk.points() == before
        talk.tell("ruling.1", f"REVOKE:{seats[offence['player']]}:stage1:redeal")
        assert not talk.score().scored
        return
    [found] = talk.row(0).hand.offences
    talk.tell("ruling.1", found.ruling)
    score = talk.score()
    sides = deal.get("teams") or {name: [name] for name in deal["players"]}
    table = talk.row(0).table
    delta = {n: score.points(table.side(Seat(seats[m[0]]))) for n, m in sides.items()}
    assert delta == deal["ruled_delta"]
    assert found.rule in {line.rule for line in score.lines} | {r.rule for r in score.story}
    talk.tell("ruling.1", "none")
    assert talk.points() == before


@pytest.mark.parametrize("deal", [d for d in ALL if d["id"] == "PD-23"], ids=ids)
def test_a_lead_out_of_turn_that_stands_is_recorded_and_costs_nothing(deal: Deal) -> None:
    talk = table_for(deal)
    list(play(talk, deal, tricks_of(deal)))
    before = talk.points()
    [found] = talk.row(0).hand.offences
    assert found.ruling == "LEAD_OUT_OF_TURN:3:3:stands"
    talk.tell("ruling.1", found.ruling)
    assert talk.points() == before
    assert "REF-LEAD-OUT-OF-TURN" in {reason.rule for reason in talk.score().story}


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
