"""What is counted of each player of German Whist."""

from __future__ import annotations

from referee.engine.measure import DEALING, Counts, Measure, dealing
from referee.engine.message import msg
from referee.engine.score import Score
from referee.engine.table import Seat, Table
from referee.games.german_whist.rules import TRICKS

MEASURES = (
    Measure("hands_won", msg("Hands won")),
    Measure("tricks", msg("Tricks of the second stage"), mean=True),
    Measure("all_tricks", msg("All thirteen tricks")),
    *DEALING,
)


def counts(table: Table, score: Score) -> Counts:
    """The tricks of the second stage, after revokes, and who won the hand."""
    second = int(score.facts["tricks"])
    told: dict[Seat, dict[str, int]] = {}
    for seat, tricks in zip(table.seats, (second, TRICKS - second), strict=True):
        counted = {"tricks": tricks, "all_tricks": int(tricks == TRICKS)}
        counted["hands_won"] = int(score.facts["winner"] == str(table.side(seat)))
        if seat == table.dealer:
            counted |= dealing(table, score.points(table.side(seat)))
        told[seat] = {name: n for name, n in counted.items() if n}
    return told
