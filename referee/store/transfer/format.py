"""The files that carry a match or a club elsewhere: versions, limits, words (docs/formats.md)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from referee.store.base.ids import is_id

VERSION = 1
CLUB, MATCH = "referee club", "referee match"
LONGEST_LINE = 8 * 1024 * 1024  # bytes: a match of the most answers that one may hold is shorter
MOST_PLAYERS = 10_000  # as many as any club has, and few enough to hold in memory
MOST_DEVICES = 10_000
MOST_PLACE = 100  # characters
IMPORTED = "import-"  # what the intent of an imported match begins with


def written(value: object) -> str:
    """One line of JSON: the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def moment(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat()


def origin(public_id: str, uid: str) -> str:
    """The id that a match has in files: where it was played first, however often it was carried."""
    first = uid.removeprefix(IMPORTED)
    return first if first != uid and is_id(first) else public_id


def head(kind: str, **more: Any) -> dict[str, Any]:
    return {"format": kind, "version": VERSION, **more}
