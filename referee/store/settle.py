"""What lists and statistics read of a match: written with the entries that it follows from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import delete, insert
from sqlmodel import Session, col, select

from referee.engine.match import Sheet
from referee.store import models
from referee.store.wording import to_json

SEAT_COLUMNS = ("player_id", "seat", "side", "won", "ended")
LINE_COLUMNS = ("hand", "line", "seat", "player_id", "side", "points", "reason", "rule")


def project(row: models.Match, sheet: Sheet, version: int, now: datetime) -> None:
    """Bring the list columns of the match row up to date."""
    row.version = version
    row.totals = list(sheet.totals)
    row.hands = scored_hands(sheet)
    if sheet.outcome is None:
        row.ended, row.winners, row.how = None, None, None
    else:
        row.ended = row.ended or now  # a correction after the end does not move it
        row.winners = [int(side) for side in sheet.outcome.winners]
        row.how = sheet.outcome.how


def scored_hands(sheet: Sheet) -> int:
    return sum(1 for dealt in sheet.counted if dealt.score is not None and dealt.score.scored)


def seat_players(session: Session, row: models.Match, sheet: Sheet) -> None:
    """Write anew who sat in the match, where, and who won."""
    table = models.MatchPlayer
    ids = player_ids(session, row.club_id)
    session.execute(delete(table).where(col(table.match_id) == row.id))
    rows = [{"match_id": row.id, **seat} for seat in seat_rows(row, sheet, ids)]
    session.execute(insert(table), rows)


def seat_rows(row: models.Match, sheet: Sheet, ids: Mapping[str, int]) -> list[dict[str, object]]:
    """Everybody who sat in a counted hand, in their last place; one who has left has no seat."""
    rows: dict[str, dict[str, object]] = {}
    last = sheet.counted[-1]
    for dealt in sheet.counted:
        for seat in dealt.table.seats:
            side = dealt.table.side(seat)
            stays = dealt is last
            rows[dealt.players[seat]] = {
                "player_id": ids[dealt.players[seat]],
                "seat": int(seat) if stays else None,
                "side": int(side),
                "won": stays and side in (row.winners or ()),
                "ended": row.ended,
            }
    return list(rows.values())


def settle(session: Session, row: models.Match, sheet: Sheet) -> None:
    """Write the score lines of an ended match anew; an open one has none."""
    assert row.id is not None
    session.execute(delete(models.SettledLine).where(col(models.SettledLine.match_id) == row.id))
    if sheet.outcome is not None:
        ids = player_ids(session, row.club_id)
        lines = list(score_lines(sheet, ids))
        if lines:
            session.execute(
                insert(models.SettledLine), [{"match_id": row.id, **line} for line in lines]
            )


def score_lines(sheet: Sheet, ids: Mapping[str, int]) -> Iterator[dict[str, object]]:
    """The lines of every counted hand as columns, once for each player of the side."""
    for dealt in sheet.counted:
        for number, line in enumerate(dealt.score.lines if dealt.score else ()):
            for seat in dealt.table.teams[line.side]:
                yield {
                    "hand": dealt.number,
                    "line": number,
                    "seat": int(seat),
                    "player_id": ids[dealt.players[seat]],
                    "side": int(line.side),
                    "points": line.points,
                    "reason": to_json(line.why),
                    "rule": line.rule,
                }


def player_ids(session: Session, club_id: int) -> dict[str, int]:
    """Public id -> key, of everybody in the club."""
    found = session.exec(
        select(models.Player.public_id, models.Player.id).where(models.Player.club_id == club_id)
    )
    return {public: key for public, key in found if key is not None}
