"""Rulings: what reads as one, what it does, and the words it is recorded in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine import free_ruling, in_english, name_of, offers, read_ruling
from referee.games import GAMES
from tests.talk import Talk, rule_sheet, table_of

TABLES = {"pitch": 4, "german_whist": 2, "call_partner_euchre": 5}
EVERY = {
    "pitch": (
        "MISDEAL REVOKE:3 REVOKE:1:4 REVOKE:1:4:corrected REVOKE:0:manual LEAD_NOT_TRUMP:2:3 "
        "LEAD_OUT_OF_TURN:3:2 LEAD_OUT_OF_TURN:3:2:stands BID_OUT_OF_TURN:3:2 "
        "BID_OUT_OF_TURN:3:2:stands BID_OUT_OF_TURN:3:pass:withdrawn INSUFFICIENT_BID:1:smear "
        "EXPOSED_CARD:0 WRONG_COUNT:1 WRONG_COUNT:1:void CLAIM:0:4 CLAIM:0:4:played_out "
        "DISPUTE:2 ADJUST:1:-2 ADJUST:0:99"
    ),
    "german_whist": (
        "MISDEAL REVOKE:0 REVOKE:1:14 REVOKE:1:4 REVOKE:0:stage1:redeal REVOKE:0:stage1:play_on "
        "REVOKE:0:stage1 REVOKE:1:4:redeal LEAD_OUT_OF_TURN:1:26 EXPOSED_CARD:1 WRONG_COUNT:0 "
        "CLAIM:1:13 DISPUTE:0 ADJUST:0:3"
    ),
    "call_partner_euchre": (
        "MISDEAL REVOKE:4 REVOKE:4:5 LEAD_OUT_OF_TURN:0:1 BID_OUT_OF_TURN:2:order "
        "BID_OUT_OF_TURN:2:H:stands INSUFFICIENT_BID:2:H EXPOSED_CARD:4 WRONG_COUNT:3 CLAIM:0:2 "
        "DISPUTE:1 ADJUST:4:1"
    ),
}
NONSENSE = (
    "", "REVOKE", "REVOKE:9", "REVOKE:-1", "REVOKE:1:0", "REVOKE:1:27", "REVOKE:1:2:3", "revoke:1",
    "REVOKE:1:", "MISDEAL:", "MISDEAL:void:void", "ADJUST:0:0", "ADJUST:0:100", "ADJUST:0:+2",
    "ADJUST:9:1", "ADJUST:0", "REVOKE:²", "REVOKE:١", "CLAIM:0:99", "REVOKE:0:stage2",
    "BID_OUT_OF_TURN:0:7", "MISDEAL" * 9, "REVOKE: 1", "LEAD_OUT_OF_TURN:1",
)  # fmt: skip


def table(name: str) -> Talk:
    return table_of(GAMES[name](), TABLES[name])


def cases() -> list[tuple[str, str]]:
    return [(name, value) for name, values in EVERY.items() for value in values.split()]


@pytest.mark.parametrize(("name", "value"), cases())
def test_every_irregularity_is_recorded_explained_and_taken_back(name: str, value: str) -> None:
    talk = table(name).say(f"ruling.1={value}")
    entry = talk.log[-1]
    [ruling] = talk.now.rulings
    assert ruling.value == value
    numbers = {rule.number for rule in talk.sheet.game.rules()}
    assert ruling.rule in numbers
    named = name_of(talk.setup, talk.sheet, entry)
    for text in (ruling.facts, ruling.words, ruling.code.title, named):
        words = in_english(text)
        assert words
        assert "%" not in words
    talk.say("ruling.1=none")
    assert talk.now.rulings == ()


@pytest.mark.parametrize("name", sorted(TABLES))
@pytest.mark.parametrize("value", NONSENSE)
def test_what_reads_as_no_ruling_is_refused(name: str, value: str) -> None:
    assert table(name).refused("ruling.1", value).code == "NOT_AN_ANSWER"


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_screen_can_build_every_ruling_from_what_its_code_declares(name: str) -> None:
    talk = table(name)
    codes = talk.sheet.game.irregularities(talk.now.table)
    for code in codes:
        needed = [next(iter(need.legal)) for need in code.needs]
        for choice in code.choices:
            ruling = read_ruling(codes, "ruling.1", ":".join((code.name, *needed, choice)))
            assert ruling is not None
            assert (ruling.code, ruling.choice) == (code, choice)
            for said in (code.title, *(need.prompt for need in code.needs)):
                assert "%" not in in_english(said)


def test_a_question_of_rulings_lists_the_bare_ones_and_knows_the_others() -> None:
    talk = table("pitch")
    legal = offers(talk.setup, talk.sheet, talk.now)["ruling.1"].legal
    assert list(legal) == ["none", "MISDEAL"]
    assert "REVOKE:1:4" in legal
    assert in_english(legal["REVOKE:1:4"]) == "1 revoked in trick 4."
    with pytest.raises(KeyError):
        legal["REVOKE:9"]


def test_a_revoke_cannot_be_claimed_once_the_next_hand_is_begun() -> None:
    talk = table("pitch").say(
        "contract=0.2 trump=C high=0 low=0 jack=none game=1 ruling.1=REVOKE:1"
    )
    talk.say("next=ok")
    refusal = talk.refused("ruling.2", "REVOKE:0", hand=0)
    assert (refusal.code, refusal.rule) == ("CLAIM_TOO_LATE", "REF-CLOSED")
    talk.tell("ruling.2", "ADJUST:0:1", hand=0)  # points may be put right at any time
    talk.tell("ruling.1", "REVOKE:2", hand=0)  # and so may a claim that was made in time
    talk.tell("ruling.1", "none", hand=0)
    assert talk.points(0) == [3, 1]
    assert talk.refused("ruling.2", "nonsense", hand=0).code == "NOT_AN_ANSWER"


def test_what_costs_nothing_is_explained_with_the_score_all_the_same() -> None:
    talk = table("pitch").say("contract=0.2 trump=C high=0 low=0 jack=none game=1")
    before = talk.score()
    talk.say("ruling.1=BID_OUT_OF_TURN:3:2:stands ruling.2=DISPUTE:1 ruling.3=REVOKE:1:corrected")
    after = talk.score()
    assert after.lines == before.lines
    assert [reason.rule for reason in after.story[len(before.story) :]] == [
        *["REF-BID-OUT-OF-TURN"] * 2,
        *["REF-DISPUTE"] * 2,
        *["REF-PITCH-REVOKE"] * 2,
    ]


def test_the_table_may_rule_on_points_itself() -> None:
    talk = table("pitch").say("contract=0.2 trump=C high=0 low=0 jack=none game=1")
    talk.say("ruling.1=ADJUST:1:-2 ruling.2=ADJUST:0:1")
    assert talk.points() == [3, -1]
    assert [line.rule for line in talk.score().lines][-2:] == ["REF-ADJUST"] * 2
    talk.say("ruling.1=none")
    assert talk.points() == [3, 1]


@pytest.mark.parametrize("value", ["MISDEAL", "WRONG_COUNT:1:void"])
def test_a_void_hand_scores_nothing_and_is_dealt_again(value: str) -> None:
    talk = table("pitch").say(f"contract=0.2 ruling.1={value}")
    assert not talk.score().scored
    assert talk.points() == [0, 0]
    assert talk.say("next=ok").now.table.dealer == 0


def test_before_the_score_a_ruling_waits() -> None:
    talk = table("pitch").say("contract=0.2 ruling.1=REVOKE:1 trump=C high=0 low=1 jack=none")
    assert talk.now.score is None
    talk.say("game=1")
    assert talk.points() == [1, -2]


def test_nobody_wins_the_match_on_a_hand_in_which_their_side_revoked() -> None:
    """Even where the table rules on the points: they stop one short (REFEREE 0, point 2)."""
    game = rule_sheet("pitch", revoke_penalty="manual")
    talk = table_of(game, 4, start=(19, 3)).say(
        "contract=0.2 trump=C high=0 low=0 jack=none game=1 ruling.1=REVOKE:0"
    )
    assert talk.points() == [1, 1]
    assert talk.sheet.totals == (20, 4)
    assert talk.won() is None
    assert [line.rule for line in talk.score().lines] == ["P24", "P25", "REF-NO-WIN-ON-OWN-REVOKE"]
    talk.say("ruling.1=REVOKE:1")
    assert talk.won() == (0,)


def test_another_ruling_takes_the_first_free_key_while_there_is_one() -> None:
    row = table("pitch").now
    for taken, free in (("", "1"), ("1", "2"), ("2", "1"), ("1 3", "2")):
        said = {f"ruling.{n}": "MISDEAL" for n in taken.split()}
        assert free_ruling(replace(row, said=said)) == f"ruling.{free}"
    full = {f"ruling.{n}": "none" for n in range(1, 100)}
    assert free_ruling(replace(row, said=full)) is None
