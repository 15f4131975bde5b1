"""Matches: created, read, and answered.  The only place that writes entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import insert
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.engine import entry as engine
from referee.engine.errors import (
    HouseRuleError,
    StaleQuestion,
)
from referee.engine.game import Game
from referee.engine.house import agreed, encode, with_rules
from referee.engine.match import Entry, Setup, Sheet, fold, standing
from referee.engine.message import msg
from referee.engine.table import BIDS, PLAYS, Seat
from referee.games import GAMES
from referee.store import devices, models, players, settle
from referee.store.answers import Answer, new_rows
from referee.store.errors import NotFound, StoreError, TooMuch
from referee.store.ids import intent, is_id, new_id
from referee.store.records import Match, NewMatch, Saved

MOST_ENTRIES = 5_000  # in a match


def create(session: Session, new: NewMatch) -> str:
    """Create a match and the players who are new.  The same `uid` again gives the same match.

    Raises BadName, HouseRuleError.
    """
    club_id = players.the_club(session, lock=True)
    uid = intent(new.uid)
    known = session.exec(
        select(models.Match.public_id).where(
            models.Match.club_id == club_id, models.Match.uid == uid
        )
    ).first()
    if known is not None:
        return known
    game = agreed_game(new)
    seated = players.seat_by_name(session, club_id, new.players)
    now = datetime.now(UTC)
    row = models.Match(
        public_id=new_id(),
        club_id=club_id,
        uid=uid,
        game=new.game,
        rules={name: encode(value) for name, value in agreed(game).items()},
        seats=[player.public_id for player in seated],
        start=list(new.start),
        dealer=new.dealer,
        bids=new.bids,
        play=new.play,
        created=now,
        totals=[],
    )
    sheet = fold(setup_of(row, ()), ())
    settle.project(row, sheet, 0, now)
    session.add(row)
    session.flush()
    settle.seat_players(session, row, sheet)
    return row.public_id


def agreed_game(new: NewMatch) -> Game:
    """The rule sheet with its house rules, once all else about the match makes sense too."""
    if new.game not in GAMES:
        raise HouseRuleError(msg("There is no game “%(name)s”.", name=new.game[:40]))
    game = with_rules(GAMES[new.game](), new.rules)
    sides = len(game.teams(len(new.players)))
    if new.bids not in BIDS or new.play not in PLAYS:
        raise HouseRuleError(msg("There is no such level of detail."))
    if not 0 <= new.dealer < len(new.players):
        raise HouseRuleError(msg("Nobody sits where the dealer should."))
    most = engine.HIGHEST_START
    if new.start and (len(new.start) != sides or any(abs(n) > most for n in new.start)):
        raise HouseRuleError(msg("Points brought over: one number a side, at most %(n)s.", n=most))
    return game


def setup_of(row: models.Match, bench: tuple[str, ...]) -> Setup:
    """What the match was created with, for the engine."""
    if row.game not in GAMES:
        raise StoreError(f"This Referee has no game {row.game!r}.")
    game = with_rules(GAMES[row.game](), row.rules)
    return Setup(
        game,
        tuple(row.seats),
        Seat(row.dealer),
        next(b for b in BIDS if b == row.bids),
        next(p for p in PLAYS if p == row.play),
        tuple(row.start),
        bench,
    )


def find(session: Session, public_id: str, lock: bool = False) -> models.Match:
    """The row of a match, held against other writers where `lock`.  Raises NotFound."""
    query = select(models.Match).where(models.Match.public_id == public_id)
    row = (
        session.exec(query.with_for_update() if lock else query).first()
        if is_id(public_id)
        else None
    )
    if row is None:
        raise NotFound("no such match")
    return row


def read(session: Session, row: models.Match, known: Match | None = None) -> Match:
    """The match with its log, folded; `known` is how it was read before, if it was."""
    names, bench = players.names(session, row.club_id)
    setup = setup_of(row, bench)
    before = known.sheet if known is not None and known.setup == setup else None
    if known is not None and before is not None and known.version == row.version:
        return replace(known, names=names, ended=row.ended, own_questions=row.own_questions)
    table, device = models.Entry, models.Device
    rows = session.execute(
        columns(
            col(table.seq),
            col(table.hand),
            col(table.key),
            col(table.value),
            col(table.undoes),
            col(table.at),
            col(device.public_id),
            col(device.name),
        )
        .join(device, col(device.id) == col(table.device_id), isouter=True)
        .where(col(table.match_id) == row.id)
        .order_by(col(table.seq))
    ).all()
    log = tuple(Entry(*entry) for *entry, _, _, _ in rows)
    return Match(
        id=row.public_id,
        game=row.game,
        setup=setup,
        names=names,
        log=log,
        sheet=fold(setup, log, before),
        version=len(log),
        created=row.created,
        ended=row.ended,
        times={seq: at for seq, *_, at, _, _ in rows},
        devices={seq: id for seq, *_, id, _ in rows if id is not None},
        device_names={id: name for *_, id, name in rows if id is not None},
        own_questions=row.own_questions,
    )


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
        return [engine.undo(match.log)]

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
        newest = engine.redoable(match.log)
        if newest is None or newest.seq != seq:
            raise not_newest(match, seq)
        return [engine.redo(match.log)]

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
    row = find(session, public_id, lock=True)
    match = read(session, row, known)
    uid = intent(uid)
    saved = session.exec(
        select(models.Entry.seq).where(models.Entry.match_id == row.id, models.Entry.uid == uid)
    ).first()
    if saved is not None:
        return Saved(match, fresh=False)
    entries = rows(match)
    if not entries:
        return Saved(match, fresh=False)
    log = (*match.log, *entries)
    if len(log) > MOST_ENTRIES:
        raise TooMuch(msg("A match holds at most %(n)s answers.", n=MOST_ENTRIES))
    return Saved(append(session, row, match, entries, uid, device), fresh=True)


def append(
    session: Session,
    row: models.Match,
    match: Match,
    entries: Sequence[Entry],
    uid: str,
    device: str | None,
) -> Match:
    """Write the rows, and with them all that lists keep of the match."""
    now = datetime.now(UTC)
    whose = None if device is None else devices.find(session, row.club_id, device)
    session.execute(
        insert(models.Entry),
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
                "device_id": None if whose is None else whose.id,
            }
            for e in entries
        ],
    )
    log = (*match.log, *entries)
    sheet = fold(match.setup, log, match.sheet)
    was_over = row.ended is not None
    settle.project(row, sheet, len(log), now)
    session.add(row)
    session.flush()
    is_over = row.ended is not None
    if was_over or is_over:
        settle.settle(session, row, sheet)
    if was_over or is_over or any(e.key.startswith("seat.") for e in entries):
        settle.seat_players(session, row, sheet)
    known = {} if whose is None else {whose.public_id: whose.name}
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


def set_own_questions(session: Session, public_id: str, on: bool) -> None:
    """Say whether a phone in a seat may answer only what is asked of it.  Raises NotFound."""
    row = find(session, public_id, lock=True)
    row.own_questions = on
    session.add(row)
