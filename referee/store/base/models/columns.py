"""Kinds of columns and indexes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Table,
    TypeDecorator,
    text,
)
from sqlmodel import SQLModel


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


def where(name: str, condition: str, *names: str, unique: bool = False) -> Index:
    """An index of some of the rows: those for which `condition` holds."""
    only = text(condition)
    return Index(name, *names, unique=unique, sqlite_where=only, postgresql_where=only)


def unique_where(name: str, condition: str, *names: str) -> Index:
    """A rule for some of the rows: those where `condition` holds."""
    return where(name, condition, *names, unique=True)


def table_of(model: type[SQLModel]) -> Table:
    """The table of a model, for statements without the unit of work."""
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table
