"""Audit: every match is replayed and compared with what lists and history keep of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.engine.errors import RefereeError
from referee.store.base import models
from referee.store.base.errors import StoreError
from referee.store.base.records import Match
from referee.store.matches.load import find, read
from referee.store.players.players import people
from referee.store.statistics.settle import (
    LINE_COLUMNS,
    SEAT_COLUMNS,
    score_lines,
    scored_hands,
    seat_rows,
)
from referee.store.statistics.tally import comeback, margin


def every_match(session: Session) -> list[str]:
    """The public ids of all matches, oldest first."""
    return list(session.exec(select(models.Match.public_id).order_by(col(models.Match.id))))


def differences(session: Session, public_id: str) -> list[str]:
    """What is kept of a match and does not follow from its log, a line each."""
    row = find(session, public_id)
    try:
        match = read(session, row)
        found = [*log_faults(match), *kept_faults(row, match), *line_faults(session, row, match)]
    except (RefereeError, StoreError) as error:
        found = [f"cannot be replayed: {error}"]
    return [f"match {public_id}: {fault}" for fault in found]


def log_faults(match: Match) -> Iterator[str]:
    """Rows that are missing or point nowhere."""
    for place, entry in enumerate(match.log, 1):
        if entry.seq != place:
            yield f"entry {place} is missing"
            return
        if entry.undoes is not None and not 1 <= entry.undoes < place:
            yield f"entry {place} withdraws entry {entry.undoes}, which is not before it"


def kept_faults(row: models.Match, match: Match) -> Iterator[str]:
    """Columns of the match row that say something else than the replay."""
    sheet = match.sheet
    outcome = sheet.outcome
    kept = {
        "version": (row.version, match.version),
        "totals": (list(row.totals), list(sheet.totals)),
        "hands": (row.hands, scored_hands(sheet)),
        "winners": (row.winners, [int(s) for s in outcome.winners] if outcome else None),
        "how": (row.how, outcome.how if outcome else None),
        "ended": (row.ended is not None, outcome is not None),
        "comeback": (row.comeback, comeback(sheet)),
        "margin": (row.margin, margin(sheet)),
    }
    for name, (stored, replayed) in kept.items():
        if stored != replayed:
            yield f"{name}: kept {stored}, replayed {replayed}"


def line_faults(session: Session, row: models.Match, match: Match) -> Iterator[str]:
    """Settled lines and players that say something else than the replay."""
    known = people(session, row.club_id)
    lines = models.SettledLine
    kept_lines = session.exec(select(lines).where(lines.match_id == row.id))
    stored = {
        place_of(columns): columns
        for columns in (line.model_dump(include=set(LINE_COLUMNS)) for line in kept_lines)
    }
    over = match.sheet.outcome is not None
    replayed = {place_of(line): line for line in (score_lines(match.sheet, known) if over else ())}
    for place in sorted({*stored, *replayed}):
        if stored.get(place) != replayed.get(place):
            hand, number, seat = place
            yield (
                f"hand {hand + 1}, line {number + 1}, seat {seat}: "
                f"kept {brief(stored.get(place))}, replayed {brief(replayed.get(place))}"
            )
    table = models.MatchPlayer
    found = session.execute(
        columns(*(getattr(table, name) for name in SEAT_COLUMNS)).where(
            col(table.match_id) == row.id
        )
    )
    kept = {seat.player_id: dict(seat._mapping) for seat in found}
    right = {seat["player_id"]: seat for seat in seat_rows(row, match.sheet, known)}
    for player in sorted({*kept, *right}):
        if kept.get(player) != right.get(player):
            yield f"player {player}: kept {kept.get(player)}, replayed {right.get(player)}"


def place_of(line: Mapping[str, Any]) -> tuple[int, int, int]:
    return line["hand"], line["line"], line["seat"]


def brief(line: Mapping[str, Any] | None) -> str:
    if line is None:
        return "nothing"
    return f"side {line['side']} {line['points']} ({line['rule']}) {line['reason']}"
