"""Phones, the links that they join by, and what they may do."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import (
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from referee.store.base.models.columns import moment, table_of, to, unique_where


class Device(SQLModel, table=True):
    """A phone, tablet, laptop or screen that has joined.  Its token is known to itself alone."""

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("club_id", "name_key", name="uq_device_name"),
    )

    id: int | None = Field(default=None, primary_key=True)
    club_id: int = Field(sa_column=to("club.id"))
    public_id: str = Field(unique=True)
    token_hash: str = Field(unique=True)
    name: str
    name_key: str
    created: datetime = Field(sa_column=moment())
    seen: datetime = Field(sa_column=moment())
    removed: datetime | None = Field(default=None, sa_column=moment(nullable=True))


class JoinLink(SQLModel, table=True):
    """An invitation: to a match, or (`match_id` is NULL) to own the club.

    `code_hash` is of the short code that may be typed instead, until `code_until`.
    """

    __tablename__: ClassVar[Any] = "join_link"

    id: int | None = Field(default=None, primary_key=True)
    club_id: int = Field(sa_column=to("club.id"))
    match_id: int | None = Field(default=None, sa_column=to("match.id", nullable=True))
    role: str
    token_hash: str = Field(unique=True)
    code_hash: str | None = Field(default=None, unique=True)
    code_until: datetime | None = Field(default=None, sa_column=moment(nullable=True))
    created: datetime = Field(sa_column=moment())
    until: datetime = Field(sa_column=moment())
    made_by: int | None = Field(default=None, sa_column=to("device.id", nullable=True))
    void: bool = False


class SeatClaim(SQLModel, table=True):
    """What a device may do in a match, or (`match_id` is NULL) that it owns the club.

    A change ends the claim (`removed`) and makes another; a device has one living claim in a match,
    and a seat of a match is held by one.
    """

    __tablename__: ClassVar[Any] = "seat_claim"
    __table_args__: ClassVar[Any] = (
        unique_where("ux_seat_claim_device", "removed IS NULL", "device_id", "match_id"),
        unique_where("ux_seat_claim_owner", "removed IS NULL AND match_id IS NULL", "device_id"),
        unique_where("ux_seat_claim_seat", "removed IS NULL", "match_id", "seat"),
    )

    id: int | None = Field(default=None, primary_key=True)
    device_id: int = Field(sa_column=to("device.id"))
    match_id: int | None = Field(default=None, sa_column=to("match.id", nullable=True))
    role: str
    seat: int | None = None
    created: datetime = Field(sa_column=moment())
    removed: datetime | None = Field(default=None, sa_column=moment(nullable=True))


# The tables as statements see them that bypass the unit of work.
DEVICE = table_of(Device)
CLAIM = table_of(SeatClaim)
LINK = table_of(JoinLink)
