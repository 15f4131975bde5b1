"""The fold over the log: undo, corrections, two phones, the end and what comes after it."""

from __future__ import annotations

import pytest

from referee.engine import (
    Entry,
    IllegalAnswer,
    NothingToUndo,
    Setup,
    StaleQuestion,
    carried,
    fold,
    in_english,
    name_of,
    newest,
    redoable,
)
from referee.engine.log import untouched
from tests.talk import Talk, rule_sheet, table_of

NAMES = ("North", "East", "South", "West")
NS_TWO = "contract=0.2 trump=C high=0 low=0 jack=none game=1"  # North-South bid 2, made: +2 +1
EW_FOUR = "contract=1.4 trump=S high=1 low=1 jack=1 game=1"
PITCH = rule_sheet("pitch")
EUCHRE = rule_sheet("call_partner_euchre")


def pitch(**rules: str) -> Talk:
    return table_of(rule_sheet("pitch", **rules), NAMES, dealer=0)


# -- going on ----------------------------------------------------------------------------------


def test_a_scored_hand_waits_until_somebody_says_that_it_is_right() -> None:
    talk = pitch().say(NS_TWO)
    assert talk.points() == [2, 1]
    assert talk.open == ["next"]
    assert len(talk.sheet.rows) == 1
    talk.say("next=ok")
    assert talk.open == ["contract"]
    assert talk.now.table.dealer == 1
    assert talk.now.table.totals == (2, 1)


def test_the_first_answer_of_the_next_hand_says_right_as_well() -> None:
    talk = pitch().say(NS_TWO)
    talk.tell("contract", "1.2", hand=1)
    assert talk.sheet.number == 1
    assert talk.open == ["trump"]
    assert [e.key for e in talk.log][-1] == "contract"


def test_the_next_hand_cannot_begin_in_the_middle_of_this_one() -> None:
    talk = pitch().say("contract=0.2")
    assert talk.refused("contract", "1.2", hand=1).code == "NOT_YET"
    assert talk.refused("next", "ok").code == "NOT_YET"


@pytest.mark.parametrize("hand", [-1, 2, 7])
def test_there_is_no_such_hand(hand: int) -> None:
    talk = pitch().say(NS_TWO)
    with pytest.raises(StaleQuestion):
        talk.tell("trump", "C", hand)


def test_what_was_said_of_the_next_hand_beforehand_holds_for_its_first_answer() -> None:
    """Level and dealer of the next deal are often set while the last score is still shown."""
    talk = pitch().say(NS_TWO)
    talk.tell("bids", "every", hand=1)
    talk.tell("dealer", "2", hand=1)
    assert talk.open == ["next"]  # facts alone do not begin a hand
    talk.tell("bid.3", "2", hand=1)
    assert talk.now.table.dealer == 2
    assert talk.open == ["bid.0"]


# -- undo and redo -----------------------------------------------------------------------------


def test_undo_takes_back_what_was_said_last_and_redo_says_it_again() -> None:
    talk = pitch().say("contract=0.2 trump=C")
    talk.undo()
    assert talk.open == ["trump"]
    talk.undo()
    assert talk.open == ["contract"]
    talk.redo()
    assert talk.open == ["trump"]
    talk.redo()
    assert talk.open == ["high", "low", "jack", "game"]
    assert len(talk.log) == 6, "nothing is ever deleted"


def test_after_undo_of_a_correction_the_first_answer_stands_again() -> None:
    talk = pitch().say("contract=0.2 trump=C").say("contract=0.3")
    assert talk.now.hand.answers()["contract"] == "0.3"
    assert talk.undo().now.hand.answers()["contract"] == "0.2"
    assert talk.redo().now.hand.answers()["contract"] == "0.3"


def test_an_undone_row_may_be_undone_and_brought_back_again_and_again() -> None:
    talk = pitch().say("contract=0.2")
    for _ in range(3):
        assert talk.undo().open == ["contract"]
        assert talk.redo().open == ["trump"]


def test_redo_after_undo_after_redo_goes_back_one_by_one() -> None:
    talk = pitch().say("contract=0.2 trump=C high=0")
    talk.undo().redo().undo().undo()
    assert talk.open == ["trump"]
    talk.redo()
    assert talk.open == ["high", "low", "jack", "game"]
    talk.redo()
    assert talk.open == ["low", "jack", "game"]


