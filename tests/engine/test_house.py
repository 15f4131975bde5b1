"""House rules: every value that was promised, as text and back."""

from __future__ import annotations

import pytest

from referee.engine import HouseRuleError, agreed, encode, house_rules, in_english, with_rules
from referee.games import GAMES
from tests.samples import SAMPLES

PROMISED = {game: sample.promised for game, sample in SAMPLES.items()}


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
