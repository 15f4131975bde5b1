"""Clubs with their players and house rules, matches with their log."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    Column,
    Index,
    UniqueConstraint,
    false,
    text,
)
from sqlmodel import Field, SQLModel

from referee.store.base.models.columns import json, moment, table_of, to, where


class Club(SQLModel, table=True):
    """A set of regulars with their matches; a home install has one.

    Matches are rated in the order in which they ended: up to the one that ended at `rated_to` with
    the key `rated_match` they are.
    """

    id: int | None = Field(default=None, primary_key=True)
    name: str
    created: datetime = Field(sa_column=moment())
    rated_to: datetime | None = Field(default=None, sa_column=moment(nullable=True))
    rated_match: int | None = None


class Player(SQLModel, table=True):
    """Somebody of a club.  `name_key` is the name without case; a hidden one is not offered.

    One who is `merged_into` another counts as that one; a `forgotten` one has a number for a name.
    """

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
    merged_into: int | None = Field(default=None, sa_column=to("player.id", nullable=True))
    forgotten: datetime | None = Field(default=None, sa_column=moment(nullable=True))


class Match(SQLModel, table=True):
    """A match as it was created, and what lists show of it.

    `rules` are the complete house rules, name -> encoded text; `seats` the players' public ids,
    clockwise; `start` totals brought over, one a side.  From `version` on everything follows from
    the log and is kept for lists only, written in the transaction of each entry.  `own_questions`
    limits a phone in a seat to what is asked of that seat.  `comeback` is the most points that a
    winner was behind, `margin` what it was ahead by at the end; 0 where nobody won.
    """

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("club_id", "uid", name="uq_match_uid"),
        Index("ix_match_ended", "club_id", "ended", "public_id"),
        Index("ix_match_game", "club_id", "game", "ended", "public_id"),
        Index("ix_match_created", "club_id", "game", "created"),
        Index("ix_match_comeback", "club_id", "game", "comeback"),
        Index("ix_match_margin", "club_id", "game", "margin"),
        Index("ix_match_hands", "club_id", "game", "hands"),
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
    place: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    note: str = Field(default="", sa_column_kwargs={"server_default": text("''")})

    version: int = 0  # the last entry's seq
    totals: list[int] = Field(sa_column=json())
    hands: int = 0  # scored ones
    ended: datetime | None = Field(default=None, sa_column=moment(nullable=True))
    winners: list[int] | None = Field(default=None, sa_column=json(nullable=True))
    how: str | None = None  # won, stopped or conceded
    comeback: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    margin: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})


class MatchPlayer(SQLModel, table=True):
    """Who ever sat in a match: `seat` is where one sits now, NULL for one who has left.

    `seated_as` is who sat there before a merge made it `player_id`.  Of an ended match `hands`,
    `points` and `counts` (measure -> number) are what this player did in it, `mu` and `sigma` the
    rating after it.
    """

    __tablename__: ClassVar[Any] = "match_player"
    __table_args__: ClassVar[Any] = (
        Index("ix_match_player_ended", "player_id", "ended", "match_id"),
        Index("ix_match_player_game", "player_id", "game", "ended", "match_id"),
    )

    match_id: int = Field(sa_column=to("match.id", primary_key=True))
    player_id: int = Field(sa_column=to("player.id", primary_key=True))
    seat: int | None = None
    side: int
    won: bool = False
    ended: datetime | None = Field(default=None, sa_column=moment(nullable=True))
    seated_as: int | None = Field(default=None, sa_column=to("player.id", nullable=True))
    game: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    hands: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    points: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    counts: Any = Field(
        default_factory=dict, sa_column=Column(JSON(), nullable=False, server_default="{}")
    )
    mu: float | None = None
    sigma: float | None = None


class Entry(SQLModel, table=True):
    """A row of the log: never changed, never deleted (triggers hold that).

    `seq` counts from 1 in a match.  `uid` is the intent it was saved for; of several rows saved
    together the first carries it.  `device_id` is the phone it came from, where that is known.
    """

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("match_id", "uid", name="uq_entry_uid"),
        where("ix_entry_note", "key = 'note'", "match_id"),
    )

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


class Share(SQLModel, table=True):
    """A match that whoever has the address may look at, with names or without."""

    __table_args__: ClassVar[Any] = (UniqueConstraint("match_id", name="uq_share_match"),)

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(sa_column=to("match.id"))
    token: str = Field(unique=True)
    names: bool
    created: datetime = Field(sa_column=moment())


class Erasure(SQLModel, table=True):
    """A match whose entries may be changed, within the transaction that wrote this row."""

    match_id: int = Field(sa_column=to("match.id", primary_key=True))


# The tables as statements see them that bypass the unit of work.
CLUB = table_of(Club)
PLAYER = table_of(Player)
MATCH = table_of(Match)
SAT = table_of(MatchPlayer)
ENTRY = table_of(Entry)
LINE = table_of(SettledLine)
SHARE = table_of(Share)
CARD = table_of(HouseCard)
ERASURE = table_of(Erasure)
