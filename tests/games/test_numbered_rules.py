"""The numbered rules say what this table plays, not what some other table does."""

from __future__ import annotations

import pytest

from referee.engine import in_english
from tests.talk import rule_sheet


@pytest.mark.parametrize(
    ("game", "house", "number", "words"),
    [
        ("pitch", "", "P10", "must bid at least 2"),
        ("pitch", "forced_min=1", "P10", "must bid at least 1"),
        ("pitch", "all_pass=redeal", "P10", "next player deals"),
        ("pitch", "", "P11", "steal the bid by bidding the same"),
        ("pitch", "dealer_steal=no", "P11", "must bid higher"),
        ("pitch", "dealer_steal_smear=no", "P11", "any bid but a smear"),
        ("pitch", "dealer_steal_four=no", "P11", "any bid but a four"),
        ("pitch", "min_bid=2", "P12", "from 2 to four"),
        ("pitch", "smear=off", "P18", "without the smear"),
        ("pitch", "smear_needs_jack=no", "P27", "only if it is out"),
        ("pitch", "", "P33", "a trump, if they have one"),
        ("pitch", "lead_rule=any", "P33", "leads any card"),
        ("pitch", "target=11", "P36", "at 11 wins, but only"),
        ("pitch", "win_rule=highest", "P36", "of several, the highest"),
        ("german_whist", "", "W20", "over six"),
        ("german_whist", "scoring=per_trick", "W20", "Each trick is worth"),
        ("german_whist", "scoring=all26_difference", "W19", "both stages"),
        ("german_whist", "target=50", "W21", "first to 50"),
        ("call_partner_euchre", "", "E11", "dealer must name"),
        ("call_partner_euchre", "stick_the_dealer=no", "E11", "next player deals"),
        ("call_partner_euchre", "call_rule=ace", "E13", "calls an ace"),
        ("call_partner_euchre", "march=3", "E19", "3 points each"),
        ("call_partner_euchre", "defenders_sweep=2", "E21", "2 points each"),
        ("call_partner_euchre", "lone_march=5", "E22", "worth 5"),
    ],
)
def test_a_rule_follows_the_house(game: str, house: str, number: str, words: str) -> None:
    sheet = rule_sheet(game, **dict(word.split("=") for word in house.split()))
    [text] = [in_english(rule.text) for rule in sheet.rules() if rule.number == number]
    assert words in text


def test_fewer_points_may_win_only_where_one_must_bid_out() -> None:
    assert "P37" in {rule.number for rule in rule_sheet("pitch").rules()}
    assert "P37" not in {rule.number for rule in rule_sheet("pitch", win_rule="highest").rules()}
