"""Claims: which device has which role and seat in a match, and how it comes to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.store.base import NotFound, models, the_club
from referee.store.base.models import CLAIM, DEVICE
from referee.store.devices import devices
from referee.store.devices.grants import of_device
from referee.store.devices.links import living
from referee.store.matches import find


@dataclass(frozen=True)
class Holder:
    """The device in a seat."""

    device: str
    name: str


@dataclass(frozen=True)
class Present:
    """A device that has a match open: how it is called, what it is there, its seat if it has one.

    An owner who took no place there is an owner."""

    name: str
    role: str
    seat: int | None


@dataclass(frozen=True)
class Joined:
    """What a device is from now on; `token` is for its cookie, None where it keeps its own."""

    token: str | None = field(repr=False)
    match: str | None
    role: str
    seat: int | None


RANK = ("display", "watcher", "seat", "scorer", "owner")  # each may do more than those before
# What a link lets a device become, besides a player in a seat.
PLACES = {
    "owner": ("owner",),
    "scorer": ("score", "watch"),
    "seat": ("watch",),
    "watcher": ("watch",),
    "display": ("display",),
}
SEATING = ("scorer", "seat")  # links that give every seat of their match
ROLE_OF = {"score": "scorer", "watch": "watcher", "display": "display"}


def join(
    session: Session, secret: str, place: str, token: str | None, name: str, now: datetime
) -> Joined:
    """Give a device what it asks for, if the link lets it.  Raises NotFound.

    A token that is not of a living device is never taken over: the device gets a new one.
    """
    club_id = the_club(session, lock=True)
    link, match = living(session, secret, now, lock=True)
    seats = () if match is None or link.role not in SEATING else range(len(match.seats))
    if place not in (*PLACES[link.role], *map(str, seats)):
        raise NotFound("no such place")
    device = None if token is None else devices.by_token(session, token)
    given: str | None = None
    if device is None:
        device, given = devices.make(session, club_id, name, now)
    assert device.id is not None
    if match is None:
        own(session, device.id, now)
        link.void = True  # the owner's link is good for one device
        session.add(link)
        return Joined(given, None, "owner", None)
    assert match.id is not None
    take(session, device.id, match.id, place, link.role, now)
    became = of_device(session, device.id, match.public_id)
    assert became is not None
    # A screen that was more than a display still has come to show the table.
    role = "display" if place == "display" else became.role
    return Joined(given, match.public_id, role, became.seat)


def own(session: Session, device_id: int, now: datetime) -> None:
    """Make a device an owner of the club."""
    if not devices.owns(session, device_id):
        session.add(models.SeatClaim(device_id=device_id, role="owner", created=now))
        session.flush()


def take(
    session: Session, device_id: int, match_id: int, place: str, through: str, now: datetime
) -> None:
    """Put a device in a place; it keeps the role that it has where that may do more.

    *Just watch* gives a seat up, but not when the link was for watching only: who scans that one
    did not ask to stand up.
    """
    mine = claim_of(session, device_id, match_id)
    if place not in ROLE_OF:
        seat: int | None = int(place)
        vacate(session, match_id, int(place), device_id, now)
        role = higher("seat", mine)
    else:
        stands_up = place == "watch" and through != "watcher"
        seat = None if mine is None or stands_up else mine.seat
        left = None if mine is None or (stands_up and mine.role == "seat") else mine
        role = higher(ROLE_OF[place], left)
    change(session, mine, device_id, match_id, role, seat, now)


def higher(role: str, mine: models.SeatClaim | None) -> str:
    return role if mine is None else max(role, mine.role, key=RANK.index)


def vacate(session: Session, match_id: int, seat: int, but: int, now: datetime) -> None:
    """Take a seat from the device that holds it, unless that is `but`; it may still watch."""
    held = session.exec(
        select(models.SeatClaim).where(
            models.SeatClaim.match_id == match_id,
            models.SeatClaim.seat == seat,
            models.SeatClaim.device_id != but,
            col(models.SeatClaim.removed).is_(None),
        )
    ).first()
    if held is not None:
        role = "watcher" if held.role == "seat" else held.role
        change(session, held, held.device_id, match_id, role, None, now)


def change(
    session: Session,
    old: models.SeatClaim | None,
    device_id: int,
    match_id: int,
    role: str,
    seat: int | None,
    now: datetime,
) -> None:
    """End the old claim and make the new one; what is the same stays."""
    if old is not None:
        if (old.role, old.seat) == (role, seat):
            return
        old.removed = now
        session.add(old)
        session.flush()  # before the new one: a device has one living claim in a match
    session.add(
        models.SeatClaim(device_id=device_id, match_id=match_id, role=role, seat=seat, created=now)
    )
    session.flush()


def claim_of(session: Session, device_id: int, match_id: int) -> models.SeatClaim | None:
    """The living claim of a device in a match."""
    return session.exec(
        select(models.SeatClaim).where(
            models.SeatClaim.device_id == device_id,
            models.SeatClaim.match_id == match_id,
            col(models.SeatClaim.removed).is_(None),
        )
    ).first()


def holders(session: Session, public_id: str) -> dict[int, Holder]:
    """Which device is in which seat.  Raises NotFound."""
    claim, device = models.SeatClaim, models.Device
    found = session.exec(
        select(claim.seat, device.public_id, device.name)
        .join(device, col(device.id) == col(claim.device_id))
        .where(
            claim.match_id == find(session, public_id).id,
            col(claim.removed).is_(None),
            col(claim.seat).is_not(None),
        )
        .order_by(col(claim.seat))
    )
    return {seat: Holder(id, name) for seat, id, name in found if seat is not None}


def present(session: Session, public_id: str, device_ids: Collection[str]) -> list[Present]:
    """Who these devices are in a match, by seat, then those without one.  Raises NotFound."""
    match = find(session, public_id)
    found = session.execute(
        columns(DEVICE.c.name, CLAIM.c.role, CLAIM.c.seat)
        .join_from(
            DEVICE,
            CLAIM,
            (CLAIM.c.device_id == DEVICE.c.id)
            & (CLAIM.c.match_id == match.id)
            & CLAIM.c.removed.is_(None),
            isouter=True,
        )
        .where(
            DEVICE.c.public_id.in_(device_ids),
            DEVICE.c.club_id == match.club_id,
            DEVICE.c.removed.is_(None),
        )
        .order_by(CLAIM.c.seat.is_(None), CLAIM.c.seat, DEVICE.c.name)
    )
    return [Present(name, role or "owner", seat) for name, role, seat in found]
