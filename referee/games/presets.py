"""House rules that belong together, under the names that players use (RULES.md, end of 1.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.message import Message, msg


@dataclass(frozen=True)
class Preset:
    """A set of house rules to start from: what differs from the defaults, by encoded texts."""

    name: Message
    rules: Mapping[str, str]


PRESETS: Mapping[str, tuple[Preset, ...]] = {
    "pitch": (
        Preset(msg("Bid to go out, lead trump"), {}),
        Preset(msg("Lead anything"), {"lead_rule": "any"}),
        Preset(
            msg("Low to holder"),
            {"lead_rule": "any", "low_to": "holder", "dealer_steal_smear": "no"},
        ),
        Preset(
            msg("Minimum bid two"),
            {"lead_rule": "any", "min_bid": "2", "dealer_steal_smear": "no"},
        ),
        Preset(
            msg("Shoot the moon wins"),
            {"lead_rule": "any", "smear_result": "wins_match", "dealer_steal_smear": "no"},
        ),
        Preset(msg("Bidder goes out first"), {"lead_rule": "any", "win_rule": "bidder_first"}),
        Preset(msg("Game to 11"), {"lead_rule": "any", "target": "11"}),
    ),
    "german_whist": (
        Preset(msg("Over six, to 15"), {}),
        Preset(msg("A point a trick, to 50"), {"scoring": "per_trick", "target": "50"}),
        Preset(msg("Most tricks, to 5"), {"scoring": "majority_one", "target": "5"}),
    ),
    "call_partner_euchre": (
        Preset(msg("Stick the dealer, to 10"), {}),
        Preset(msg("Call an ace"), {"call_rule": "ace", "march": "3", "lone_march": "5"}),
        Preset(msg("Deal again when all pass"), {"stick_the_dealer": "no"}),
    ),
}
