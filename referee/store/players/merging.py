"""Two names for one person: merged into one player, and taken apart again.

The matches of the merged player go over to the other one; `seated_as` keeps who sat there, so that
exactly these can be given back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import msg
from referee.store.base import NotFound, Refused, the_club
from referee.store.base.models import LINE, PAIR_SUM, PLAYER, PLAYER_SUM, SAT
from referee.store.players import players
from referee.store.statistics import SHARE, ratings, sums


def merge(session: Session, player_id: str, into_id: str) -> None:
    """Let a player count as another one.

    Raises NotFound; Refused where both are one, or ever sat in the same match.
    """
    club_id = the_club(session, lock=True)
    player, into = players.find(session, player_id), players.counting(session, into_id)
    assert player.id is not None
    assert into.id is not None
    if player.merged_into is not None or player.id == into.id:
        raise Refused(msg("This is one player already."))
    if sat_together(session, player.id, into.id):
        raise Refused(
            msg(
                "%(one)s and %(other)s sat in the same match: they are two people.",
                one=player.name,
                other=into.name,
            )
        )
    first = first_of(session, SAT.c.player_id == player.id)
    player.merged_into, player.hidden = into.id, True
    session.add(player)
    session.flush()
    connection = session.connection()
    connection.execute(
        update(SAT)
        .where(SAT.c.player_id == player.id, SAT.c.seated_as.is_(None))
        .values(seated_as=player.id)
    )
    give(session, SAT.c.player_id == player.id, player.id, into.id)
    summed_anew(session, (player.id, into.id))
    rated_anew(session, club_id, first)


def unmerge(session: Session, player_id: str) -> None:
    """Take a merge back: the player has the same matches again.  Raises NotFound, also where the
    player was not merged."""
    club_id = the_club(session, lock=True)
    player, into = players.find(session, player_id), players.counting(session, player_id)
    assert player.id is not None
    assert into.id is not None
    if player.merged_into is None:
        raise NotFound("not merged")
    family = [player.id, *merged_below(session, player.id)]
    mine = (SAT.c.player_id == into.id) & SAT.c.seated_as.in_(family)
    first = first_of(session, mine)
    player.merged_into, player.hidden = None, False
    session.add(player)
    session.flush()
    give(session, mine, into.id, player.id)
    session.connection().execute(
        update(SAT)
        .where(SAT.c.player_id == player.id, SAT.c.seated_as == player.id)
        .values(seated_as=None)
    )
    summed_anew(session, (player.id, into.id))
    rated_anew(session, club_id, first)


def sat_together(session: Session, one: int, other: int) -> bool:
    """Whether both ever sat in the same match."""
    two = SAT.alias("two")
    query = (
        columns(SAT.c.match_id)
        .join(two, two.c.match_id == SAT.c.match_id)
        .where(SAT.c.player_id == one, two.c.player_id == other)
        .limit(1)
    )
    return session.connection().execute(query).first() is not None


def merged_below(session: Session, key: int) -> list[int]:
    """Everybody who was merged into a player, or into one of these."""
    query = columns(PLAYER.c.id).where(PLAYER.c.merged_into == key)
    direct = session.connection().execute(query).scalars().all()
    return [other for child in direct for other in (child, *merged_below(session, child))]


def first_of(session: Session, rows: Any) -> ratings.Place | None:
    """Where the first ended match of these rows stands; None without one."""
    query = columns(SAT.c.ended, SAT.c.match_id).where(rows, SAT.c.ended.is_not(None))
    found = session.connection().execute(query.order_by(SAT.c.ended, SAT.c.match_id).limit(1))
    first = found.first()
    return None if first is None else ratings.Place(*first)


def give(session: Session, rows: Any, giver: int, taker: int) -> None:
    """Let the rows of one player, with the lines of their matches, be another one's."""
    connection = session.connection()
    matches = columns(SAT.c.match_id).where(rows)
    connection.execute(
        update(LINE)
        .where(LINE.c.player_id == giver, LINE.c.match_id.in_(matches))
        .values(player_id=taker)
    )
    connection.execute(update(SAT).where(rows).values(player_id=taker))


def summed_anew(session: Session, keys: Sequence[int]) -> None:
    """Make the sums of these players anew from their matches."""
    connection = session.connection()
    for table in (PLAYER_SUM, PAIR_SUM):
        connection.execute(delete(table).where(table.c.player_id.in_(keys)))
    connection.execute(delete(PAIR_SUM).where(PAIR_SUM.c.other_id.in_(keys)))
    two = SAT.alias("two")
    mine = columns(*(SAT.c[name] for name in SHARE)).where(
        SAT.c.player_id.in_(keys), SAT.c.ended.is_not(None)
    )
    add(session, PLAYER_SUM, sums.player_sums(sums.Share(*row) for row in connection.execute(mine)))
    met = (
        columns(SAT.c.player_id, two.c.player_id, SAT.c.side, two.c.side, SAT.c.game)
        .add_columns(SAT.c.won, two.c.won)
        .join(two, (two.c.match_id == SAT.c.match_id) & (two.c.player_id != SAT.c.player_id))
        .where(SAT.c.player_id.in_(keys), SAT.c.ended.is_not(None))
        .where(SAT.c.seat.is_not(None), two.c.seat.is_not(None))
    )
    pairs: sums.Sums = {}
    for one, other, side, other_side, game, won, other_won in connection.execute(met):
        relation = sums.WITH if side == other_side else sums.AGAINST
        ours = {(one, other): won}
        if other not in keys:
            ours[other, one] = other_won
        for pair, wins in ours.items():
            key = (*pair, relation, game)
            pairs.setdefault(key, sums.Sum()).add({"matches": 1, "wins": int(wins)})
    add(session, PAIR_SUM, pairs)


def rated_anew(session: Session, club_id: int, first: ratings.Place | None) -> None:
    """Rate matches again from this one on."""
    if first is not None:
        ratings.rewind(session, club_id, first.ended, first.match)
        ratings.catch_up(session, club_id)


def add(session: Session, table: Any, new: sums.Sums) -> None:
    """Write sums of which no row is there yet."""
    names = [column.name for column in table.primary_key.columns]
    rows = []
    for key, summed in new.items():
        row = dict(zip(names, key, strict=True)) | dict(summed.numbers)
        if summed.counts is not None:
            row["counts"] = sums.merged({}, summed.counts, +1)
        rows.append(row)
    if rows:
        session.connection().execute(insert(table), rows)


def hide(session: Session, player_id: str, hidden: bool) -> None:
    """Offer a player no more, or again.  Raises NotFound, Refused for a merged one."""
    the_club(session, lock=True)
    player = players.find(session, player_id)
    if player.merged_into is not None:
        raise Refused(msg("This player was merged with another one: undo that first."))
    player.hidden = hidden
    session.add(player)
