"""A sample of Hearts: a table, a hand, its house rules, what its answers are called."""

from __future__ import annotations

from tests.sample import Sample

SAMPLE = Sample(
    players=4,
    hand="queen=1 hearts.0=2 hearts.1=3 hearts.2=8",
    deal="",
    target="20",
    promised={
        "target": "100 50 20..500",
        "moon": "add subtract off",
        "tie_rule": "shared play_on",
    },
    called=(
        ("final totals", "", "queen=1", "Ben took the queen of spades"),
        ("final totals", "", "hearts.2=8", "Cleo took 8 hearts"),
    ),
)
