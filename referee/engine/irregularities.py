"""What may go wrong in every game: a misdeal, a protest, points that the table moves itself."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.ask import seat_labels, side_labels
from referee.engine.laws import Rule
from referee.engine.message import Said, msg
from referee.engine.rulings import Choice, Code, Need
from referee.engine.table import Table

MOST_POINTS = 99  # moved by one ruling of the table
POINTS: Mapping[str, Said] = {
    str(n): n for size in range(1, MOST_POINTS + 1) for n in (size, -size)
}
SECTION = msg("Irregularities")
MISDEAL = Rule("MISDEAL", msg("A misdeal scores nothing."), SECTION)
DISPUTE = Rule(
    "REF-DISPUTE",
    msg("A player may go on under protest: it is written down with the hand."),
    SECTION,
)
ADJUST = Rule(
    "REF-ADJUST",
    msg("The table may always rule on points itself; the ruling is written down."),
    SECTION,
)


def misdeal() -> Code:
    words = msg("A misdeal is void: deal again.")
    void = Choice(msg("deal again"), words, "void")
    return Code("MISDEAL", msg("Misdeal"), "MISDEAL", msg("Misdeal"), {"void": void})


def dispute(table: Table) -> Code:
    return Code(
        "DISPUTE",
        msg("Under protest"),
        "REF-DISPUTE",
        msg("%(who)s plays on under protest."),
        {"noted": Choice(msg("noted"), msg("Noted; the score stands until the table agrees."))},
        (Need("seat", msg("Who protests?"), seat_labels(table.seats)),),
    )


def adjust(table: Table) -> Code:
    words = msg("Points for %(side)s: %(points)s.")
    return Code(
        "ADJUST",
        msg("Rule it ourselves"),
        "REF-ADJUST",
        msg("The table ruled on points itself."),
        {"points": Choice(msg("points"), words, "adjust")},
        (
            Need("side", msg("To whom?"), side_labels(table.sides)),
            Need("points", msg("How many points?"), POINTS),
        ),
    )
