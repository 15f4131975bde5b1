"""What goes for good: a match, the club.  The log lets go only of matches named in `erasure`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, text, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import RefereeError
from referee.store.base import StoreError, models, the_club
from referee.store.base.models import (
    CARD,
    CLAIM,
    CLUB,
    DEVICE,
    ENTRY,
    ERASURE,
    LINE,
    LINK,
    MATCH,
    PAIR_SUM,
    PLAYER,
    PLAYER_SUM,
    RULE_SUM,
    SAT,
    SHARE,
)
from referee.store.devices import devices
from referee.store.matches import load as matches
from referee.store.statistics import ratings, settle


@dataclass(frozen=True)
class Holds:
    """How much there is of a club."""

    matches: int
    players: int
    cards: int
    devices: int


@contextmanager
def erasing(session: Session, wanted: Any) -> Iterator[Any]:
    """Let the log of these matches be changed; gives the condition for their keys."""
    connection = session.connection()
    connection.execute(insert(ERASURE).from_select(["match_id"], columns(MATCH.c.id).where(wanted)))
    yield columns(ERASURE.c.match_id)
    connection.execute(delete(ERASURE))


def match(session: Session, public_id: str) -> None:
    """Delete a match with its log, links and everything that follows from it.  Raises NotFound."""
    the_club(session, lock=True)
    row = matches.find(session, public_id, lock=True)
    try:
        sheet = matches.read(session, row).sheet
    except (RefereeError, StoreError):
        sheet = None  # from a game that this version does not know
    settle.unsettle(session, row, sheet)
    session.flush()
    session.expunge(row)
    ratings.catch_up(session, row.club_id)
    connection = session.connection()
    with erasing(session, MATCH.c.id == row.id):
        for table in (ENTRY, LINK, CLAIM, SHARE):
            connection.execute(delete(table).where(table.c.match_id == row.id))
    connection.execute(delete(MATCH).where(MATCH.c.id == row.id))


def holds(session: Session) -> Holds:
    club_id = the_club(session)
    connection = session.connection()
    counts = (
        connection.execute(
            columns(func.count()).select_from(table).where(table.c.club_id == club_id)
        ).scalar_one()
        for table in (MATCH, PLAYER, CARD, DEVICE)
    )
    return Holds(*counts)


def size_on_server(session: Session) -> int:
    """How many bytes a database of PostgreSQL takes."""
    query = text("SELECT pg_database_size(current_database())")
    return int(session.connection().execute(query).scalar_one())


def club(session: Session) -> None:
    """Delete everything of the club.  The phones of its owners stay, named as if they were new."""
    club_id = the_club(session, lock=True)
    owners = devices.owners(session)
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))  # a large club takes minutes
    for table in (PLAYER_SUM, PAIR_SUM, RULE_SUM, LINE, SAT, SHARE, LINK):
        connection.execute(delete(table))
    with erasing(session, MATCH.c.club_id == club_id):
        connection.execute(delete(ENTRY))
    stays = (CLAIM.c.device_id.in_(owners)) & CLAIM.c.match_id.is_(None)
    connection.execute(delete(CLAIM).where(~stays))
    connection.execute(update(PLAYER).values(merged_into=None))
    for table in (MATCH, PLAYER, CARD):
        connection.execute(delete(table).where(table.c.club_id == club_id))
    connection.execute(delete(DEVICE).where(DEVICE.c.id.not_in(owners)))
    for key in owners:  # first, so that no old name is in the way of a new one
        connection.execute(update(DEVICE).where(DEVICE.c.id == key).values(name_key=f"/{key}"))
    for key in sorted(owners):
        devices.give_name(session, session.get_one(models.Device, key), devices.UNNAMED)
    connection.execute(
        update(CLUB).where(CLUB.c.id == club_id).values(name="", rated_to=None, rated_match=None)
    )
