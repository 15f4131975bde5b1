"""What is counted of each player of Pitch."""

from __future__ import annotations

from referee.engine.measure import DEALING, Counts, Measure, dealing
from referee.engine.message import msg
from referee.engine.score import Score
from referee.engine.table import Seat, Table
from referee.games.pitch.rules import SMEAR

MEASURES = (
    Measure("bids", msg("Bids won")),
    Measure("made", msg("Bids made"), "bids"),
    Measure("set", msg("Bids set"), "bids"),
    Measure("bid_size", msg("Average bid (a smear is five)"), "bids", mean=True),
    Measure("bid_points", msg("Points a bid"), "bids", mean=True),
    Measure("smears", msg("Smears tried"), "bids"),
    Measure("smears_made", msg("Smears made"), "smears"),
    Measure("partner", msg("Partner’s bids")),
    Measure("partner_made", msg("Partner’s bids made"), "partner"),
    Measure("defended", msg("Hands in defence")),
    Measure("set_them", msg("Bids of others set"), "defended"),
    *DEALING,
)


def counts(table: Table, score: Score) -> Counts:
    """The bidder, the partners of the bidder, and those who defended."""
    bidder, bid = Seat(int(score.facts["bidder"])), int(score.facts["bid"])
    made = score.facts["made"] == "yes"
    maker = table.side(bidder)
    told: dict[Seat, dict[str, int]] = {}
    for seat in table.seats:
        if seat == bidder:
            counted = {"bids": 1, "made" if made else "set": 1, "bid_size": bid}
            counted["bid_points"] = score.points(maker)
            if bid == SMEAR:
                counted |= {"smears": 1, "smears_made": int(made)}
        elif table.side(seat) == maker:
            counted = {"partner": 1, "partner_made": int(made)}
        else:
            counted = {"defended": 1, "set_them": int(not made)}
        if seat == table.dealer:
            counted |= dealing(table, score.points(table.side(seat)))
        told[seat] = {name: n for name, n in counted.items() if n}
    return told
