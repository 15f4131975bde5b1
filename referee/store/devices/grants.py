"""What a device may do in a match: every page, every stream and every save asks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.store.base import hashed, is_id
from referee.store.base.models import CLAIM, DEVICE, MATCH


@dataclass(frozen=True)
class Access:
    """What a device may do in a match, and the seat that it holds there."""

    role: str
    seat: int | None
    device: str
    own_questions: bool = False  # a seat that may answer only what is asked of it


OWNED = CLAIM.alias()
GRANT = (  # built once: every page and every save asks
    columns(
        DEVICE.c.public_id,
        DEVICE.c.seen,
        CLAIM.c.role,
        CLAIM.c.seat,
        OWNED.c.id.label("owner"),
        MATCH.c.own_questions,
    )
    .join_from(DEVICE, MATCH, MATCH.c.club_id == DEVICE.c.club_id)
    .join(
        CLAIM,
        (CLAIM.c.device_id == DEVICE.c.id)
        & (CLAIM.c.match_id == MATCH.c.id)
        & CLAIM.c.removed.is_(None),
        isouter=True,
    )
    .join(
        OWNED,
        (OWNED.c.device_id == DEVICE.c.id) & OWNED.c.match_id.is_(None) & OWNED.c.removed.is_(None),
        isouter=True,
    )
    .where(DEVICE.c.removed.is_(None), MATCH.c.public_id == bindparam("match"))
)
OF_DEVICE = GRANT.where(DEVICE.c.id == bindparam("key"))
OF_TOKEN = GRANT.where(DEVICE.c.token_hash == bindparam("token"))


def of_device(session: Session, key: int, public_id: str) -> Access | None:
    """What a device may do in a match; None for nothing, or no such match."""
    found = session.execute(OF_DEVICE, {"key": key, "match": public_id}).first()
    return None if found is None else granted(found)


def of_token(session: Session, token: str, public_id: str) -> tuple[Access | None, datetime | None]:
    """The same for the device of a token, and when it was seen last (None: no such device here)."""
    if not is_id(public_id):
        return None, None
    found = session.execute(OF_TOKEN, {"token": hashed(token), "match": public_id}).first()
    return (None, None) if found is None else (granted(found), found.seen)


def granted(found: Row[Any]) -> Access | None:
    if found.owner is not None:
        return Access("owner", found.seat, found.public_id)
    if found.role is None:
        return None
    return Access(found.role, found.seat, found.public_id, found.own_questions)
