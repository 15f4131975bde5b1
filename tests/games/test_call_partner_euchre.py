"""Euchre for five in card words: making trump, calling, and what the tricks are worth."""

from __future__ import annotations

import pytest

from referee.engine import HouseRuleError, StaleQuestion
from tests.talk import Talk, rule_sheet, table_of

ALL_PASS = " ".join(f"order.{seat}=pass" for seat in (1, 2, 3, 4, 0))  # seat 0 deals


def euchre(bids: str = "final", play: str = "totals", start: str = "", **rules: str) -> Talk:
    before = tuple(map(int, start.split()))
    talk = table_of(rule_sheet("call_partner_euchre", **rules), 5, start=before)
    return talk.say(f"bids={bids} play={play}")


def played(tricks: int, partner: str = "3", start: str = "", **rules: str) -> Talk:
    """Seat 1 makes clubs trump and calls the ace of spades."""
    talk = euchre(start=start, **rules).say("maker=1 trump=C")
    called = "called=alone" if partner == "alone" else f"called=AS partner={partner}"
    return talk.say(f"{called} tricks={tricks}")


# -- scoring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("partner", "tricks", "points"),
    [
        ("3", 3, "0 1 0 1 0"),
        ("3", 4, "0 1 0 1 0"),
        ("3", 5, "0 2 0 2 0"),
        ("3", 2, "2 0 2 0 2"),
        ("3", 1, "2 0 2 0 2"),
        ("3", 0, "4 0 4 0 4"),
        ("alone", 3, "0 1 0 0 0"),
        ("alone", 5, "0 2 0 0 0"),
        ("alone", 2, "2 0 2 2 2"),
        ("alone", 0, "4 0 4 4 4"),
        ("buried", 4, "0 1 0 0 0"),
        ("buried", 5, "0 2 0 0 0"),
        ("buried", 1, "2 0 2 2 2"),
        ("own", 5, "0 2 0 0 0"),
        ("own", 0, "4 0 4 4 4"),
    ],
)
def test_the_attackers_tricks_decide(partner: str, tricks: int, points: str) -> None:
    assert played(tricks, partner).points() == [int(p) for p in points.split()]


@pytest.mark.parametrize(
    ("rules", "partner", "tricks", "points"),
    [
        ({"march": "3"}, "3", 5, "0 3 0 3 0"),
        ({"march": "3"}, "3", 4, "0 1 0 1 0"),
        ({"march": "3"}, "alone", 5, "0 2 0 0 0"),
        ({"lone_march": "4"}, "alone", 5, "0 4 0 0 0"),
        ({"lone_march": "5"}, "buried", 5, "0 5 0 0 0"),  # forced alone counts as alone
        ({"lone_march": "5"}, "own", 5, "0 5 0 0 0"),
        ({"lone_march": "5"}, "3", 5, "0 2 0 2 0"),
        ({"lone_march": "5"}, "alone", 4, "0 1 0 0 0"),
        ({"defenders_sweep": "2"}, "3", 0, "2 0 2 0 2"),
        ({"defenders_sweep": "2"}, "alone", 0, "2 0 2 2 2"),
    ],
)
def test_house_rules_of_the_score(
    rules: dict[str, str], partner: str, tricks: int, points: str
) -> None:
    assert played(tricks, partner, **rules).points() == [int(p) for p in points.split()]


@pytest.mark.parametrize(
    ("tie_rule", "start", "tricks", "winners"),
    [
        ("highest_then_shared", "0 8 0 9 0", 5, (3,)),  # 10 and 11
        ("highest_then_shared", "0 9 0 9 0", 3, (1, 3)),
        ("highest_then_shared", "0 9 0 8 0", 3, (1,)),
        ("highest_then_shared", "0 8 0 8 0", 3, None),
        ("maker_first", "0 8 0 9 0", 5, (1,)),
        ("maker_first", "9 0 9 0 8", 2, (0, 2)),  # the maker is not there: as before
        ("maker_first", "9 0 8 0 8", 0, (0,)),
        ("play_on", "0 8 0 9 0", 5, (3,)),
        ("play_on", "0 9 0 9 0", 3, None),
        ("play_on", "9 0 9 0 8", 2, None),
        ("shared_all", "0 8 0 9 0", 5, (1, 3)),
        ("shared_all", "9 0 8 0 8", 2, (0, 2, 4)),
        ("shared_all", "0 9 0 0 0", 3, (1,)),
    ],
)
def test_who_wins_where_several_reach_ten(
    tie_rule: str, start: str, tricks: int, winners: tuple[int, ...] | None
) -> None:
    assert played(tricks, start=start, tie_rule=tie_rule).won() == winners