def test_something_new_ends_the_redo() -> None:
    talk = pitch().say("contract=0.2").undo()
    assert redoable(talk.log) is not None
    talk.say("contract=0.3")
    assert redoable(talk.log) is None
    with pytest.raises(NothingToUndo):
        talk.redo()


def test_nothing_to_undo_in_an_empty_log() -> None:
    with pytest.raises(NothingToUndo):
        pitch().undo()
    with pytest.raises(NothingToUndo):
        newest(pitch().say("contract=0.2").undo().log)


def test_undo_names_what_it_takes_back() -> None:
    talk = pitch().say("contract=0.2 trump=H")
    assert in_english(name_of(talk.setup, talk.sheet, newest(talk.log))) == "hearts are trump"
    talk.undo()
    contract = name_of(talk.setup, talk.sheet, newest(talk.log))
    assert in_english(contract, player=NAMES.__getitem__) == "North bid 2"


def test_undo_does_not_name_the_secret_partner() -> None:
    talk = table_of(EUCHRE, 5).say("maker=1 trump=C called=AS partner=3")
    words = in_english(name_of(talk.setup, talk.sheet, newest(talk.log)))
    assert words == "the last answer"


# -- corrections -------------------------------------------------------------------------------


def test_a_correction_of_an_old_hand_moves_every_total_after_it() -> None:
    talk = pitch().say(NS_TWO).say("next=ok").say(EW_FOUR)
    assert list(talk.sheet.totals) == [2, 5]
    talk.tell("game", "0", hand=0)
    assert talk.points(0) == [3, 0]
    assert list(talk.sheet.totals) == [3, 4]
    assert [row.corrected for row in talk.sheet.rows] == [True, False]


def test_only_what_is_said_after_a_hand_was_closed_is_a_correction() -> None:
    talk = pitch().say("contract=0.2 contract=0.3").say(NS_TWO)
    assert not talk.row(0).corrected
    talk.say("next=ok")
    assert not talk.row(0).corrected
    talk.tell("note", "said later", hand=0)
    assert not talk.row(0).corrected
    talk.tell("game", "0", hand=0)
    assert talk.row(0).corrected
    assert not talk.undo().row(0).corrected


def test_an_answer_that_no_longer_fits_is_asked_again_and_the_rest_stays() -> None:
    talk = table_of(PITCH, NAMES, bids="every")
    talk.say("bid.1=2 bid.2=3 bid.3=pass bid.0=pass trump=C high=0 low=0 jack=0 game=0")
    assert talk.points() == [4, 0]
    talk.tell("bid.1", "3", hand=0)
    assert talk.open == ["bid.2"]
    talk.say("bid.2=4")
    assert talk.points() == [4, 0]
    assert talk.score().facts["bid"] == "4"


def test_an_old_hand_that_is_open_again_is_asked_first_and_then_the_match_goes_on() -> None:
    talk = table_of(PITCH, NAMES, bids="every")
    talk.say("bid.1=2 bid.2=3 bid.3=pass bid.0=pass trump=C high=0 low=0 jack=0 game=0 next=ok")
    talk.say("bid.2=2 bid.3=pass bid.0=pass bid.1=pass")
    talk.tell("bid.1", "3", hand=0)
    assert (talk.sheet.number, talk.open) == (0, ["bid.2"])
    assert talk.sheet.totals == (0, 0)
    talk.say("bid.2=pass")
    assert (talk.sheet.number, talk.open) == (1, ["trump"])
    assert talk.sheet.totals == (4, -3)


def test_a_match_does_not_end_while_an_older_hand_is_unfinished() -> None:
    talk = table_of(PITCH, NAMES, bids="every", start=(19, 0))
    talk.say("bid.1=2 bid.2=3 bid.3=pass bid.0=pass trump=C high=1 low=1 jack=none game=1 next=ok")
    talk.say("bid.2=2 bid.3=pass bid.0=pass bid.1=pass trump=C high=0 low=0 jack=0 game=0")
    assert talk.won() is None
    talk.tell("bid.1", "3", hand=0)
    assert talk.won() is None
    assert talk.sheet.number == 0
    talk.say("bid.2=pass")
    assert talk.sheet.totals == (23, 3)
    assert talk.won() == (0,)


# -- two phones --------------------------------------------------------------------------------


