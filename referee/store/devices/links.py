"""Links and codes to join by: made, looked up, void.  Only their hashes are stored."""

from __future__ import annotations

import base64
import re
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import delete, or_, update
from sqlmodel import Session, col, select

from referee.store.base import NotFound, hashed, models, the_club
from referee.store.devices import devices
from referee.store.matches import find


@dataclass(frozen=True)
class Link:
    """A new invitation: the token for a link, and the code that may be typed `until` then; an
    owner's link has none, and is itself good until then.

    Neither can be read from the store again, and neither is shown by `repr`, so in no log.
    """

    token: str = field(repr=False)
    code: str | None = field(repr=False)
    until: datetime


@dataclass(frozen=True)
class Invitation:
    """What a link or code invites to; `match` is None for the owner's."""

    role: str  # owner, scorer, seat, watcher, display
    match: str | None


ROLES = ("owner", "scorer", "seat", "watcher", "display")
LONGEST_LINK = timedelta(hours=24)
LONGEST_CODE = timedelta(minutes=15)
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is mistaken for another
CODE_LENGTH = 8
TOKEN = re.compile(r"[A-Z2-7]{26}")
CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")


def typed(secret: str) -> str:
    """A secret as it is compared: upper case, without what people put between the letters."""
    return re.sub(r"[\s\-–·.]", "", secret[:60]).upper()


def new(session: Session, role: str, public_id: str | None, by: str | None, now: datetime) -> Link:
    """A link for a role at a match, or (None) to own the club.

    Raises NotFound for a match or device that is not there, and for a match that is over: only
    watching goes on then.
    """
    if role not in ROLES or (role == "owner") != (public_id is None):
        raise ValueError(f"no link for {role!r}")
    club_id = the_club(session, lock=True)
    forget_dead(session, club_id, now)
    match = None if public_id is None else find(session, public_id)
    if match is not None and match.ended is not None and role != "watcher":
        raise NotFound("the match is over")
    author = None if by is None else devices.find(session, club_id, by)
    if author is not None and author.removed is not None:
        raise NotFound("no such device")
    # 130 bits; 32 letters that a QR code packs tightly.
    token = base64.b32encode(secrets.token_bytes(20)).decode()[:26]
    code = None if match is None else new_code(session)
    session.add(
        models.JoinLink(
            club_id=club_id,
            match_id=None if match is None else match.id,
            role=role,
            token_hash=hashed(token),
            code_hash=None if code is None else hashed(code),
            code_until=None if code is None else now + LONGEST_CODE,
            created=now,
            until=now + LONGEST_LINK,
            made_by=None if author is None else author.id,
        )
    )
    return Link(token, code, now + (LONGEST_LINK if code is None else LONGEST_CODE))


def new_code(session: Session) -> str:
    """A code that no other link has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        same = select(models.JoinLink.id).where(models.JoinLink.code_hash == hashed(code))
        if session.exec(same).first() is None:
            return code


def forget_dead(session: Session, club_id: int, now: datetime) -> None:
    """Delete the links that nobody can use any more, and the codes that have run out."""
    link = models.JoinLink
    mine = col(link.club_id) == club_id
    session.execute(delete(link).where(mine, or_(col(link.void), col(link.until) <= now)))
    session.execute(
        update(link)
        .where(mine, col(link.code_until) <= now)
        .values(code_hash=None, code_until=None)
    )


def living(
    session: Session, secret: str, now: datetime, lock: bool = False
) -> tuple[models.JoinLink, models.Match | None]:
    """The link of a token or code and its match.  Raises NotFound, the same for every cause."""
    link = models.JoinLink
    query = select(link).where(
        link.club_id == the_club(session), col(link.void).is_(False), col(link.until) > now
    )
    if TOKEN.fullmatch(secret):
        query = query.where(link.token_hash == hashed(secret))
    elif CODE.fullmatch(secret):
        query = query.where(link.code_hash == hashed(secret), col(link.code_until) > now)
    else:
        raise NotFound("no such link")
    row = session.exec(query.with_for_update() if lock else query).first()
    if row is None:
        raise NotFound("no such link")
    match = None if row.match_id is None else session.get(models.Match, row.match_id)
    if match is not None and match.ended is not None and row.role != "watcher":
        raise NotFound("no such link")
    return row, match


def invitation(session: Session, secret: str, now: datetime) -> Invitation:
    """What a token or code invites to.  Raises NotFound."""
    row, match = living(session, secret, now)
    return Invitation(row.role, None if match is None else match.public_id)


def void_all(session: Session) -> None:
    """Make every link and code of the club void."""
    link = models.JoinLink
    club_id = the_club(session, lock=True)
    session.execute(update(link).where(col(link.club_id) == club_id).values(void=True))
