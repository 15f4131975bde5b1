"""House rules: every value that was promised, as text and back."""

from __future__ import annotations

import pytest

from referee.engine import HouseRuleError, agreed, encode, house_rules, in_english, with_rules
from referee.games import GAMES

# The options as they were agreed, the default first; `a..b` is a range of whole numbers.
PROMISED = {
    "pitch": {
        "team_layout": "auto solo two_teams three_teams",
        "hand_size": "auto 6 8-2",
        "target": "21 7 11 15 1..500",
        "win_rule": "bid_out bidder_first highest count_order",
        "min_bid": "1 2",
        "max_bid": "4",
        "all_pass": "dealer_forced redeal",
        "forced_min": "2",
        "dealer_steal": "yes no",
        "dealer_steal_four": "yes no",
        "dealer_steal_smear": "yes no",
        "smear": "yes no",
        "smear_value": "5",
        "smear_needs_jack": "yes no",
        "smear_result": "points wins_match",
        "unbid_sweep": "4 5",
        "low_to": "taker holder",
        "game_tie": "none bidder non_bidder",
        "lead_rule": "trump_if_held any",
        "lose_at": "none -21",
        "defence_cap": "none 20",
        "discard": "any non_trump_only",
        "revoke_penalty": "amount_bid set_or_zero manual",
        "misdeal": "same_dealer deal_passes",
    },
    "german_whist": {
        "target": "15 1..100",
        "scoring": "over_six per_trick majority_one all26_difference",
        "dealer_rotation": "alternate loser_deals winner_deals",
        "revoke_tricks": "3 0 1 2",
        "offender_cannot_win": "yes no",
        "stage1_revoke": "opponent_choice ignore redeal",
        "tie_rule": "extend_10 highest",
    },
    "call_partner_euchre": {
        "target": "10 5 7 11 15",
        "stick_the_dealer": "yes no",
        "call_rule": "any non_trump ace",
        "call_timing": "after_discard with_order",
        "own_card": "alone forbidden",
        "march": "2 3",
        "lone_march": "2 4 5",
        "defenders_sweep": "4 2",
        "tie_rule": "highest_then_shared maker_first play_on shared_all",
        "revoke_award": "2 3 manual",
        "revoke_award_lone": "4 5 manual",
        "misdeal": "same_dealer deal_passes",
    },
}


def values() -> list[tuple[str, str, str]]:
    found = []
    for game, rules in PROMISED.items():
        for name, texts in rules.items():
            for text in texts.split():
                ends = text.split("..") if ".." in text else [text]
                found += [(game, name, value) for value in ends]
    return found


def test_every_house_rule_that_was_promised_is_there_and_no_other() -> None:
    known = {game: set(house_rules(sheet)) for game, sheet in GAMES.items()}
    assert known == {game: set(rules) for game, rules in PROMISED.items()}


@pytest.mark.parametrize(("game", "name", "value"), values())
def test_every_value_may_be_agreed_on(game: str, name: str, value: str) -> None:
    sheet = with_rules(GAMES[game](), {name: value})
    assert encode(agreed(sheet)[name]) == value
    assert in_english(house_rules(sheet)[name].label(agreed(sheet)[name]))


@pytest.mark.parametrize("game", sorted(PROMISED))
def test_the_first_value_is_the_default(game: str) -> None:
    defaults = {name: encode(value) for name, value in agreed(GAMES[game]()).items()}
    assert defaults == {name: texts.split()[0] for name, texts in PROMISED[game].items()}


@pytest.mark.parametrize(
    ("spelt", "value"), [("true", True), ("on", True), ("false", False), ("off", False)]
)
def test_yes_and_no_may_be_spelt_in_other_ways(spelt: str, value: bool) -> None:
    assert agreed(with_rules(GAMES["pitch"](), {"smear": spelt}))["smear"] is value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("target", "0"),
        ("target", "501"),
        ("target", "--5"),
        ("target", "-"),
        ("target", ""),
        ("target", "1e2"),
        ("target", "٢١"),
        ("target", "99999999999"),
        ("target", "yes"),
        ("lose_at", "5"),
        ("lose_at", "0"),
        ("min_bid", "3"),
        ("smear", "maybe"),
        ("smear", "1"),
        ("low_to", "Taker"),
        ("players", "4"),
        ("name", "pitch"),
        ("nonsense", "1"),
    ],
)
def test_what_is_no_house_rule_or_no_value_of_it_is_refused(name: str, text: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        with_rules(GAMES["pitch"](), {name: text})
    assert in_english(refused.value.text)


def test_one_and_yes_are_not_the_same_value() -> None:
    rules = house_rules(GAMES["pitch"])
    assert in_english(rules["smear"].label(True)) == "yes"
    assert in_english(rules["min_bid"].label(1)) == "1"
    assert rules["target"].label(1) == "1"


def test_house_rules_of_one_match_leave_the_rule_sheet_alone() -> None:
    plain = GAMES["pitch"]()
    with_rules(plain, {"target": "7"})
    assert agreed(plain)["target"] == 21