def test_two_phones_that_answer_different_questions_do_not_clash() -> None:
    talk = pitch().say("contract=0.2 trump=C")
    seen = len(talk.log)
    talk.say("high=0", seen=seen).say("low=1", seen=seen).say("jack=none", seen=seen)
    assert talk.open == ["game"]


def test_the_second_phone_is_told_what_the_first_one_said() -> None:
    talk = pitch().say("contract=0.2")
    with pytest.raises(StaleQuestion) as stale:
        talk.tell("contract", "0.3", seen=0)
    assert (stale.value.hand, stale.value.key, stale.value.stands) == (0, "contract", "0.2")
    assert len(talk.log) == 1


def test_two_phones_that_say_the_same_agree() -> None:
    talk = pitch().say("contract=0.2")
    assert talk.tell("contract", "0.2", seen=0) is None
    assert talk.tell("contract", "0.2") is None


def test_two_phones_may_both_say_that_a_score_is_right() -> None:
    talk = pitch().say(NS_TWO)
    seen = len(talk.log)
    talk.say("next=ok")
    assert talk.tell("next", "ok", hand=0, seen=seen) is None
    assert talk.tell("next", "ok", hand=0) is None


def test_an_answer_that_was_undone_meanwhile_is_late_too() -> None:
    talk = pitch().say("contract=0.2").undo()
    with pytest.raises(StaleQuestion) as stale:
        talk.tell("contract", "0.3", seen=1)
    assert stale.value.stands is None
    talk.say("contract=0.3", seen=2)
    assert talk.open == ["trump"]


def test_a_correction_by_one_who_has_seen_the_answer_is_welcome() -> None:
    talk = pitch().say("contract=0.2 trump=C")
    talk.tell("contract", "0.3", seen=2)
    assert talk.now.hand.answers() == {"contract": "0.3", "trump": "C"}


def test_a_question_that_is_not_asked_is_stale() -> None:
    talk = pitch().say("contract=0.2")
    with pytest.raises(StaleQuestion):
        talk.tell("high", "0")
    with pytest.raises(StaleQuestion):
        talk.tell("trick.1", "0")


# -- the end and after -------------------------------------------------------------------------


def test_nothing_is_scored_after_the_end() -> None:
    talk = table_of(PITCH, NAMES, start=(19, 3)).say(NS_TWO)
    assert talk.won() == (0,)
    assert talk.open == []
    assert talk.refused("next", "ok").rule == "P36"
    assert talk.refused("contract", "1.2", hand=1).code == "MATCH_OVER"
    assert talk.refused("end", "stopped").code == "MATCH_OVER"


def test_a_correction_that_withdraws_the_winner_reopens_the_match() -> None:
    talk = table_of(PITCH, NAMES, start=(19, 3)).say(NS_TWO)
    talk.tell("high", "1", hand=0)
    assert talk.won() is None
    assert talk.sheet.totals == (17, 5)
    assert talk.open == ["next"]
    talk.tell("high", "0", hand=0)
    assert talk.won() == (0,)


def test_hands_after_an_earlier_end_are_kept_but_not_counted_until_it_is_put_right() -> None:
    talk = table_of(PITCH, NAMES, start=(19, 3))
    talk.say("contract=0.2 trump=C high=1 low=0 jack=none game=1 next=ok")  # set: 17, 5
    talk.say(EW_FOUR).say("next=ok").say("contract=2.1 trump=D")
    assert (talk.sheet.number, talk.sheet.totals) == (2, (17, 9))
    talk.tell("high", "0", hand=0)
    sheet = talk.sheet
    assert talk.won() == (0,)
    assert sheet.totals == (21, 4)
    assert [row.counted for row in sheet.rows] == [True, False, False]
    assert [row.after for row in sheet.rows] == [(21, 4)] * 3
    assert sheet.number == 0
    assert talk.refused("high", "0", hand=1).code == "MATCH_OVER"
    talk.tell("high", "1", hand=0)
    assert [row.counted for row in talk.sheet.rows] == [True, True, True]
    assert (talk.sheet.number, talk.sheet.totals) == (2, (17, 9))
    assert talk.open == ["high", "low", "jack", "game"]


