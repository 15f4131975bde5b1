"""A sample of German Whist: a table, a hand, its house rules, what its answers are called."""

from __future__ import annotations

from tests.sample import Sample

SAMPLE = Sample(
    players=2,
    hand="trump=H tricks=9",
    deal="trump",
    target="10",
    promised={
        "target": "15 1..100",
        "scoring": "over_six per_trick majority_one all26_difference",
        "dealer_rotation": "alternate loser_deals winner_deals",
        "revoke_tricks": "3 0 1 2",
        "offender_cannot_win": "yes no",
        "stage1_revoke": "opponent_choice ignore redeal",
        "tie_rule": "extend_10 highest",
    },
    called=(
        ("final totals", "", "trump=H", "hearts are trump"),
        ("final totals", "", "trump=H tricks=9", "tricks 9–4"),
        ("final totals", "scoring=all26_difference", "trump=H tricks=9 stage1=6", "tricks 6–7"),
        ("final winners", "", "trump=H trick.1=1", "Ben took trick 1"),
        ("final cards", "", "trump=H card.1.1=2S", "Ben played 2S"),
        ("final cards", "", "trump=H lead.1=0", "Ana led to trick 1"),
        ("final cards", "", "trump=H up.1=9H", "9H turned up"),
    ),
)
