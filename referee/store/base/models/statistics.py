"""What statistics read: sums over ended matches, kept up to date with them."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import (
    Index,
)
from sqlmodel import Field, SQLModel

from referee.store.base.models.columns import json, table_of, to


class PlayerStat(SQLModel, table=True):
    """What a player did in all ended matches of a game and period, kept up to date with them.

    `period` is "" for all time, a year ("2026"), a month ("2026-11") or a day ("2026-11-30") in
    UTC, so that any span of days is the sum of a few rows.
    """

    __tablename__: ClassVar[Any] = "player_stat"
    __table_args__: ClassVar[Any] = (Index("ix_player_stat_period", "game", "period"),)

    player_id: int = Field(sa_column=to("player.id", primary_key=True))
    game: str = Field(primary_key=True)
    period: str = Field(primary_key=True)
    matches: int
    wins: int
    hands: int
    points: int
    counts: Any = Field(sa_column=json())


class PairStat(SQLModel, table=True):
    """Ended matches of two players: `relation` is "with" or "against", `wins` the first one's."""

    __tablename__: ClassVar[Any] = "pair_stat"

    player_id: int = Field(sa_column=to("player.id", primary_key=True))
    other_id: int = Field(sa_column=to("player.id", primary_key=True))
    relation: str = Field(primary_key=True)
    game: str = Field(primary_key=True)
    matches: int
    wins: int


class RuleStat(SQLModel, table=True):
    """Ended matches of a club under one value of a house rule, and what was counted in them."""

    __tablename__: ClassVar[Any] = "rule_stat"

    club_id: int = Field(sa_column=to("club.id", primary_key=True))
    game: str = Field(primary_key=True)
    rule: str = Field(primary_key=True)
    value: str = Field(primary_key=True)
    matches: int
    hands: int
    counts: Any = Field(sa_column=json())


# The tables as statements see them that bypass the unit of work.
PLAYER_SUM = table_of(PlayerStat)
PAIR_SUM = table_of(PairStat)
RULE_SUM = table_of(RuleStat)