def test_playing_on_ends_with_the_hand_in_which_one_leads_alone() -> None:
    talk = played(3, start="0 9 0 9 0", tie_rule="play_on").say("next=ok")
    talk.say("maker=1 trump=H called=alone tricks=3")
    assert talk.won() == (1,)


# -- making trump ------------------------------------------------------------------------------


def test_the_turned_up_suit_goes_round_once_and_then_any_other() -> None:
    talk = euchre("every")
    assert talk.open == ["upcard"]
    asked = []
    for answer in ("upcard=9H", *ALL_PASS.split(), "name.1=pass", "name.2=C"):
        asked += talk.open
        talk.say(answer)
    assert asked == ["upcard", *(f"order.{s}" for s in (1, 2, 3, 4, 0)), "name.1", "name.2"]
    assert talk.now.hand.facts == {"maker": "2", "trump": "C"}
    assert talk.open == ["called"]


def test_whoever_takes_the_turned_up_suit_makes_it_trump() -> None:
    talk = euchre("every").say("upcard=9H order.1=pass order.2=order")
    assert talk.now.hand.facts == {"maker": "2", "trump": "H"}


def test_the_suit_turned_down_cannot_be_named() -> None:
    refusal = euchre("every").say(f"upcard=9H {ALL_PASS}").refused("name.1", "H")
    assert (refusal.code, refusal.rule) == ("SUIT_TURNED_DOWN", "E9")


def test_the_dealer_must_name_a_suit() -> None:
    talk = euchre("every").say(f"upcard=9H {ALL_PASS}")
    talk.say("name.1=pass name.2=pass name.3=pass name.4=pass")
    refusal = talk.refused("name.0", "pass")
    assert (refusal.code, refusal.rule) == ("DEALER_MUST_CALL", "E11")
    assert talk.refused("name.0", "H").code == "SUIT_TURNED_DOWN"
    assert euchre().refused("maker", "pass").code == "DEALER_MUST_CALL"


def test_without_the_duty_to_name_it_is_dealt_again_by_the_next() -> None:
    talk = euchre("every", stick_the_dealer="no").say(f"upcard=9H {ALL_PASS}")
    talk.say("name.1=pass name.2=pass name.3=pass name.4=pass name.0=pass")
    assert talk.points() == [0] * 5
    assert not talk.score().scored
    assert talk.say("next=ok").now.table.dealer == 1
    assert euchre(stick_the_dealer="no").say("maker=pass").points() == [0] * 5


@pytest.mark.parametrize(
    ("said", "key", "rule"),
    [
        ("upcard=9H", "order.2", "E7"),
        ("upcard=9H order.1=pass", "order.1.x", "E7"),
        (f"upcard=9H {ALL_PASS}", "name.3", "E7"),
    ],
)
def test_a_call_out_of_turn(said: str, key: str, rule: str) -> None:
    refusal = euchre("every").say(said).refused(key, "pass")
    assert (refusal.code, refusal.rule) == ("CALL_OUT_OF_TURN", rule)


def test_the_up_card_is_one_of_the_28() -> None:
    refusal = euchre("every").refused("upcard", "7H")
    assert (refusal.code, refusal.rule) == ("CARD_NOT_IN_PACK", "E1")


# -- calling -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call_rule", "card", "code"),
    [
        ("any", "JS", None),
        ("any", "JC", None),
        ("any", "8D", None),
        ("any", "7D", "CARD_NOT_IN_PACK"),
        ("non_trump", "8D", None),
        ("non_trump", "AC", "CALL_NOT_ALLOWED"),
        ("non_trump", "JC", "CALL_NOT_ALLOWED"),
        ("non_trump", "JS", "CALL_NOT_ALLOWED"),  # the left bower is a trump
        ("non_trump", "JD", None),
        ("non_trump", "7D", "CARD_NOT_IN_PACK"),
        ("ace", "AC", None),
        ("ace", "KS", "CALL_NOT_ALLOWED"),
        ("ace", "alone", None),
    ],
)
def test_which_card_may_be_called(call_rule: str, card: str, code: str | None) -> None:
    talk = euchre(call_rule=call_rule).say("maker=1 trump=C")
    if code is None:
        assert talk.tell("called", card)
    else:
        assert talk.refused("called", card).code == code


