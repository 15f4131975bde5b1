"""What a revoke costs in each game, under the default and under every house rule."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee.engine import in_english
from tests.talk import Talk, rule_sheet, table_of

DEFAULT: Mapping[str, str] = {}
MADE = "contract=0.3 trump=C high=0 low=0 jack=0 game=1"  # bid 3 by seat 0, took 3; the others 1
MISSED = "contract=0.3 trump=C high=0 low=0 jack=1 game=1"  # took 2 each


def pitch(told: str, rulings: str, **rules: str) -> Talk:
    return ruled(table_of(rule_sheet("pitch", **rules), 4).say(told), rulings)


def ruled(talk: Talk, rulings: str) -> Talk:
    for n, ruling in enumerate(rulings.split(), 1):
        talk.tell(f"ruling.{n}", ruling, hand=0)
    return talk


@pytest.mark.parametrize(
    ("told", "rulings", "points", "rules"),
    [
        # amount_bid: the offenders score nothing and lose the bid, the others keep theirs.
        (MADE, "REVOKE:1", [3, -3], {}),
        (MISSED, "REVOKE:1", [2, -3], {}),  # the bidders are not set (P-60)
        (MADE, "REVOKE:0", [-3, 1], {}),
        (MISSED, "REVOKE:2", [-3, 2], {}),  # the partner of the bidder
        (MADE, "REVOKE:1 REVOKE:3:2", [3, -3], {}),  # once a side
        (MADE, "WRONG_COUNT:1", [3, -3], {}),
        (MADE, "REVOKE:0 REVOKE:1", [3, 1], {}),  # equal revokes on opposite sides cancel
        (MISSED, "REVOKE:0 REVOKE:1", [-3, 2], {}),
        (MADE, "REVOKE:0 REVOKE:1 REVOKE:3", [3, -3], {}),
        (MADE, "REVOKE:1:corrected", [3, 1], {}),
        # set_or_zero: set if it bid, nothing otherwise.
        (MADE, "REVOKE:1", [3, 0], {"revoke_penalty": "set_or_zero"}),
        (MISSED, "REVOKE:1", [2, 0], {"revoke_penalty": "set_or_zero"}),
        (MADE, "REVOKE:0", [-3, 1], {"revoke_penalty": "set_or_zero"}),
        # manual: the table moves the points itself.
        (MADE, "REVOKE:1", [3, 1], {"revoke_penalty": "manual"}),
        (MADE, "REVOKE:1 ADJUST:1:-4", [3, -3], {"revoke_penalty": "manual"}),
        (MADE, "REVOKE:1:manual ADJUST:1:-4", [3, -3], {}),
    ],
)
def test_pitch(told: str, rulings: str, points: list[int], rules: dict[str, str]) -> None:
    talk = pitch(told, rulings, **rules)
    assert talk.points() == points
    score = talk.score()
    known = {rule.number for rule in talk.sheet.game.rules()}
    assert {line.rule for line in score.lines} | {r.rule for r in score.story} <= known
    assert all("%" not in in_english(reason.text) for reason in score.story)


def test_a_smear_that_is_revoked_against_is_no_loss_of_five() -> None:
    told = "contract=0.smear trump=C high=0 low=0 jack=0 game=1"
    assert pitch(told, "").points() == [-5, 1]
    assert pitch(told, "REVOKE:1").points() == [3, -5]
    assert pitch(told, "REVOKE:0").points() == [-5, 1]


def test_everybody_else_keeps_theirs_where_each_plays_alone() -> None:
    told = "contract=0.2 trump=C high=1 low=0 jack=none game=2"
    talk = ruled(table_of(rule_sheet("pitch"), 3).say(told), "REVOKE:1")
    assert talk.points() == [1, -2, 1]
    assert [in_english(line.why) for line in talk.score().lines] == [
        "bid 2 not set after a revoke: took low",
        "game",
        "revoke: loses the bid of 2",
    ]


def test_bidders_that_are_spared_go_out_only_if_they_reached_their_bid() -> None:
    """P-60, and the same with the bid made."""
    for told, won in ((MISSED, None), (MADE, (0,))):
        talk = table_of(rule_sheet("pitch"), 4, start=(19, 0)).say(told)
        if talk.won() is None:
            talk.tell("ruling.1", "REVOKE:1", hand=0)
        assert talk.won() == won


def whist(tricks: int, rulings: str, rules: Mapping[str, str] = DEFAULT, start: str = "") -> Talk:
    totals = tuple(map(int, start.split()))
    talk = table_of(rule_sheet("german_whist", **rules), 2, start=totals)
    return ruled(talk.say(f"trump=H tricks={tricks}"), rulings)


@pytest.mark.parametrize(
    ("tricks", "rulings", "points", "rules"),
    [
        (9, "REVOKE:0", [0, 1], {}),  # 9-4 becomes 6-7
        (8, "REVOKE:1", [5, 0], {}),  # 8-5 becomes 11-2
        (2, "REVOKE:0", [0, 7], {}),  # no more than he has
        (9, "REVOKE:0 REVOKE:0:20", [0, 4], {}),
        (9, "REVOKE:0 REVOKE:1", [3, 0], {}),
        (9, "REVOKE:0", [2, 0], {"revoke_tricks": "1"}),
        (9, "REVOKE:0", [3, 0], {"revoke_tricks": "0"}),
        (9, "REVOKE:0", [6, 7], {"scoring": "per_trick"}),
        (9, "REVOKE:0", [0, 1], {"scoring": "majority_one"}),
        (9, "REVOKE:0:stage1", [3, 0], {}),  # the other player has not chosen yet
        (9, "REVOKE:0:stage1:play_on", [3, 0], {}),
        (9, "REVOKE:0:stage1:redeal", [0, 0], {}),
        (9, "REVOKE:0:4:redeal", [0, 0], {}),
        (9, "REVOKE:0:stage1", [0, 0], {"stage1_revoke": "redeal"}),
        (9, "REVOKE:0:stage1", [3, 0], {"stage1_revoke": "ignore"}),
        (9, "WRONG_COUNT:0", [0, 0], {}),
        (9, "WRONG_COUNT:0:stands", [3, 0], {}),
    ],
)
def test_german_whist(tricks: int, rulings: str, points: list[int], rules: dict[str, str]) -> None:
    assert whist(tricks, rulings, rules).points() == points


def test_all_26_tricks_are_counted_after_the_revoke_as_well() -> None:
    talk = table_of(rule_sheet("german_whist", scoring="all26_difference"), 2)
    talk.say("trump=H tricks=9 stage1=7")
    assert talk.points() == [6, 0]
    talk.say("ruling.1=REVOKE:0")
    assert talk.points() == [0, 0]


def test_who_revoked_in_german_whist_stops_one_short_unless_the_house_lets_him_win() -> None:
    assert whist(12, "REVOKE:0", start="13 3").sheet.totals == (14, 3)
    assert whist(12, "REVOKE:0", start="13 3").won() is None
    assert whist(12, "REVOKE:0", {"offender_cannot_win": "no"}, "13 3").won() == (0,)
    assert whist(9, "REVOKE:0", start="0 14").won() == (1,)


HELD = "maker=0 trump=H called=AS partner=2"
LONE = "maker=0 trump=H called=alone"


@pytest.mark.parametrize(
    ("told", "rulings", "points", "rules"),
    [
        (f"{HELD} tricks=5", "REVOKE:2", [0, 2, 0, 2, 2], {}),  # an attacker (E-45)
        (f"{HELD} tricks=3", "REVOKE:1", [2, 0, 2, 0, 0], {}),  # a defender
        (f"{HELD} tricks=0", "REVOKE:0", [0, 4, 0, 4, 4], {}),  # the result is better (E-49)
        (f"{LONE} tricks=2", "REVOKE:3", [4, 0, 0, 0, 0], {}),  # against a lone maker (E-47)
        (f"{LONE} tricks=5", "REVOKE:0", [0, 4, 4, 4, 4], {}),
        (f"{HELD} tricks=3", "REVOKE:1 REVOKE:2", [1, 0, 1, 0, 0], {}),
        (f"{HELD} tricks=3", "REVOKE:1", [3, 0, 3, 0, 0], {"revoke_award": "3"}),
        (f"{LONE} tricks=2", "REVOKE:3", [5, 0, 0, 0, 0], {"revoke_award_lone": "5"}),
        (f"{HELD} tricks=3", "REVOKE:1", [1, 0, 1, 0, 0], {"revoke_award": "manual"}),
        (f"{LONE} tricks=3", "REVOKE:1", [4, 0, 0, 0, 0], {"revoke_award": "manual"}),
        (f"{HELD} tricks=3", "WRONG_COUNT:1", [2, 0, 2, 0, 0], {}),
    ],
)
def test_euchre(told: str, rulings: str, points: list[int], rules: dict[str, str]) -> None:
    talk = ruled(table_of(rule_sheet("call_partner_euchre", **rules), 5).say(told), rulings)
    assert talk.points() == points
    known = {rule.number for rule in talk.sheet.game.rules()} | {"EA7"}
    score = talk.score()
    assert {line.rule for line in score.lines} | {r.rule for r in score.story} <= known


def test_a_ruling_before_the_partner_is_known_tells_nothing_of_him() -> None:
    """A revoke by the secret partner looks like anybody's until the hand is scored (EA12)."""
    shown = []
    for partner in ("1", "2", "3"):
        talk = table_of(rule_sheet("call_partner_euchre"), 5)
        talk.say(f"maker=0 trump=H called=AS ruling.1=REVOKE:2 partner={partner}")
        shown.append((repr(talk.now.hand.public()), repr(talk.now.rulings)))
    assert len(set(shown)) == 1
