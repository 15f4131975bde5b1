"""Tables for a spreadsheet.  A text that a spreadsheet would take for a formula is defused."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import in_english
from referee.store.base import the_club
from referee.store.base.models import PLAYER, SAT
from referee.store.matches import Match
from referee.store.matches import load as matches
from referee.store.transfer.export import batches
from referee.store.transfer.format import moment

FORMULA = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int | None
CLUB_HEAD = (
    "match", "game", "created", "ended", "how", "place", "note", "seat", "side", "player", "won",
    "hands", "points", "total",
)  # fmt: skip
OPEN = (None, None, None)  # of a match that goes on nothing is counted yet
MATCH_HEAD = ("hand", "line", "side", "players", "points", "reason", "rule", "total")


def safe(cell: Cell) -> Cell:
    """A text with an apostrophe before what would be a formula; a number, also below nought, stays
    one."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def lines(table: Iterable[Iterable[Cell]]) -> Iterator[str]:
    for row in table:
        out = io.StringIO()
        csv.writer(out).writerow([safe(cell) for cell in row])
        yield out.getvalue()


def club(session: Session, told: Callable[[int], None] = lambda done: None) -> Iterator[str]:
    """A line for each player of each match; `told` hears how many matches are written."""
    club_id = the_club(session)
    yield from lines([CLUB_HEAD])
    done = 0
    for batch in batches(session, club_id):
        sat = seats(session, [row["id"] for row in batch])
        for row in batch:
            yield from lines(
                (
                    row["public_id"], row["game"], moment(row["created"]), moment(row["ended"]),
                    row["how"], row["place"], row["note"], seat.seat, seat.side, seat.name,
                    *((int(seat.won), seat.hands, seat.points) if row["ended"] else OPEN),
                    row["totals"][seat.side] if seat.side < len(row["totals"]) else None,
                )
                for seat in sat.get(row["id"], ())
            )  # fmt: skip
        done += len(batch)
        told(done)


def seats(session: Session, keys: list[int]) -> dict[int, list[Any]]:
    query = (
        columns(SAT, PLAYER.c.name)
        .join(PLAYER, PLAYER.c.id == SAT.c.player_id)
        .where(SAT.c.match_id.in_(keys))
        .order_by(SAT.c.match_id, SAT.c.seat, SAT.c.player_id)
    )
    found: dict[int, list[Any]] = {}
    for row in session.connection().execute(query):
        found.setdefault(row.match_id, []).append(row)
    return found


def one(session: Session, public_id: str) -> Iterator[str]:
    """A line for each line of the score sheet.  Raises NotFound."""
    match = matches.read(session, matches.find(session, public_id))
    return lines([MATCH_HEAD, *sheet(match)])


def sheet(match: Match) -> Iterator[tuple[Cell, ...]]:
    totals = list(match.sheet.start)
    for dealt in match.sheet.counted:
        names = [match.names[who] for who in dealt.players]
        teams = [" & ".join(names[seat] for seat in team) for team in dealt.table.teams]
        for number, line in enumerate(dealt.score.lines if dealt.score else (), 1):
            totals[line.side] += line.points
            why = in_english(line.why, names.__getitem__, teams.__getitem__, ", ")
            yield (
                dealt.number + 1, number, int(line.side), teams[line.side], line.points,
                why, line.rule, totals[line.side],
            )  # fmt: skip
