"""What lists and statistics keep of a match: written with the entries that it follows from.

`settle` keeps all that follows from a match, `unsettle` takes all of it out again, and `resettle`
does both where a match has changed.  An open match keeps nothing but who sits in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, delete, insert
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import Sheet, agreed, encode
from referee.store.base import People, models, people, the_club
from referee.store.base.models import LINE, PAIR_SUM, PLAYER_SUM, RULE_SUM, SAT
from referee.store.statistics import ratings, sums, tally
from referee.store.statistics.message_json import to_json

SHARE = tuple(sums.Share.__dataclass_fields__)
SEAT_COLUMNS = (*SHARE, "seated_as")
Row = dict[str, Any]
LINE_COLUMNS = ("hand", "line", "seat", "player_id", "side", "points", "reason", "rule")


def project(row: models.Match, sheet: Sheet, version: int, ended: datetime) -> None:
    """Bring the list columns of the match row up to date; `ended` is when, if it is over."""
    row.version = version
    row.totals = list(sheet.totals)
    row.hands = scored_hands(sheet)
    row.comeback, row.margin = tally.comeback(sheet), tally.margin(sheet)
    if sheet.outcome is None:
        row.ended, row.winners, row.how = None, None, None
    else:
        row.ended = ended
        row.winners = [int(side) for side in sheet.outcome.winners]
        row.how = sheet.outcome.how


def scored_hands(sheet: Sheet) -> int:
    return sum(1 for dealt in sheet.counted if dealt.score is not None and dealt.score.scored)


def resettle(session: Session, row: models.Match, before: Sheet, sheet: Sheet) -> None:
    """Keep what follows from a match that has changed; `before` is what was kept of it."""
    if before.outcome is not None and counting(before) == counting(sheet):
        return  # a note, say
    unsettle(session, row, before)
    settle(session, row, sheet)


def counting(sheet: Sheet) -> object:
    """All of a sheet that anything kept of an ended match depends on."""
    hands = [(dealt.players, dealt.table, dealt.score) for dealt in sheet.counted]
    return sheet.game, sheet.start, sheet.outcome, hands


@dataclass(frozen=True)
class Follows:
    """The rows that are kept of a match, without its key, and what it adds to the sums."""

    ended: datetime | None
    seats: list[Row]
    lines: list[Row]
    sums: Mapping[Table, sums.Sums]


def follows(row: models.Match, sheet: Sheet, known: People) -> Follows:
    """Who sits in a match, and all else once it has ended; the row says when it did."""
    seats = seat_rows(row, sheet, known)
    if row.ended is None:
        return Follows(None, seats, [], {})
    shares = [sums.Share(**{name: seat[name] for name in SHARE}) for seat in seats]
    return Follows(row.ended, seats, list(score_lines(sheet, known)), summed(row, sheet, shares))


def settle(session: Session, row: models.Match, sheet: Sheet) -> None:
    """Keep what follows from a match that nothing is kept of yet; the row is flushed already."""
    assert row.id is not None
    the_club(session, lock=True)
    found = follows(row, sheet, people(session, row.club_id))
    settle_all(session, row.club_id, [(row.id, found)])
    if row.ended is not None:
        ratings.catch_up(session, row.club_id)


def settle_all(session: Session, club_id: int, matches: Sequence[tuple[int, Follows]]) -> None:
    """Keep what follows from matches (by key), but for the ratings: the caller catches up with
    those.  The caller holds the club, and has the people as they are now."""
    connection = session.connection()
    seats = [{"match_id": key, **seat} for key, found in matches for seat in found.seats]
    lines = [{"match_id": key, **line} for key, found in matches for line in found.lines]
    for table, rows in ((SAT, seats), (LINE, lines)):
        if rows:
            connection.execute(insert(table), rows)
    totals: dict[Table, sums.Sums] = {}
    for _, found in matches:
        for table, more in found.sums.items():
            sums.gather(totals.setdefault(table, {}), more)
    for table, change in totals.items():
        sums.apply(session, table, change, +1)
    ended = [ratings.Place(found.ended, key) for key, found in matches if found.ended is not None]
    if ended:
        first = min(ended)
        ratings.rewind(session, club_id, first.ended, first.match)


def unsettle(session: Session, row: models.Match, sheet: Sheet | None) -> None:
    """Take everything that is kept of a match out of the tables and sums.

    `sheet` is how it was folded when that was written; None where it cannot be replayed.
    """
    assert row.id is not None
    the_club(session, lock=True)
    shares = list(shares_of(session, row.id))
    if shares:
        for table, change in summed(row, sheet, shares).items():
            sums.apply(session, table, change, -1)
        ratings.rewind(session, row.club_id, shares[0].ended, row.id)
    clear(session, row)


def clear(session: Session, row: models.Match) -> None:
    """Remove the rows that are kept of a match, whose share is in no sum (any more)."""
    session.connection().execute(delete(LINE).where(LINE.c.match_id == row.id))
    session.connection().execute(delete(SAT).where(SAT.c.match_id == row.id))


def summed(
    row: models.Match, sheet: Sheet | None, shares: list[sums.Share]
) -> dict[Table, sums.Sums]:
    """What an ended match adds to the sums, by their table."""
    rules = dict(row.rules) if sheet is None else house_values(sheet)
    hands, margin = row.hands, row.margin
    if sheet is not None:
        hands, margin = scored_hands(sheet), tally.margin(sheet)
    return {
        PLAYER_SUM: sums.player_sums(shares),
        PAIR_SUM: sums.pair_sums(shares),
        RULE_SUM: sums.rule_sums(row.club_id, row.game, rules, hands, margin, shares),
    }


def house_values(sheet: Sheet) -> dict[str, str]:
    """The house rules that a match was played under in the end, as texts."""
    return {name: encode(value) for name, value in agreed(sheet.game).items()}


def shares_of(session: Session, match_id: int) -> Iterator[sums.Share]:
    """What is kept of each player in a match, if it has ended."""
    query = columns(*(SAT.c[name] for name in SHARE)).where(
        SAT.c.match_id == match_id, SAT.c.ended.is_not(None)
    )
    for share in session.connection().execute(query):
        yield sums.Share(*share)


def seat_rows(row: models.Match, sheet: Sheet, known: People) -> list[Row]:
    """Everybody who sat in a counted hand, in their last place; one who has left has no seat."""
    over = row.ended is not None
    tallies = tally.tallies(sheet, known.counts_as) if over else {}
    rows: dict[int, Row] = {}
    last = sheet.counted[-1]
    for dealt in sheet.counted:
        for seat in dealt.table.seats:
            who = dealt.players[seat]
            side = dealt.table.side(seat)
            stays = dealt is last
            player = known.counts_as[who]
            did = tallies[player] if over else tally.Tally()
            rows[player] = {
                "player_id": player,
                "seat": int(seat) if stays else None,
                "side": int(side),
                "won": stays and side in (row.winners or ()),
                "ended": row.ended,
                "seated_as": known.merged.get(who),
                "game": row.game,
                "hands": did.hands,
                "points": did.points,
                "counts": dict(sorted(did.counts.items())),
            }
    return list(rows.values())


def score_lines(sheet: Sheet, known: People) -> Iterator[Row]:
    """The lines of every counted hand as columns, once for each player of the side."""
    for dealt in sheet.counted:
        for number, line in enumerate(dealt.score.lines if dealt.score else ()):
            for seat in dealt.table.teams[line.side]:
                yield {
                    "hand": dealt.number,
                    "line": number,
                    "seat": int(seat),
                    "player_id": known.counts_as[dealt.players[seat]],
                    "side": int(line.side),
                    "points": line.points,
                    "reason": to_json(line.why),
                    "rule": line.rule,
                }
