"""The tables.  SQLModel checks nothing that goes into a table model: callers hand in clean values.

Times are UTC.  `id` columns count up and never leave the store; `public_id` is what others see.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)
from sqlmodel import Field, SQLModel


class UtcTime(TypeDecorator[datetime]):
    """A moment: written and read with a zone, stored as UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def to(column: str, nullable: bool = False, **more: Any) -> Column[int]:
    """A column that points to another table's key."""
    return Column(None, ForeignKey(column), nullable=nullable, **more)


def moment(nullable: bool = False) -> Column[datetime]:
    return Column(UtcTime(), nullable=nullable)


def json(nullable: bool = False) -> Column[Any]:
    # SQL NULL for None, so that "is null" means what it says.
    return Column(JSON(none_as_null=True), nullable=nullable)


class Club(SQLModel, table=True):
    """A set of regulars with their matches; a home install has one."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    created: datetime = Field(sa_column=moment())


class Player(SQLModel, table=True):
    """Somebody of a club.  `name_key` is the name without case; a hidden one is not offered."""

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("club_id", "name_key", name="uq_player_name"),
    )

    id: int | None = Field(default=None, primary_key=True)
    public_id: str = Field(unique=True)
    club_id: int = Field(sa_column=to("club.id"))
    name: str
    name_key: str
    hidden: bool = False
    created: datetime = Field(sa_column=moment())


class Match(SQLModel, table=True):
    """A match as it was created, and what lists show of it.

    `rules` are the complete house rules, name -> encoded text; `seats` the players' public ids,
    clockwise; `start` totals brought over, one a side.  From `version` on everything follows from
    the log and is kept for lists only, written in the transaction of each entry.  `own_questions`
    limits a phone in a seat to what is asked of that seat.
    """

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("club_id", "uid", name="uq_match_uid"),
        Index("ix_match_ended", "club_id", "ended", "public_id"),
        Index("ix_match_game", "club_id", "game", "ended", "public_id"),
        Index("ix_match_created", "club_id", "game", "created"),
    )

    id: int | None = Field(default=None, primary_key=True)
    public_id: str = Field(unique=True)
    club_id: int = Field(sa_column=to("club.id"))
    uid: str
    game: str
    rules: dict[str, str] = Field(sa_column=json())
    seats: list[str] = Field(sa_column=json())
    start: list[int] = Field(sa_column=json())
    dealer: int
    bids: str
    play: str
    created: datetime = Field(sa_column=moment())
    own_questions: bool = Field(default=False, sa_column_kwargs={"server_default": false()})

    version: int = 0  # the last entry's seq
    totals: list[int] = Field(sa_column=json())
    hands: int = 0  # scored ones
    ended: datetime | None = Field(default=None, sa_column=moment(nullable=True))
    winners: list[int] | None = Field(default=None, sa_column=json(nullable=True))
    how: str | None = None  # won, stopped or conceded


class MatchPlayer(SQLModel, table=True):
    """Who ever sat in a match: `seat` is where one sits now, NULL for one who has left."""

    __tablename__: ClassVar[Any] = "match_player"
    __table_args__: ClassVar[Any] = (
        Index("ix_match_player_ended", "player_id", "ended", "match_id"),
    )

    match_id: int = Field(sa_column=to("match.id", primary_key=True))
    player_id: int = Field(sa_column=to("player.id", primary_key=True))
    seat: int | None = None
    side: int
    won: bool = False
    ended: datetime | None = Field(default=None, sa_column=moment(nullable=True))


class Entry(SQLModel, table=True):
    """A row of the log: never changed, never deleted (triggers hold that).

    `seq` counts from 1 in a match.  `uid` is the intent it was saved for; of several rows saved
    together the first carries it.  `device_id` is the phone it came from, where that is known.
    """

    __table_args__: ClassVar[Any] = (UniqueConstraint("match_id", "uid", name="uq_entry_uid"),)

    match_id: int = Field(sa_column=to("match.id", primary_key=True))
    seq: int = Field(primary_key=True)
    uid: str | None = None
    hand: int
    key: str
    value: str
    undoes: int | None = None
    at: datetime = Field(sa_column=moment())
    device_id: int | None = Field(default=None, sa_column=to("device.id", nullable=True))


class SettledLine(SQLModel, table=True):
    """A score line of an ended match, once for each player of its side in that hand.

    `reason` is a message with its parameters as JSON (see wording.py).
    """

    __tablename__: ClassVar[Any] = "settled_line"
    __table_args__: ClassVar[Any] = (Index("ix_settled_line_player", "player_id", "match_id"),)

    match_id: int = Field(sa_column=to("match.id", primary_key=True))
    hand: int = Field(primary_key=True)
    line: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    player_id: int = Field(sa_column=to("player.id"))
    side: int
    points: int
    reason: Any = Field(sa_column=json())
    rule: str


class HouseCard(SQLModel, table=True):
    """A set of house rules that the club keeps under a name: what differs from the defaults."""

    __tablename__: ClassVar[Any] = "house_card"
    __table_args__: ClassVar[Any] = (
        UniqueConstraint("club_id", "game", "name_key", name="uq_house_card_name"),
    )

    id: int | None = Field(default=None, primary_key=True)
    club_id: int = Field(sa_column=to("club.id"))
    public_id: str = Field(unique=True)
    game: str
    name: str
    name_key: str
    rules: Any = Field(sa_column=json())
    created: datetime = Field(sa_column=moment())


def unique_where(name: str, condition: str, *names: str) -> Index:
    """A rule for some of the rows: those where `condition` holds."""
    where = text(condition)
    return Index(name, *names, unique=True, sqlite_where=where, postgresql_where=where)


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