@pytest.mark.parametrize(
    ("own_card", "partner", "code", "rule"),
    [
        ("alone", "own", None, None),
        ("alone", "buried", None, None),
        ("alone", "1", "PARTNER_IS_MAKER", "E13"),
        ("alone", "buried.3", "BURIED_HAS_NO_PARTNER", "E23"),
        ("alone", "5", "BURIED_HAS_NO_PARTNER", "E23"),
        ("forbidden", "own", "OWN_CARD_CALLED", "E13"),
        ("forbidden", "buried", None, None),
        ("forbidden", "1", "PARTNER_IS_MAKER", "E13"),
    ],
)
def test_who_may_have_held_it(
    own_card: str, partner: str, code: str | None, rule: str | None
) -> None:
    talk = euchre(own_card=own_card).say("maker=1 trump=C called=AS")
    if code is None:
        assert talk.tell("partner", partner)
    else:
        refusal = talk.refused("partner", partner)
        assert (refusal.code, refusal.rule) == (code, rule)


def test_a_card_that_was_turned_down_is_buried_and_nobody_is_asked() -> None:
    talk = euchre("every").say(f"upcard=9H {ALL_PASS} name.1=C called=9H")
    assert talk.open == ["tricks"]
    assert talk.refused("partner", "own").code == "BURIED_HAS_NO_PARTNER"
    assert talk.say("tricks=3").points() == [0, 1, 0, 0, 0]


def test_the_up_card_that_was_taken_up_may_be_held_by_the_dealer_or_buried() -> None:
    talk = euchre("every").say("upcard=AH order.1=order called=AH")
    [question] = talk.now.hand.open
    assert list(question.legal) == ["2", "3", "4", "0", "buried", "own"]


def test_alone_asks_for_no_partner() -> None:
    talk = euchre().say("maker=1 trump=C called=alone")
    assert talk.open == ["tricks"]
    with pytest.raises(StaleQuestion):
        talk.tell("partner", "3")


# -- card by card ------------------------------------------------------------------------------


def test_the_card_turned_down_is_not_in_play() -> None:
    talk = euchre("every", "cards").say(f"upcard=9H {ALL_PASS} name.1=C called=AS")
    assert talk.open == ["card.1.1"]
    assert talk.tell("card.1.1", "AH")
    assert talk.refused("card.1.2", "9H").code == "CARD_NOT_IN_PACK"
    assert talk.refused("card.1.2", "AH").code == "CARD_NOT_IN_PACK"  # lies on the table


def test_the_left_bower_takes_a_trick_of_trumps() -> None:
    talk = euchre("every", "cards").say("upcard=9C order.1=order called=AH")
    talk.say("card.1.1=AC card.1.2=JS card.1.3=KC card.1.4=8D card.1.0=9C")
    assert talk.now.hand.facts["trick.1"] == "2"
    assert talk.open == ["card.2.2"]


@pytest.mark.parametrize(
    ("before", "falls", "partner"),
    [("", "card.1.1=AS", "own"), ("card.1.1=AC card.1.2=KS", "card.1.3=AS", "3")],
)
def test_the_partner_is_known_when_the_card_falls(before: str, falls: str, partner: str) -> None:
    talk = euchre("every", "cards").say(f"upcard=9C order.1=order called=AS {before}")
    assert "partner" not in talk.now.hand.facts
    talk.say(falls)
    assert talk.now.hand.public().facts["partner"] == partner


def test_where_own_cards_are_forbidden_the_maker_cannot_play_the_called_one() -> None:
    talk = euchre("every", "cards", own_card="forbidden")
    talk.say("upcard=9C order.1=order called=AS")
    refusal = talk.refused("card.1.1", "AS")
    assert (refusal.code, refusal.rule) == ("OWN_CARD_CALLED", "E13")
    talk.say("card.1.1=AC card.1.2=AS")
    assert talk.now.hand.facts["partner"] == "2"


def test_five_tricks_are_needed() -> None:
    talk = euchre(play="winners").say("maker=1 trump=C called=AS trick.1=0 trick.2=1")
    assert (talk.refused("next", "ok").code, talk.open) == ("TRICKS_SUM", ["trick.3"])


@pytest.mark.parametrize("tricks", ["6", "-1", "none"])
def test_a_hand_has_five_tricks(tricks: str) -> None:
    talk = euchre().say("maker=1 trump=C called=alone")
    assert talk.refused("tricks", tricks).code == "RESULT_RANGE"


@pytest.mark.parametrize(("misdeal", "dealer"), [("same_dealer", 0), ("deal_passes", 1)])
def test_who_deals_after_a_misdeal(misdeal: str, dealer: int) -> None:
    talk = euchre(misdeal=misdeal).say("ruling.1=MISDEAL next=ok")
    assert talk.now.table.dealer == dealer


@pytest.mark.parametrize("players", [4, 6])
def test_it_is_a_game_for_five(players: int) -> None:
    with pytest.raises(HouseRuleError):
        rule_sheet("call_partner_euchre").teams(players)
