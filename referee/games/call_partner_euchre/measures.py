"""What is counted of each player of Euchre for five."""

from __future__ import annotations

from referee.engine.measure import DEALING, Counts, Measure, dealing
from referee.engine.message import msg
from referee.engine.score import Score
from referee.engine.table import Seat, Table
from referee.games.call_partner_euchre.rules import TRICKS

MEASURES = (
    Measure("bids", msg("Trump made")),
    Measure("made", msg("Hands made"), "bids"),
    Measure("set", msg("Hands set"), "bids"),
    Measure("bid_points", msg("Points a hand as maker"), "bids", mean=True),
    Measure("marches", msg("All five tricks as maker"), "bids"),
    Measure("alone", msg("Alone on purpose"), "bids"),
    Measure("alone_made", msg("Alone and made"), "alone"),
    Measure("called", msg("Cards called"), "bids"),
    Measure("called_held", msg("Called cards that found a partner"), "called"),
    Measure("buried", msg("Called cards that were buried"), "called"),
    Measure("partner", msg("Hands as the partner called")),
    Measure("partner_made", msg("Made as the partner called"), "partner"),
    Measure("defended", msg("Hands in defence")),
    Measure("set_them", msg("Makers set"), "defended"),
    *DEALING,
)


def counts(table: Table, score: Score) -> Counts:
    """The maker, the partner who was called, and those who defended."""
    facts = score.facts
    maker, made = Seat(int(facts["maker"])), facts["made"] == "yes"
    called, partner = facts["called"] != "alone", facts["partner"]
    told: dict[Seat, dict[str, int]] = {}
    for seat in table.seats:
        if seat == maker:
            counted = {"bids": 1, "made" if made else "set": 1}
            counted["bid_points"] = score.points(table.side(seat))
            counted["marches"] = int(made and facts["tricks"] == str(TRICKS))
            if called:
                counted |= {"called": 1, "called_held": int(partner.isdecimal())}
                counted["buried"] = int(partner == "buried")
            else:
                counted |= {"alone": 1, "alone_made": int(made)}
        elif partner == str(seat):
            counted = {"partner": 1, "partner_made": int(made)}
        else:
            counted = {"defended": 1, "set_them": int(not made)}
        if seat == table.dealer:
            counted |= dealing(table, score.points(table.side(seat)))
        told[seat] = {name: n for name, n in counted.items() if n}
    return told
