"""The players of a club: found or made by name, listed, renamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf

from sqlalchemy import bindparam, func
from sqlalchemy import select as columns
from sqlmodel import Session, select

from referee.engine import msg
from referee.games import GAMES
from referee.store.base import (
    EVER,
    BadName,
    NotFound,
    clean_name,
    is_id,
    models,
    name_key,
    new_id,
    root,
    the_club,
)
from referee.store.base.models import MATCH, PLAYER, PLAYER_SUM, SAT


@dataclass(frozen=True)
class PlayerRow:
    """A player in the list: ended matches, those won, and when one last began or ended."""

    id: str
    name: str
    matches: int
    wins: int
    last: datetime | None


NAMES = (  # built once: every answer asks for them
    columns(PLAYER.c.public_id, PLAYER.c.name, PLAYER.c.hidden, PLAYER.c.id, PLAYER.c.merged_into)
    .where(PLAYER.c.club_id == bindparam("club"))
    .order_by(PLAYER.c.name)
)


def seat_by_name(session: Session, club_id: int, typed: Sequence[str]) -> list[models.Player]:
    """The players of these names, new ones made.  Raises BadName."""
    names = [clean_name(name) for name in typed]
    keys = [name_key(name) for name in names]
    for key, name in zip(keys, names, strict=True):
        if keys.count(key) > 1:
            raise BadName(msg("Two players are called %(name)s.", name=name))
    seated = [by_name(session, club_id, name) for name in names]
    for n, player in enumerate(seated):
        if player in seated[:n]:  # one of the names was merged into the other
            one, other = names[seated.index(player)], names[n]
            raise BadName(msg("%(one)s and %(other)s are one player.", one=one, other=other))
    return seated


def by_name(session: Session, club_id: int, name: str) -> models.Player:
    """The player of a clean name; one that was hidden is shown again, an unknown one made.

    A name that was merged into another player's stands for that one.
    """
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
    while player.merged_into is not None:
        player = session.exec(
            select(models.Player).where(models.Player.id == player.merged_into)
        ).one()
    player.hidden = False
    session.add(player)
    session.flush()
    return player


def add(session: Session, typed: str) -> str:
    """The public id of the player of that name, made if new.  Raises BadName."""
    club_id = the_club(session, lock=True)
    return by_name(session, club_id, clean_name(typed)).public_id


def find(session: Session, player_id: str) -> models.Player:
    """The row of a player.  Raises NotFound."""
    row = None
    if is_id(player_id):
        row = session.exec(
            select(models.Player).where(models.Player.public_id == player_id)
        ).first()
    if row is None:
        raise NotFound("no such player")
    return row


def counting(session: Session, player_id: str) -> models.Player:
    """The player that this one counts as: itself, or whom it was merged into.  Raises NotFound."""
    player = find(session, player_id)
    while player.merged_into is not None:
        player = session.exec(
            select(models.Player).where(models.Player.id == player.merged_into)
        ).one()
    return player


def rename(session: Session, player_id: str, typed: str) -> None:
    """Give a player another name.  Raises BadName where somebody else has it, NotFound."""
    club_id = the_club(session, lock=True)
    name = clean_name(typed)
    player = find(session, player_id)
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
    player.forgotten = None  # one who has a name again can be forgotten again
    session.add(player)


def listed(session: Session, hidden: bool | None = False) -> list[PlayerRow]:
    """Those who are not hidden, those who are, or (None) both, the most recently active first; but
    for the ones who were merged into another player."""
    summed = (
        columns(PLAYER_SUM.c.player_id, func.sum(PLAYER_SUM.c.matches), func.sum(PLAYER_SUM.c.wins))
        .where(
            PLAYER_SUM.c.game.in_(list(GAMES)), PLAYER_SUM.c.period == EVER
        )  # both, for the index
        .group_by(PLAYER_SUM.c.player_id)
    )
    connection = session.connection()
    played = {key: (matches, wins) for key, matches, wins in connection.execute(summed)}
    of_player = SAT.c.player_id == PLAYER.c.id
    last_end = columns(func.max(SAT.c.ended)).where(of_player).correlate(PLAYER)
    last_start = (
        columns(func.max(MATCH.c.created))
        .join(SAT, SAT.c.match_id == MATCH.c.id)
        .where(of_player, SAT.c.ended.is_(None))
        .correlate(PLAYER)
    )
    query = columns(
        PLAYER.c.id,
        PLAYER.c.public_id,
        PLAYER.c.name,
        last_end.scalar_subquery().label("last_end"),
        last_start.scalar_subquery().label("last_start"),
    ).where(
        PLAYER.c.club_id == the_club(session),
        *(() if hidden is None else (PLAYER.c.hidden.is_(hidden),)),
        PLAYER.c.merged_into.is_(None),
    )
    rows = [
        PlayerRow(public, name, *played.get(key, (0, 0)), max(filter(None, times), default=None))
        for key, public, name, *times in connection.execute(query.order_by(PLAYER.c.name))
    ]
    return sorted(rows, key=lambda row: -row.last.timestamp() if row.last else inf)


@dataclass(frozen=True)
class Names:
    """The players of a club by public id: `called` maps each to its name, or the name of the one
    that it counts as, `merged` those who were merged into another to that one's id; `bench` are
    those who are not hidden."""

    called: Mapping[str, str]
    bench: tuple[str, ...]
    merged: Mapping[str, str]


def names(session: Session, club_id: int) -> Names:
    rows = session.connection().execute(NAMES, {"club": club_id}).all()
    bench = tuple(public for public, _, hidden, _, _ in rows if not hidden)
    called = {public: name for public, name, *_ in rows}
    if all(other is None for *_, other in rows):
        return Names(called, bench, {})
    into = {key: other for *_, key, other in rows}
    public_id = {key: public for public, _, _, key, _ in rows}
    merged = {
        public: public_id[root(into, key)] for public, _, _, key, other in rows if other is not None
    }
    return Names({**called, **{who: called[one] for who, one in merged.items()}}, bench, merged)
