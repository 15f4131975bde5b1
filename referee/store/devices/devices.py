"""Devices: known by a token that only they have, named so that people tell them apart, removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.engine import msg
from referee.store.base import (
    LONGEST_NAME,
    BadName,
    NotFound,
    Refused,
    clean_name,
    hashed,
    is_id,
    models,
    name_key,
    new_id,
    new_token,
    the_club,
)


@dataclass(frozen=True)
class Device:
    """A device that is in."""

    id: str
    name: str
    owner: bool


@dataclass(frozen=True)
class DeviceRow:
    """A device in the list; `places` names whose seat it holds in the open matches."""

    id: str
    name: str
    owner: bool
    created: datetime
    seen: datetime
    places: list[str]


UNNAMED = "Phone"  # what a device is called whose own name cannot be shown
SEEN_EVERY = timedelta(hours=1)  # so that reading a page does not write each time
LAST_OWNER = msg(
    "No other phone owns this Referee, and without one nobody gets in here again. Make another "
    "phone an owner first: “referee link” in the window of the server gives it a link."
)


def find(session: Session, club_id: int, public_id: str) -> models.Device:
    """The row of a device of the club, removed or not.  Raises NotFound."""
    query = select(models.Device).where(
        models.Device.public_id == public_id, models.Device.club_id == club_id
    )
    row = session.exec(query).first() if is_id(public_id) else None
    if row is None:
        raise NotFound("no such device")
    return row


def by_token(session: Session, token: str) -> models.Device | None:
    """The device that has this token, unless it was removed."""
    return session.exec(
        select(models.Device).where(
            models.Device.token_hash == hashed(token),
            col(models.Device.removed).is_(None),
            models.Device.club_id == the_club(session),
        )
    ).first()


def owns(session: Session, device_id: int | None) -> bool:
    """Whether a device owns the club."""
    return device_id in owners(session)


def owners(session: Session) -> set[int]:
    """The keys of the devices that own the club."""
    claim, device = models.SeatClaim, models.Device
    return set(
        session.exec(
            select(claim.device_id)
            .join(device, owning(claim))
            .where(col(device.removed).is_(None), device.club_id == the_club(session))
        )
    )


def owning(claim: type[models.SeatClaim]) -> ColumnElement[bool]:
    """The claim makes its device an owner."""
    return (
        (col(claim.device_id) == col(models.Device.id))
        & col(claim.match_id).is_(None)
        & col(claim.removed).is_(None)
    )


def known(session: Session, token: str) -> tuple[Device | None, datetime | None]:
    """The device of a token, and when it was seen last."""
    claim, device, club = models.SeatClaim, models.Device, models.Club
    found = session.execute(
        columns(col(device.public_id), col(device.name), col(device.seen), col(claim.id))
        .join(claim, owning(claim), isouter=True)
        .where(
            col(device.token_hash) == hashed(token),
            col(device.removed).is_(None),
            col(device.club_id) == columns(func.min(club.id)).scalar_subquery(),
        )
    ).first()
    if found is None:
        return None, None
    id, name, seen, owner = found
    return Device(id, name, owner is not None), seen


def is_news(seen: datetime, now: datetime) -> bool:
    """Whether it is time to note anew that a device is here; also after a clock was put back."""
    return abs(now - seen) >= SEEN_EVERY


def saw(session: Session, public_id: str, now: datetime) -> None:
    """Note that a device was here."""
    table = models.Device
    session.execute(update(table).where(col(table.public_id) == public_id).values(seen=now))


def make(session: Session, club_id: int, name: str, now: datetime) -> tuple[models.Device, str]:
    """A new device and its token.  The caller holds the club: names are compared."""
    token = new_token()
    row = models.Device(
        public_id=new_id(),
        club_id=club_id,
        token_hash=hashed(token),
        name="",
        name_key="",
        created=now,
        seen=now,
    )
    try:
        give_name(session, row, clean_name(name))
    except BadName:  # a browser made it up, nobody typed it
        give_name(session, row, UNNAMED)
    return row, token


def give_name(session: Session, row: models.Device, name: str) -> None:
    """Name a device, with a number where another one is called so: also one that was removed, whose
    answers are still shown under its name."""
    table = models.Device
    others = select(table.name_key).where(
        table.club_id == row.club_id, table.public_id != row.public_id
    )
    taken = set(session.exec(others))
    row.name = next(n for n in numbered(name) if name_key(n) not in taken)
    row.name_key = name_key(row.name)
    session.add(row)
    session.flush()


def numbered(name: str) -> Iterator[str]:
    """The name, then with 2, 3 ... after it, as long as a name may be."""
    yield name
    number = 2
    while True:
        end = f" {number}"
        yield name[: LONGEST_NAME - len(end)].rstrip() + end
        number += 1


def rename(session: Session, public_id: str, typed: str) -> None:
    """Give a device another name.  Raises NotFound, BadName for what no name may hold."""
    club_id = the_club(session, lock=True)
    row = find(session, club_id, public_id)
    give_name(session, row, clean_name(typed))


def remove(session: Session, public_id: str, now: datetime) -> None:
    """Take everything from a device, also the ways back that it knows.

    Raises NotFound, Refused for the last owner: nobody could let anyone in again.

    Void are the links that it made, and those of every match that it was in: the one it came by is
    in its history.  What it wrote stays.
    """
    club_id = the_club(session, lock=True)
    row = find(session, club_id, public_id)
    claim, link = models.SeatClaim, models.JoinLink
    was_in = select(claim.match_id).where(claim.device_id == row.id)
    known = or_(col(link.made_by) == row.id, col(link.match_id).in_(was_in))
    own = owners(session)
    if own == {row.id}:
        raise Refused(LAST_OWNER)
    if row.id in own:
        known = col(link.club_id) == club_id
    session.execute(update(link).where(col(link.club_id) == club_id, known).values(void=True))
    session.execute(
        update(claim)
        .where(col(claim.device_id) == row.id, col(claim.removed).is_(None))
        .values(removed=now)
    )
    row.removed = row.removed or now
    session.add(row)


def listed(session: Session) -> list[DeviceRow]:
    """Every device that is in, the last one seen first."""
    club_id = the_club(session)
    table = models.Device
    rows = session.exec(
        select(table)
        .where(table.club_id == club_id, col(table.removed).is_(None))
        .order_by(col(table.seen).desc(), col(table.id).desc())
    ).all()
    own, sits = owners(session), places(session)
    return [
        DeviceRow(
            row.public_id, row.name, row.id in own, row.created, row.seen, sits.get(row.id or 0, [])
        )
        for row in rows
    ]


def places(session: Session) -> dict[int, list[str]]:
    """Whose seats each device holds in the open matches, the newest match first."""
    claim, match, sat, player = models.SeatClaim, models.Match, models.MatchPlayer, models.Player
    found = session.exec(
        select(claim.device_id, player.name)
        .join(match, col(match.id) == col(claim.match_id))
        .join(sat, (col(sat.match_id) == col(match.id)) & (col(sat.seat) == col(claim.seat)))
        .join(player, col(player.id) == col(sat.player_id))
        .where(col(claim.removed).is_(None), col(match.ended).is_(None))
        .order_by(col(claim.device_id), col(match.created).desc(), col(match.id).desc())
    )
    seats: dict[int, list[str]] = {}
    for device_id, name in found:
        seats.setdefault(device_id, []).append(name)
    return seats
