"""A player's page, and two players against and with each other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select as columns
from sqlmodel import Session

from referee.store.base import EVER, NotFound
from referee.store.base.models import PAIR_SUM, PLAYER, PLAYER_SUM, SAT
from referee.store.history import lists as history
from referee.store.history.figures import (
    Figures,
    HeadToHead,
    Meeting,
    Merged,
    Pair,
    PlayerFigures,
    Rating,
    Result,
)
from referee.store.players import players
from referee.store.statistics import AGAINST, WITH, Place, rated_to

FORM = 20  # last results
CURVE = 50  # ratings of a game over time
LEAST = 3  # matches together before somebody may be the best partner


def figures(session: Session, player_id: str) -> PlayerFigures:
    """All of a player's page.  Raises NotFound."""
    player = players.find(session, player_id)
    assert player.id is not None
    games = sorted(of_games(session, player.id), key=lambda f: (-f.matches, f.game))
    done = rated_to(session, player.club_id)
    curves = {f.game: curve(session, player.id, f.game, done) for f in games}
    pairs = pairs_of(session, player.id)
    partners = [pair for pair in pairs[WITH] if pair.matches >= LEAST]
    counts_as = players.counting(session, player_id)
    return PlayerFigures(
        id=player.public_id,
        name=player.name,
        hidden=player.hidden,
        matches=sum(f.matches for f in games),
        wins=sum(f.wins for f in games),
        games=games,
        rating={game: points[-1][1] for game, points in curves.items() if points},
        ratings=curves,
        form=form(session, player.id, done),
        partners=sorted(partners, key=lambda p: (-p.wins / p.matches, -p.matches, p.name)),
        rivals=sorted(pairs[AGAINST], key=lambda p: (-p.matches, p.name)),
        merged=merged_into(session, player.id),
        merged_into=None if counts_as.id == player.id else counts_as.public_id,
    )


def of_games(session: Session, key: int) -> list[Figures]:
    """A player's sums of all time, by game."""
    query = columns(PLAYER_SUM).where(PLAYER_SUM.c.player_id == key, PLAYER_SUM.c.period == EVER)
    return [sums(row) for row in session.connection().execute(query)]


def sums(row: Any) -> Figures:
    """A row of `player_stat`."""
    return Figures(row.game, row.matches, row.wins, row.hands, row.points, row.counts)


def curve(
    session: Session, key: int, game: str, done: Place | None
) -> list[tuple[datetime, Rating]]:
    """The ratings after the last matches of a game that are rated, the oldest first."""
    if done is None:
        return []
    query = (
        columns(SAT.c.ended, SAT.c.match_id, SAT.c.mu, SAT.c.sigma)
        .where(SAT.c.player_id == key, SAT.c.game == game, SAT.c.ended <= done.ended)
        .order_by(SAT.c.ended.desc(), SAT.c.match_id.desc())
        .limit(CURVE)
    )
    rows = session.connection().execute(query).all()
    return [
        (row.ended, Rating(row.mu, row.sigma))
        for row in reversed(rows)
        if Place(row.ended, row.match_id) <= done and row.mu is not None
    ]


def form(session: Session, key: int, done: Place | None) -> list[Result]:
    """The last results, the newest first."""
    query = (
        columns(SAT.c.match_id, SAT.c.won, SAT.c.points, SAT.c.ended, SAT.c.mu, SAT.c.sigma)
        .where(SAT.c.player_id == key, SAT.c.ended.is_not(None))
        .order_by(SAT.c.ended.desc(), SAT.c.match_id.desc())
        .limit(FORM)
    )
    rows = session.connection().execute(query).all()
    matches = history.by_key(session, [row.match_id for row in rows])
    return [
        Result(
            matches[row.match_id],
            row.won,
            row.points,
            Rating(row.mu, row.sigma)
            if done and row.mu is not None and Place(row.ended, row.match_id) <= done
            else None,
        )
        for row in rows
    ]


def pairs_of(session: Session, key: int) -> Mapping[str, list[Pair]]:
    """Whom a player played with and against, over all games."""
    query = (
        columns(
            PAIR_SUM.c.relation,
            PLAYER.c.public_id,
            PLAYER.c.name,
            PAIR_SUM.c.matches,
            PAIR_SUM.c.wins,
        )
        .join(PLAYER, PLAYER.c.id == PAIR_SUM.c.other_id)
        .where(PAIR_SUM.c.player_id == key)
    )
    summed: dict[tuple[str, str], Pair] = {}
    for relation, public, name, matches, wins in session.connection().execute(query):
        was = summed.get((relation, public), Pair(public, name, 0, 0))
        pair = Pair(public, name, was.matches + matches, was.wins + wins)
        summed[relation, public] = pair
    return {
        relation: [pair for (how, _), pair in summed.items() if how == relation]
        for relation in (WITH, AGAINST)
    }


def merged_into(session: Session, key: int) -> list[Merged]:
    """Who was merged into a player."""
    query = columns(PLAYER.c.public_id, PLAYER.c.name).where(PLAYER.c.merged_into == key)
    return [Merged(*row) for row in session.connection().execute(query.order_by(PLAYER.c.name))]


def met(session: Session, one: str, other: str, before: str | None, limit: int) -> HeadToHead:
    """Two players and a page of the matches in which both sat at the end.  Raises NotFound."""
    first, second = players.counting(session, one), players.counting(session, other)
    assert first.id is not None
    assert second.id is not None
    if first.id == second.id:
        raise NotFound("one player only")
    query = columns(PAIR_SUM).where(PAIR_SUM.c.player_id.in_((first.id, second.id)))
    query = query.where(PAIR_SUM.c.other_id.in_((first.id, second.id)))
    kept = {
        (row.game, row.relation, row.player_id): row for row in session.connection().execute(query)
    }
    meetings = [
        Meeting(game, how, row.matches, row.wins, kept[game, how, second.id].wins)
        for (game, how, who), row in kept.items()
        if who == first.id
    ]
    page = history.of_both(session, first.id, second.id, before, limit)
    return HeadToHead(
        Merged(first.public_id, first.name),
        Merged(second.public_id, second.name),
        sorted(meetings, key=lambda m: (-m.matches, m.game, m.relation)),
        page.items,
        page.next,
    )