def test_a_stopped_match_has_no_winner_and_may_be_taken_up_again() -> None:
    talk = pitch().say(NS_TWO).say("end=stopped")
    assert talk.won() == ()
    assert talk.sheet.outcome is not None
    assert talk.sheet.outcome.how == "stopped"
    assert talk.open == []
    assert talk.refused("next", "ok").code == "MATCH_OVER"
    talk.say("end=none")
    assert talk.won() is None
    assert talk.open == ["next"]


def test_a_side_that_gives_up_loses_to_the_highest_of_the_others() -> None:
    talk = table_of(PITCH, 3, start=(9, 4, 4)).say("contract=1.2 end=conceded.0")
    assert talk.sheet.outcome is not None
    assert (talk.won(), talk.sheet.outcome.how) == ((1, 2), "conceded")
    assert talk.undo().won() is None


@pytest.mark.parametrize("value", ["conceded", "conceded.2", "conceded.-1", "over", ""])
def test_an_end_that_does_not_exist_is_refused(value: str) -> None:
    assert pitch().refused("end", value).code == "NOT_AN_ANSWER"


# -- levels of detail --------------------------------------------------------------------------


def test_the_level_changes_from_a_hand_on() -> None:
    talk = pitch().say(NS_TWO).say("next=ok")
    talk.say("bids=every play=winners")
    assert talk.open == ["bid.2"]
    talk.say("bid.2=2 bid.3=pass bid.0=pass bid.1=pass trump=C")
    assert talk.open == ["trick.1"]
    assert talk.row(0).table.play == "totals"
    assert talk.points(0) == [2, 1]


def test_in_mid_hand_the_level_can_only_become_coarser() -> None:
    talk = table_of(PITCH, NAMES, play="winners").say("contract=0.2")
    assert talk.refused("play", "cards").code == "NOT_AN_ANSWER"
    assert talk.refused("bids", "every").code == "NOT_AN_ANSWER"
    talk.say("play=totals trump=C")
    assert talk.open == ["high", "low", "jack", "game"]


def test_what_a_finer_level_knew_is_carried_over() -> None:
    talk = table_of(PITCH, NAMES, bids="every", play="cards")
    talk.say("bid.1=2 bid.2=pass bid.3=pass bid.0=2")
    talk.say("card.1.0=AC card.1.1=2C card.1.2=3C card.1.3=4C card.2.0=KC")
    for key, value in carried(talk.sheet):
        talk.log.append(Entry(len(talk.log) + 1, 0, key, value))
    talk.say("play=winners bids=final")
    assert talk.open == ["trick.2"]
    answers = talk.now.hand.answers()
    assert (answers["contract"], answers["trump"], answers["trick.1"]) == ("0.2", "C", "0")


# -- seats, dealer, start, house rules ---------------------------------------------------------


def test_two_players_swap_and_a_substitute_sits_down() -> None:
    talk = pitch().say("seat.0=South")
    assert talk.now.players == ("South", "East", "North", "West")
    talk.say(NS_TWO).say("next=ok")
    talk.say("seat.3=Vera")
    assert talk.row(0).players == ("South", "East", "North", "West")
    assert talk.now.players == ("South", "East", "North", "Vera")


def test_two_players_swap_back_and_forth() -> None:
    talk = pitch()
    for who, expected in (("East", "East"), ("North", "North"), ("East", "East")):
        talk.tell("seat.0", who)
        assert talk.now.players[0] == expected
    assert talk.tell("seat.1", "East") is not None  # moves back the other way round
    assert talk.now.players == NAMES
    assert talk.tell("seat.0", "East") is not None  # said before, but it no longer holds
    assert talk.now.players == ("East", "North", "South", "West")


def test_only_who_may_sit_down_does() -> None:
    setup = Setup(PITCH, NAMES, bench=("Vera",))
    assert Talk(setup).say("seat.2=Vera").now.players == ("North", "East", "Vera", "West")
    assert Talk(setup).refused("seat.2", "Nobody").code == "NOT_AN_ANSWER"
    assert pitch().refused("seat.2", "").code == "NOT_AN_ANSWER"


def test_who_really_dealt_counts_and_the_deal_goes_on_from_there() -> None:
    talk = table_of(PITCH, NAMES, bids="every").say("dealer=2")
    assert talk.open == ["bid.3"]
    talk.say("bid.3=2 bid.0=pass bid.1=pass bid.2=2 trump=C high=0 low=0 jack=0 game=0 next=ok")
    assert talk.row(0).score is not None
    assert talk.score(0).facts["how"] == "stolen"
    assert talk.now.table.dealer == 3


