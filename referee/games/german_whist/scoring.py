"""Scoring of German Whist: second-stage tricks, or as the house has it (W19-W21, WA4)."""

from __future__ import annotations

from referee.engine import (
    DEALING,
    Counts,
    Line,
    Measure,
    Reason,
    Score,
    Seat,
    Side,
    SideName,
    Table,
    dealing,
    msg,
    msgs,
)
from referee.games.german_whist.house import BOOK, TRICKS, GermanWhistHouse


def score(house: GermanWhistHouse, table: Table, first: int, second: int) -> Score:
    """Second-stage tricks over six count a point each (W20), or as the house has it (WA4)."""
    taken = {Side(0): second, Side(1): TRICKS - second}
    winner = max(taken, key=lambda s: taken[s])
    lines = [line for s in table.sides if (line := line_of(house, s, taken[s])) is not None]
    facts = {"tricks": str(second)}
    if house.scoring == "all26_difference":
        total = {Side(0): first + second, Side(1): 2 * TRICKS - first - second}
        facts["stage1"] = str(first)
        lines = []
        winner = max(total, key=lambda s: total[s])
        if gain := 2 * total[winner] - 2 * TRICKS:
            why = msg("%(n)s of 26 tricks", n=total[winner])
            lines = [Line(winner, gain, why, "WA4")]
    headline = msg("Thirteen tricks each: no score")
    if lines:
        headline = msg("%(side)s won the hand", side=SideName(winner))
    story = tuple(reason(line, taken[line.side]) for line in lines)
    facts["winner"] = str(winner) if lines else ""
    summary = msg("%(a)s–%(b)s", a=second, b=TRICKS - second)
    roles = {Seat(s): msgs("%(n)s trick", "%(n)s tricks", taken[Side(s)]) for s in table.seats}
    return Score(tuple(lines), headline, story, summary, roles, facts)


def line_of(house: GermanWhistHouse, side: Side, tricks: int) -> Line | None:
    over = tricks - BOOK
    if house.scoring == "per_trick":
        return Line(side, tricks, msgs("%(n)s trick", "%(n)s tricks", tricks), "WA4")
    if over <= 0:
        return None
    if house.scoring == "majority_one":
        return Line(side, 1, msg("%(n)s of 13 tricks", n=tricks), "WA4")
    return Line(side, over, msg("%(n)s tricks, %(over)s over six", n=tricks, over=over), "W20")


def reason(line: Line, tricks: int) -> Reason:
    if line.rule == "W20":
        text = msg(
            "%(side)s took %(n)s tricks in the second stage; each over six is a point.",
            side=SideName(line.side),
            n=tricks,
        )
        return Reason(text, "W20")
    text = msg("%(side)s: %(why)s.", side=SideName(line.side), why=line.why)
    return Reason(text, line.rule)


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
