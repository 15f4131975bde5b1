"""Finding matches: by game, player, partner, day, and by what was written about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, and_, exists, func, literal_column, or_
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import msg
from referee.store.base import ONE_DAY, TooMuch, name_key
from referee.store.base.models import ENTRY, MATCH, PLAYER, SAT
from referee.store.players import players

UNDO, REDO = ENTRY.alias("undo"), ENTRY.alias("redo")
OTHER = SAT.alias("other")
LONGEST_SEARCH = 100  # characters


@dataclass(frozen=True)
class Wanted:
    """What is looked for: matches of a `game`, of a `player` and with a `partner` of the same side
    (ids), between days (UTC, both included) of their end, or of their start where they are not
    `finished`; every word of `text` is in a name, the place or a note."""

    game: str | None = None
    player: str | None = None
    partner: str | None = None
    first: date | None = None
    last: date | None = None
    finished: bool = True
    text: str = ""


@dataclass(frozen=True)
class Place:
    """A place in a list: after the match of that time, key and id."""

    at: datetime
    key: int
    id: str


def keys(
    session: Session, club_id: int, wanted: Wanted, after: Place | None, limit: int
) -> list[int]:
    """The keys of the matches, the newest first.  Raises NotFound for an unknown player, TooMuch
    for too long a text."""
    query, when, key = of_player(session, wanted) if wanted.player else of_club(club_id, wanted)
    query = query.where(*days(when, wanted))
    if after is not None:
        mark = after.id if key is MATCH.c.public_id else after.key
        query = query.where(when <= after.at, or_(when < after.at, key < mark))
    if len(wanted.text) > LONGEST_SEARCH:
        raise TooMuch(msg("Search for at most %(n)s characters.", n=LONGEST_SEARCH))
    if "\0" in wanted.text:
        return []  # no text holds one, and PostgreSQL would not even look
    words = wanted.text.split()
    query = query.where(*(mentions(session, club_id, word) for word in words))
    query = query.order_by(when.desc(), key.desc()).limit(limit)
    return list(session.connection().execute(query).scalars())


Query = tuple[Select[Any], ColumnElement[Any], ColumnElement[Any]]


def of_club(club_id: int, wanted: Wanted) -> Query:
    """Everybody's matches, and the columns that they are in order of."""
    query = columns(MATCH.c.id).where(MATCH.c.club_id == club_id)
    if wanted.game is not None:
        query = query.where(MATCH.c.game == wanted.game)
    if wanted.finished:
        return query.where(MATCH.c.ended.is_not(None)), MATCH.c.ended, MATCH.c.public_id
    return query.where(MATCH.c.ended.is_(None)), MATCH.c.created, MATCH.c.public_id


def of_player(session: Session, wanted: Wanted) -> Query:
    """A player's matches, by the index of that player."""
    assert wanted.player is not None
    key = players.counting(session, wanted.player).id
    query = columns(SAT.c.match_id).where(SAT.c.player_id == key)
    if wanted.text or not wanted.finished:
        query = query.join(MATCH, MATCH.c.id == SAT.c.match_id)
    if wanted.game is not None:
        query = query.where(SAT.c.game == wanted.game)
    if wanted.partner is not None:
        partner = players.counting(session, wanted.partner).id
        query = query.join(
            OTHER,
            and_(
                OTHER.c.match_id == SAT.c.match_id,
                OTHER.c.player_id == partner,
                OTHER.c.player_id != SAT.c.player_id,
                OTHER.c.side == SAT.c.side,
            ),
        )
    if wanted.finished:
        return query.where(SAT.c.ended.is_not(None)), SAT.c.ended, SAT.c.match_id
    return query.where(SAT.c.ended.is_(None)), MATCH.c.created, SAT.c.match_id


def of_both(session: Session, one: int, other: int, after: Place | None, limit: int) -> list[int]:
    """The keys of the ended matches in which both players sat at the end, the newest first."""
    query = (
        columns(SAT.c.match_id)
        .join(OTHER, and_(OTHER.c.match_id == SAT.c.match_id, OTHER.c.player_id == other))
        .where(SAT.c.player_id == one, SAT.c.ended.is_not(None))
        .where(SAT.c.seat.is_not(None), OTHER.c.seat.is_not(None))
        .order_by(SAT.c.ended.desc(), SAT.c.match_id.desc())
        .limit(limit)
    )
    if after is not None:
        query = query.where(
            SAT.c.ended <= after.at, or_(SAT.c.ended < after.at, SAT.c.match_id < after.key)
        )
    return list(session.connection().execute(query).scalars())


def days(when: ColumnElement[Any], wanted: Wanted) -> list[ColumnElement[bool]]:
    """The conditions of the first and last day."""
    found: list[ColumnElement[bool]] = []
    if wanted.first is not None:
        found.append(when >= datetime.combine(wanted.first, time.min, UTC))
    if wanted.last is not None and wanted.last < date.max:
        found.append(when < datetime.combine(wanted.last + ONE_DAY, time.min, UTC))
    return found


def mentions(session: Session, club_id: int, word: str) -> ColumnElement[bool]:
    """A match with this word in a player's name, its place, its note or the note of a hand.

    This looks at one match after the other; only names and hands' notes have an index.
    """
    named = columns(PLAYER.c.public_id).where(
        PLAYER.c.club_id == club_id,
        PLAYER.c.name_key.contains(name_key(word), autoescape=True),
    )
    ids = {players.counting(session, id).id for id in session.connection().execute(named).scalars()}
    noted = columns(ENTRY.c.match_id).where(
        a_note(ENTRY),
        ENTRY.c.undoes.is_(None),
        holds(ENTRY.c.value, word),
        ~exists().where(withdraws(UNDO, ENTRY), ~exists().where(withdraws(REDO, UNDO))),
    )
    found = [holds(MATCH.c.place, word), holds(MATCH.c.note, word), MATCH.c.id.in_(noted)]
    if ids:
        sat = SAT.alias("named")
        found.append(exists().where(sat.c.match_id == MATCH.c.id, sat.c.player_id.in_(ids)))
    return or_(*found)


def a_note(entry: FromClause) -> ColumnElement[bool]:
    """The condition of the index of notes: no parameter in it, or it would not be used."""
    return entry.c.key == literal_column("'note'")


def withdraws(later: FromClause, entry: FromClause) -> ColumnElement[bool]:
    same = later.c.match_id == entry.c.match_id
    return and_(a_note(later), same, later.c.undoes == entry.c.seq)


def holds(column: ColumnElement[str], word: str) -> ColumnElement[bool]:
    """Whether a text holds a word, whatever the case (see `lowered` in session.py)."""
    return and_(column != "", func.lower(column).contains(word.lower(), autoescape=True))
