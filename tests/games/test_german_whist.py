"""German Whist in numbers: what thirteen tricks score, who deals next, who wins."""

from __future__ import annotations

import pytest

from referee.engine import HouseRuleError, in_english
from referee.games.german_whist import GermanWhist
from referee.games.german_whist.scoring import Result
from tests.talk import Talk, rule_sheet, table_of


def played(tricks: int, start: str = "0 0", stage1: int | None = None, **rules: str) -> Talk:
    """One hand, by seat 0's tricks of the second stage (and of the first, where they count)."""
    before = tuple(map(int, start.split()))
    talk = table_of(rule_sheet("german_whist", **rules), ("Ann", "Bob"), dealer=0, start=before)
    talk.say(f"trump=H tricks={tricks}")
    if talk.open == ["stage1"]:
        talk.say(f"stage1={stage1}")
    else:
        assert stage1 is None
    return talk


@pytest.mark.parametrize(
    ("scoring", "tricks", "delta"),
    [
        ("over_six", 13, [7, 0]),
        ("over_six", 8, [2, 0]),
        ("over_six", 7, [1, 0]),
        ("over_six", 6, [0, 1]),
        ("over_six", 0, [0, 7]),
        ("per_trick", 8, [8, 5]),
        ("per_trick", 13, [13, 0]),
        ("per_trick", 0, [0, 13]),
        ("majority_one", 7, [1, 0]),
        ("majority_one", 13, [1, 0]),
        ("majority_one", 6, [0, 1]),
    ],
)
def test_the_second_stage_scores(scoring: str, tricks: int, delta: list[int]) -> None:
    assert played(tricks, target="50", scoring=scoring).points() == delta


@pytest.mark.parametrize(
    ("stage1", "tricks", "delta"),
    [
        (4, 8, [0, 2]),  # 12 to 14
        (13, 13, [26, 0]),
        (0, 0, [0, 26]),
        (7, 7, [2, 0]),
        (6, 7, [0, 0]),
        (13, 0, [0, 0]),
    ],
)
def test_the_difference_over_all_26_tricks(stage1: int, tricks: int, delta: list[int]) -> None:
    talk = played(tricks, stage1=stage1, scoring="all26_difference", target="50")
    assert talk.points() == delta
    result, game = talk.score().result, talk.sheet.game
    assert isinstance(result, Result)
    assert isinstance(game, GermanWhist)
    assert (result.winner(game) is None) is (delta == [0, 0])


@pytest.mark.parametrize(
    ("start", "tricks", "target", "winner"),
    [
        ("13 9", 8, "15", (0,)),
        ("14 14", 13, "15", (0,)),
        ("14 14", 6, "15", (1,)),
        ("12 9", 8, "15", None),
        ("0 0", 7, "1", (0,)),
        ("92 90", 13, "100", None),
        ("93 90", 13, "100", (0,)),
    ],
)
def test_the_first_to_the_target_wins(
    start: str, tricks: int, target: str, winner: tuple[int, ...] | None
) -> None:
    assert played(tricks, start, target=target).won() == winner


@pytest.mark.parametrize(
    ("tie_rule", "start", "tricks", "winner"),
    [
        ("extend_10", "45 40", 8, (0,)),  # 53 to 45: only one is there
        ("extend_10", "45 47", 8, None),  # 53 to 52: both, so play to 60
        ("extend_10", "52 51", 8, (0,)),  # 60 to 56
        ("extend_10", "54 57", 6, None),  # 60 to 64: both, so play to 70
        ("highest", "45 47", 8, (0,)),  # 53 to 52
        ("highest", "45 48", 8, None),  # 53 each
        ("highest", "45 49", 8, (1,)),  # 53 to 54
        ("highest", "40 40", 9, None),
    ],
)
def test_both_past_the_target_where_each_trick_scores(
    tie_rule: str, start: str, tricks: int, winner: tuple[int, ...] | None
) -> None:
    talk = played(tricks, start, scoring="per_trick", target="50", tie_rule=tie_rule)
    assert talk.won() == winner


@pytest.mark.parametrize(
    ("rotation", "tricks", "dealer"),
    [
        ("alternate", 13, 1),
        ("alternate", 0, 1),
        ("loser_deals", 13, 1),
        ("loser_deals", 0, 0),
        ("winner_deals", 13, 0),
        ("winner_deals", 0, 1),
    ],
)
def test_who_deals_next(rotation: str, tricks: int, dealer: int) -> None:
    talk = played(tricks, dealer_rotation=rotation).say("next=ok")
    assert talk.now.table.dealer == dealer


@pytest.mark.parametrize("rotation", ["loser_deals", "winner_deals"])
def test_the_deal_alternates_after_a_hand_that_nobody_won(rotation: str) -> None:
    talk = played(7, stage1=6, scoring="all26_difference", dealer_rotation=rotation)
    assert talk.say("next=ok").now.table.dealer == 1


@pytest.mark.parametrize("rotation", ["alternate", "loser_deals", "winner_deals"])
def test_after_a_misdeal_the_same_player_deals(rotation: str) -> None:
    game = rule_sheet("german_whist", dealer_rotation=rotation)
    talk = table_of(game, 2, dealer=1).say("ruling.1=MISDEAL next=ok")
    assert talk.now.table.dealer == 1


@pytest.mark.parametrize("tricks", ["14", "-1", "6.5", ""])
def test_there_are_thirteen_tricks(tricks: str) -> None:
    talk = table_of(rule_sheet("german_whist"), 2).say("trump=H")
    refusal = talk.refused("tricks", tricks)
    assert (refusal.code, refusal.rule) == ("RESULT_RANGE", "W20")


def test_the_winners_of_the_second_stage_are_counted() -> None:
    talk = table_of(rule_sheet("german_whist"), 2, play="winners").say("trump=S")
    talk.say(" ".join(f"trick.{n}={'0' if n <= 9 else '1'}" for n in range(1, 14)))
    assert talk.points() == [3, 0]
    assert talk.now.hand.facts["tricks"] == "9"


def test_the_non_dealer_leads_and_the_winner_of_the_last_trick_leads_to_the_second_stage() -> None:
    talk = table_of(rule_sheet("german_whist"), 2, dealer=0, play="cards").say("trump=S")
    assert talk.open == ["card.1.1"]
    talk.say("card.1.1=2H card.1.0=3H")
    assert talk.open == ["card.2.0"]


def test_the_up_card_may_be_written_down_and_need_not() -> None:
    talk = table_of(rule_sheet("german_whist"), 2, play="cards").say("trump=S up.1=7S")
    assert talk.open == ["card.1.1"]
    assert talk.now.hand.answers()["up.1"] == "7S"
    talk.say("card.1.1=2H card.1.0=3H")
    talk.tell("up.1", "8S")  # put right later
    assert talk.now.hand.answers()["up.1"] == "8S"
    assert "up.14" not in talk.now.hand.questions()


@pytest.mark.parametrize("players", [1, 3, 4])
def test_it_is_a_game_for_two(players: int) -> None:
    with pytest.raises(HouseRuleError):
        rule_sheet("german_whist").teams(players)


def test_the_score_names_its_rule() -> None:
    [line] = played(8).score().lines
    assert (line.rule, in_english(line.why)) == ("W20", "8 tricks, 2 over six")