def test_totals_brought_over_may_be_put_right_at_any_time() -> None:
    talk = table_of(PITCH, NAMES, start=(5, 7)).say(NS_TWO)
    assert talk.sheet.totals == (7, 8)
    talk.tell("start.1", "-3", hand=0)
    assert talk.sheet.totals == (7, -2)
    assert talk.refused("start.1", "1000", hand=0).code == "NOT_AN_ANSWER"


def test_a_house_rule_put_right_changes_the_hands_already_scored() -> None:
    talk = table_of(PITCH, NAMES, start=(5, 19)).say(NS_TWO)
    assert talk.won() is None
    talk.tell("rule.target", "7", hand=0)
    assert talk.won() == (0,)
    assert talk.undo().won() is None


@pytest.mark.parametrize(
    ("name", "value"), [("target", "0"), ("target", "--5"), ("low_to", "thief"), ("low_to", "")]
)
def test_a_house_rule_that_does_not_exist_is_refused(name: str, value: str) -> None:
    assert pitch().refused(f"rule.{name}", value).code == "HOUSE_RULE"


def test_who_plays_with_whom_does_not_change_in_the_middle_of_a_match() -> None:
    assert pitch().refused("rule.team_layout", "solo").code == "HOUSE_RULE"
    seven = table_of(PITCH, 7)
    assert seven.refused("rule.hand_size", "8-2").code == "HOUSE_RULE"


def test_a_stored_house_rule_that_is_no_longer_allowed_is_passed_over() -> None:
    sheet = fold(Setup(PITCH, NAMES), [Entry(1, 0, "rule.low_to", "thief")])
    assert sheet.game == PITCH


# -- misdeals and notes ------------------------------------------------------------------------


@pytest.mark.parametrize(("misdeal", "dealer"), [("same_dealer", 0), ("deal_passes", 1)])
def test_after_a_misdeal_nothing_scores_and_the_house_says_who_deals(
    misdeal: str, dealer: int
) -> None:
    talk = pitch(misdeal=misdeal).say("contract=0.2 trump=C ruling.1=MISDEAL")
    assert talk.points() == [0, 0]
    assert not talk.score().scored
    talk.say("next=ok")
    assert talk.now.table.dealer == dealer


def test_a_void_hand_ends_no_match() -> None:
    """Even where totals brought over are at the target already."""
    talk = table_of(EUCHRE, 5, start=(10, 0, 0, 0, 0)).say("ruling.1=MISDEAL")
    assert talk.won() is None
    talk.say("next=ok").say("maker=1 trump=C called=alone tricks=3")
    assert talk.won() == (0,)


def test_a_misdeal_that_was_none_brings_the_answers_back() -> None:
    talk = pitch().say("contract=0.2 trump=C ruling.1=MISDEAL ruling.1=none")
    assert talk.open == ["high", "low", "jack", "game"]
    talk.say("ruling.2=MISDEAL")
    assert talk.open == ["next"]


def test_an_unknown_ruling_is_refused() -> None:
    assert pitch().refused("ruling.1", "REVOKE:9").code == "NOT_AN_ANSWER"
    with pytest.raises(StaleQuestion):
        pitch().tell("ruling.2", "MISDEAL")


def test_a_note_changes_nothing_else() -> None:
    talk = pitch().say(NS_TWO)
    before = talk.sheet
    talk.tell("note", "Ann spilt her tea")
    assert talk.now.said["note"] == "Ann spilt her tea"
    assert (talk.sheet.totals, talk.open) == (before.totals, ["next"])
    assert talk.refused("note", "x" * 501).code == "NOT_AN_ANSWER"


def test_a_match_is_untouched_until_an_answer_is_on_record() -> None:
    talk = pitch().say("seat.0=South dealer=1 note=hello bids=every")
    assert untouched(talk.log)
    talk.say("bid.2=2")
    assert not untouched(talk.log)
    assert untouched(talk.undo().log)


def test_the_error_says_where_it_was_refused() -> None:
    with pytest.raises(IllegalAnswer, match=r"hand 1: contract='0.9': BID_UNKNOWN \(P12\)"):
        pitch().tell("contract", "0.9")
