"""Matches: created, found and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.engine import BIDS, PLAYS, Entry, Seat, Setup, fold, with_rules
from referee.games import GAMES
from referee.store.base import NotFound, StoreError, is_id, models
from referee.store.matches.records import Match
from referee.store.players import Names, players


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
    names = players.names(session, row.club_id)
    # With a player, phones are forgotten that go by the name: the log says who they are.
    same = known is not None and known.version == row.version and known.names == names.called
    if known is not None and same and known.setup == setup_of(row, bench(names, known.sits_as)):
        return replace(
            known,
            ended=row.ended,
            own_questions=row.own_questions,
            place=row.place,
            note=row.note,
        )
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
    sits = sits_as(row, names, log)
    setup = setup_of(row, bench(names, sits))
    before = known.sheet if known is not None and known.setup == setup else None
    return Match(
        id=row.public_id,
        game=row.game,
        setup=setup,
        names=names.called,
        sits_as=sits,
        log=log,
        sheet=fold(setup, log, before),
        version=len(log),
        created=row.created,
        ended=row.ended,
        times={seq: at for seq, *_, at, _, _ in rows},
        devices={seq: id for seq, *_, id, _ in rows if id is not None},
        device_names={id: name for *_, id, name in rows if id is not None},
        own_questions=row.own_questions,
        place=row.place,
        note=row.note,
    )


def sits_as(row: models.Match, names: Names, log: Sequence[Entry]) -> dict[str, str]:
    """Players who sit in a match under the id of somebody who was merged into them."""
    if not names.merged:
        return {}
    sat = (*row.seats, *(entry.value for entry in log if entry.key.startswith("seat.")))
    return {names.merged[who]: who for who in sat if who in names.merged}


def bench(names: Names, sits: Mapping[str, str]) -> tuple[str, ...]:
    """Who may sit down: under one id in a match, so that nobody sits there twice."""
    return tuple(sits.get(who, who) for who in names.bench)


def set_own_questions(session: Session, public_id: str, on: bool) -> None:
    """Say whether a phone in a seat may answer only what is asked of it.  Raises NotFound."""
    row = find(session, public_id, lock=True)
    row.own_questions = on
    session.add(row)
