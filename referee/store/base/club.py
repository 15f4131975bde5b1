"""The club of this home, and whom each of its players counts as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.store.base import models
from referee.store.base.models import PLAYER


def the_club(session: Session, lock: bool = False) -> int:
    """The key of the home's club.  `lock`: hold it (PostgreSQL) while names are compared or sums
    changed, but let others add rows that point to it."""
    query = select(models.Club.id).order_by(col(models.Club.id)).limit(1)
    key = session.exec(query.with_for_update(key_share=True) if lock else query).first()
    assert key is not None  # made by the first migration
    return key


@dataclass(frozen=True)
class People:
    """The players of a club by public id: `counts_as` maps each to the key of the player that it
    counts as, `merged` those who were merged into another to their own."""

    counts_as: Mapping[str, int]
    merged: Mapping[str, int]


def people(session: Session, club_id: int) -> People:
    query = columns(PLAYER.c.public_id, PLAYER.c.id, PLAYER.c.merged_into)
    rows = session.connection().execute(query.where(PLAYER.c.club_id == club_id)).all()
    into = {key: other for _, key, other in rows}
    return People(
        {public: root(into, key) for public, key, _ in rows},
        {public: key for public, key, other in rows if other is not None},
    )


def root(into: Mapping[int, int | None], key: int) -> int:
    """Whom a player counts as, where `into` maps each to the one it was merged into."""
    while (other := into[key]) is not None:
        key = other
    return key
