"""The players of a club: found or made by name, listed, renamed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import bindparam, func
from sqlalchemy import select as columns
from sqlmodel import Session, case, col, select

from referee.engine.message import msg
from referee.store import models
from referee.store.errors import BadName, NotFound
from referee.store.ids import new_id
from referee.store.names import clean_name, name_key
from referee.store.records import PlayerRow

PLAYER = models.table_of(models.Player)
NAMES = (  # built once: every answer asks for them
    columns(PLAYER.c.public_id, PLAYER.c.name, PLAYER.c.hidden)
    .where(PLAYER.c.club_id == bindparam("club"))
    .order_by(PLAYER.c.name)
)


def the_club(session: Session, lock: bool = False) -> int:
    """The key of the home's club.  `lock`: hold it (PostgreSQL), as long as names are compared."""
    query = select(models.Club.id).order_by(col(models.Club.id)).limit(1)
    key = session.exec(query.with_for_update() if lock else query).first()
    assert key is not None  # made by the first migration
    return key


def seat_by_name(session: Session, club_id: int, typed: Sequence[str]) -> list[models.Player]:
    """The players of these names, new ones made.  Raises BadName."""
    names = [clean_name(name) for name in typed]
    keys = [name_key(name) for name in names]
    for key, name in zip(keys, names, strict=True):
        if keys.count(key) > 1:
            raise BadName(msg("Two players are called %(name)s.", name=name))
    return [by_name(session, club_id, name) for name in names]


def by_name(session: Session, club_id: int, name: str) -> models.Player:
    """The player of a clean name; one that was hidden is shown again, an unknown one made."""
    player = session.exec(
        select(models.Player).where(
            models.Player.club_id == club_id, models.Player.name_key == name_key(name)
        )
    ).first()
    if player is None:
        player = models.Player(
            public_id=new_id(),
            club_id=club_id,
            name=name,
            name_key=name_key(name),
            created=datetime.now(UTC),
        )
    player.hidden = False
    session.add(player)
    session.flush()
    return player


def add(session: Session, typed: str) -> str:
    """The public id of the player of that name, made if new.  Raises BadName."""
    club_id = the_club(session, lock=True)
    return by_name(session, club_id, clean_name(typed)).public_id


def rename(session: Session, player_id: str, typed: str) -> None:
    """Give a player another name.  Raises BadName where somebody else has it, NotFound."""
    club_id = the_club(session, lock=True)
    name = clean_name(typed)
    player = session.exec(
        select(models.Player).where(
            models.Player.public_id == player_id, models.Player.club_id == club_id
        )
    ).first()
    if player is None:
        raise NotFound("no such player")
    taken = session.exec(
        select(models.Player).where(
            models.Player.club_id == club_id,
            models.Player.name_key == name_key(name),
            models.Player.id != player.id,
        )
    ).first()
    if taken is not None:
        raise BadName(msg("There is already a player called %(name)s.", name=taken.name))
    player.name, player.name_key = name, name_key(name)
    session.add(player)


def listed(session: Session) -> list[PlayerRow]:
    """Everybody who is not hidden, the most recently active first."""
    sat, match, player = models.MatchPlayer, models.Match, models.Player
    last = func.max(match.created)
    ended = func.count(col(sat.ended))
    wins = func.sum(case((col(sat.won), 1), else_=0))
    query = (
        columns(col(player.public_id), col(player.name), ended, wins, last)
        .join(sat, col(sat.player_id) == col(player.id), isouter=True)
        .join(match, col(match.id) == col(sat.match_id), isouter=True)
        .where(col(player.club_id) == the_club(session), col(player.hidden).is_(False))
        .group_by(col(player.id), col(player.public_id), col(player.name))
        .order_by(last.desc().nulls_last(), col(player.name))
    )
    return [
        PlayerRow(key, name, matches, int(won or 0), at)
        for key, name, matches, won, at in session.execute(query)
    ]


def names(session: Session, club_id: int) -> tuple[dict[str, str], tuple[str, ...]]:
    """Every name of the club by public id, and the ids of those who are not hidden."""
    rows = session.connection().execute(NAMES, {"club": club_id}).all()
    return {key: name for key, name, _ in rows}, tuple(key for key, _, hidden in rows if not hidden)
