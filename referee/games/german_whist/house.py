"""The house rules of German Whist, and the numbers that every part of it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine import Said, house, msg

TRICKS = 13  # in each of the two stages (W15)
BOOK = 6  # tricks that do not count (W20)
YES_NO: Mapping[bool, Said] = {True: msg("yes"), False: msg("no")}


@dataclass(frozen=True)
class GermanWhistHouse:
    """What a table may agree on."""

    target: int = house(
        {15: 15, 10: 10, 20: 20, 50: 50}, msg("Points needed to win"), "W21", (1, 100), first=True
    )
    scoring: str = house(
        {
            "over_six": msg("a point a trick over six"),
            "per_trick": msg("a point a trick"),
            "majority_one": msg("a point for most tricks"),
            "all26_difference": msg("the difference over all 26 tricks"),
        },
        msg("What scores"),
        "WA4",
        first=True,
    )
    dealer_rotation: str = house(
        {
            "alternate": msg("the other player"),
            "loser_deals": msg("the loser"),
            "winner_deals": msg("the winner"),
        },
        msg("Who deals next"),
        "WA6",
    )
    tie_rule: str = house(
        {"extend_10": msg("play for ten more"), "highest": msg("the higher wins")},
        msg("Both past the target (a point a trick)"),
        "WA5",
    )
    revoke_tricks: int = house({3: 3, 0: 0, 1: 1, 2: 2}, msg("Tricks lost by a revoke"), "WA10")
    offender_cannot_win: bool = house(YES_NO, msg("Who revoked cannot win on that hand"), "WA10")
    stage1_revoke: str = house(
        {
            "opponent_choice": msg("the other player chooses"),
            "ignore": msg("play on"),
            "redeal": msg("deal again"),
        },
        msg("After a revoke in the first stage"),
        "WA11",
    )
