"""Ratings of players, from every ended match in the order in which they ended.

The club's row says up to where matches are rated.  What changes an earlier match moves that place
back before it, and the matches from there on are rated anew, some at a time.  A player's rating
before a match is the one after the last match of that game before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import bindparam, or_, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import Best, worth
from referee.store.base.models import CLUB, MATCH, SAT
from referee.store.statistics.tally import best_in

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Rated: TypeAlias = tuple[float, float]  # mu and sigma
AT_ONCE = 3  # matches that are rated when one ends; pages see to the others
RATED = (
    update(SAT)
    .where(SAT.c.match_id == bindparam("match"), SAT.c.player_id == bindparam("player"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"))
)


@dataclass(frozen=True, order=True)
class Place:
    """A place in the order of matches: after the one that ended then, with that key."""

    ended: datetime
    match: int


def rated_to(session: Session, club_id: int) -> Place | None:
    """Up to where matches are rated; None before the first one."""
    query = columns(CLUB.c.rated_to, CLUB.c.rated_match).where(CLUB.c.id == club_id)
    ended, match = session.connection().execute(query).one()
    return None if ended is None else Place(ended, match)


def rewind(session: Session, club_id: int, ended: datetime, match: int) -> None:
    """From this match on, ratings are no longer right."""
    done = rated_to(session, club_id)
    if done is not None and Place(ended, match) <= done:
        move(session, club_id, Place(ended, match - 1))


def move(session: Session, club_id: int, to: Place) -> None:
    session.connection().execute(
        update(CLUB).where(CLUB.c.id == club_id).values(rated_to=to.ended, rated_match=to.match)
    )


def unrated(session: Session, club_id: int, limit: int) -> Sequence[Any]:
    """The next matches to be rated, in order."""
    done = rated_to(session, club_id)
    query = (
        columns(MATCH.c.id, MATCH.c.game, MATCH.c.ended, MATCH.c.winners, MATCH.c.totals)
        .where(MATCH.c.club_id == club_id, MATCH.c.ended.is_not(None))
        .order_by(MATCH.c.ended, MATCH.c.id)
        .limit(limit)
    )
    if done is not None:
        later = or_(MATCH.c.ended > done.ended, MATCH.c.id > done.match)
        query = query.where(MATCH.c.ended >= done.ended, later)
    return session.connection().execute(query).all()


def catch_up(session: Session, club_id: int, limit: int = AT_ONCE) -> bool:
    """Rate up to `limit` matches; whether all are rated then.  The caller holds the club."""
    found = unrated(session, club_id, limit + 1)
    todo = found[:limit]
    if not todo:
        return True
    from openskill.models import PlackettLuce  # takes a moment to load, and few requests need it

    model = PlackettLuce()
    sat = seated(session, [match.id for match in todo])
    known: dict[tuple[str, int], Rated] = {}
    written: list[dict[str, float]] = []
    for match in todo:
        before: dict[int, Rated] = {}
        sides: dict[int, list[int]] = {}
        for row in sat.get(match.id, ()):
            key = (match.game, row.player_id)
            if key not in known:
                place = Place(match.ended, match.id)
                known[key] = rating_before(session, *key, place) or (model.mu, model.sigma)
            before[row.player_id] = known[key]
            if row.seat is not None:
                sides.setdefault(row.side, []).append(row.player_id)
        best, won = best_in(match.game), match.winners or ()
        after = before | rated(model, sides, before, won, match.totals, best)
        for player, (mu, sigma) in after.items():
            known[match.game, player] = mu, sigma
            written.append({"match": match.id, "player": player, "new_mu": mu, "new_sigma": sigma})
    if written:
        session.connection().execute(RATED, written)
    move(session, club_id, Place(todo[-1].ended, todo[-1].id))
    return len(found) <= limit


def seated(session: Session, matches: Sequence[int]) -> dict[int, list[Any]]:
    """Who is kept of each of these matches, by seat."""
    query = columns(SAT.c.match_id, SAT.c.player_id, SAT.c.side, SAT.c.seat)
    query = query.where(SAT.c.match_id.in_(matches)).order_by(SAT.c.match_id, SAT.c.seat)
    found: dict[int, list[Any]] = {}
    for row in session.connection().execute(query):
        found.setdefault(row.match_id, []).append(row)
    return found


def rated(
    model: PlackettLuce,
    sides: Mapping[int, Sequence[int]],
    before: Mapping[int, Rated],
    winners: Sequence[int],
    totals: Sequence[int],
    best: Best,
) -> dict[int, Rated]:
    """New ratings by player: the winners come first, the others by their totals, of which `best`
    says which one is.

    A match without a winner rates nobody.
    """
    if not winners or len(sides) < 2:
        return {}
    order = sorted(sides)
    teams = [[model.create_rating(list(before[p])) for p in sides[side]] for side in order]
    did = {s: (s in winners, 0 if s in winners else worth(totals[s], best)) for s in order}
    ranks = [float(1 + sum(did[other] > did[side] for other in order)) for side in order]
    new = model.rate(teams, ranks=ranks)
    return {
        player: (rating.mu, rating.sigma)
        for side, ratings in zip(order, new, strict=True)
        for player, rating in zip(sides[side], ratings, strict=True)
    }


def rating_before(session: Session, game: str, player_id: int, place: Place) -> Rated | None:
    """A player's rating before the match at `place`; None where it is the first one."""
    query = (
        columns(SAT.c.mu, SAT.c.sigma)
        .where(
            SAT.c.player_id == player_id,
            SAT.c.game == game,
            SAT.c.ended <= place.ended,
            or_(SAT.c.ended < place.ended, SAT.c.match_id < place.match),
        )
        .order_by(SAT.c.ended.desc(), SAT.c.match_id.desc())
        .limit(1)
    )
    row = session.connection().execute(query).first()
    return None if row is None or row.mu is None else (row.mu, row.sigma)
