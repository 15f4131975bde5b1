"""Answers, undo and redo, appended to a match's log.  The only place that writes entries.

A table waits for each save, so its statements are built once and bypass the unit of work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

from sqlalchemy import Update, and_, bindparam, insert, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import Entry, Sheet, StaleQuestion, first_ended, fold, msg, redoable, standing
from referee.engine import redo as redo_row
from referee.engine import undo as undo_row
from referee.store.base import NotFound, TooMuch, intent, is_id, models
from referee.store.base.models import DEVICE, ENTRY, MATCH
from referee.store.matches.answers import Answer, new_rows
from referee.store.matches.load import find, read
from referee.store.matches.records import Match, Saved
from referee.store.statistics import settle

MOST_ENTRIES = 5_000  # in a match

HELD = (
    columns(*MATCH.c, DEVICE.c.id.label("device_key"), DEVICE.c.name.label("device_name"))
    .join_from(
        MATCH,
        DEVICE,
        and_(DEVICE.c.public_id == bindparam("device"), DEVICE.c.club_id == MATCH.c.club_id),
        isouter=True,
    )
    .where(MATCH.c.public_id == bindparam("id"))
    .with_for_update(of=MATCH)
)
KNOWN = columns(ENTRY.c.seq).where(
    ENTRY.c.match_id == bindparam("match"), ENTRY.c.uid == bindparam("intent")
)
NEW = insert(ENTRY)
FOLLOWS = ("version", "totals", "hands", "ended", "winners", "how", "comeback", "margin")


@cache
def projected(names: tuple[str, ...]) -> Update:
    """The statement that writes these columns, and thereby the indexes on them, of a match."""
    new: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
    return update(MATCH).where(MATCH.c.id == bindparam("match")).values(new)


@dataclass(frozen=True)
class Held:
    """A match's row, held against other writers, and the device that an answer comes from."""

    row: models.Match
    device_key: int | None
    device_id: str | None
    device_name: str


def hold(session: Session, public_id: str, device: str | None) -> Held:
    """The row as a copy that the session does not watch.  Raises NotFound."""
    found = None
    if is_id(public_id):
        asked = {"id": public_id, "device": device or ""}
        found = session.connection().execute(HELD, asked).mappings().first()
    if found is None:
        raise NotFound("no such match")
    if device is not None and found["device_key"] is None:
        raise NotFound("no such device")
    row = models.Match(**{column.name: found[column.name] for column in MATCH.c})
    return Held(row, found["device_key"], device, found["device_name"] or "")


def record(
    session: Session,
    public_id: str,
    answers: Sequence[Answer],
    uid: str,
    seen: int | None,
    device: str | None,
    known: Match | None = None,
) -> Saved:
    """Save answers, all or none.  Raises NotFound, TooMuch and what the engine refuses."""
    rows = partial(new_rows, answers=answers, seen=seen)
    return save(session, public_id, uid, device, rows, known)


def preview(session: Session, public_id: str, answers: Sequence[Answer]) -> Sheet:
    """The sheet as these answers would make it.  Raises what `record` raises; writes nothing."""
    match = read(session, find(session, public_id))
    return fold(match.setup, (*match.log, *new_rows(match, answers, None)), match.sheet)


def undo(
    session: Session,
    public_id: str,
    seq: int,
    uid: str,
    device: str | None,
    known: Match | None = None,
) -> Saved:
    """Take back entry `seq`.  Raises StaleQuestion where it is not the newest that stands."""

    def row(match: Match) -> list[Entry]:
        newest = next(reversed(standing(match.log)), None)
        if newest is None or newest.seq != seq:
            raise not_newest(match, seq)
        return [undo_row(match.log)]

    return save(session, public_id, uid, device, row, known)


def redo(
    session: Session,
    public_id: str,
    seq: int,
    uid: str,
    device: str | None,
    known: Match | None = None,
) -> Saved:
    """Withdraw the undo `seq`.  Raises StaleQuestion where something newer was said."""

    def row(match: Match) -> list[Entry]:
        newest = redoable(match.log)
        if newest is None or newest.seq != seq:
            raise not_newest(match, seq)
        return [redo_row(match.log)]

    return save(session, public_id, uid, device, row, known)


def not_newest(match: Match, seq: int) -> StaleQuestion:
    """The refusal of an undo or redo that came too late."""
    if not 1 <= seq <= len(match.log):
        return StaleQuestion(match.sheet.number, "undo")
    entry = match.log[seq - 1]
    same = [e for e in standing(match.log) if (e.hand, e.key) == (entry.hand, entry.key)]
    stands = same[-1].value if same else None
    return StaleQuestion(entry.hand, entry.key, stands)


def save(
    session: Session,
    public_id: str,
    uid: str,
    device: str | None,
    rows: Callable[[Match], list[Entry]],
    known: Match | None = None,
) -> Saved:
    """Append what `rows` makes of the match, unless this intent is known already."""
    held = hold(session, public_id, device)
    match = read(session, held.row, known)
    uid = intent(uid)
    asked = {"match": held.row.id, "intent": uid}
    if session.connection().execute(KNOWN, asked).first() is not None:
        return Saved(match, fresh=False)
    entries = rows(match)
    if not entries:
        return Saved(match, fresh=False)
    log = (*match.log, *entries)
    if len(log) > MOST_ENTRIES:
        raise TooMuch(msg("A match holds at most %(n)s answers.", n=MOST_ENTRIES))
    return Saved(append(session, held, match, entries, uid), fresh=True)


def append(session: Session, held: Held, match: Match, entries: Sequence[Entry], uid: str) -> Match:
    """Write the rows, and with them all that lists keep of the match."""
    now, row = datetime.now(UTC), held.row
    connection = session.connection()
    connection.execute(
        NEW,
        [
            {
                "match_id": row.id,
                "seq": e.seq,
                "uid": uid if e is entries[0] else None,
                "hand": e.hand,
                "key": e.key,
                "value": e.value,
                "undoes": e.undoes,
                "at": now,
                "device_id": held.device_key,
            }
            for e in entries
        ],
    )
    log = (*match.log, *entries)
    sheet = fold(match.setup, log, match.sheet)
    before = {name: getattr(row, name) for name in FOLLOWS}
    settle.project(row, sheet, len(log), end(row, match, log, sheet, now))
    news = tuple(name for name in FOLLOWS if getattr(row, name) != before[name])
    follows = {f"new_{name}": getattr(row, name) for name in news}
    connection.execute(projected(news), {"match": row.id, **follows})
    was_over = before["ended"] is not None
    if was_over or row.ended is not None or any(e.key.startswith("seat.") for e in entries):
        settle.resettle(session, row, match.sheet, sheet)
    known = {} if held.device_id is None else {held.device_id: held.device_name}
    return replace(
        match,
        log=log,
        sheet=sheet,
        version=len(log),
        ended=row.ended,
        times={**match.times, **{e.seq: now for e in entries}},
        devices={**match.devices, **{e.seq: id for e in entries for id in known}},
        device_names={**match.device_names, **known},
    )


def end(
    row: models.Match, match: Match, log: tuple[Entry, ...], sheet: Sheet, now: datetime
) -> datetime:
    """When a match ended, if it is over: neither a correction nor a look back moves that."""
    if row.ended is not None and match.sheet.number == sheet.number:
        return row.ended
    first = None if sheet.outcome is None else first_ended(match.setup, log, sheet)
    return match.times.get(first or 0, row.ended or now)
