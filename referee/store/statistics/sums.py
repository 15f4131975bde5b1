"""Sums over ended matches, kept with them: a match's share is added, or taken out again.

On PostgreSQL the club's row is held meanwhile, so that no two writers add to the same sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, delete, insert, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.store.base import periods_of

WITH, AGAINST = "with", "against"
AT_ONCE = 200  # rows that are asked for
RESERVED = ("hands", "points", "margin")  # counted of a house rule beside the measures of the game


@dataclass(frozen=True)
class Share:
    """What one player did in one ended match: a row of `match_player`."""

    player_id: int
    seat: int | None
    side: int
    won: bool
    ended: datetime
    game: str
    hands: int
    points: int
    counts: Mapping[str, int]


@dataclass
class Sum:
    """Numbers that are added up under a key; `counts` is None where none are kept."""

    numbers: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] | None = None

    def add(self, numbers: Mapping[str, int], counts: Mapping[str, int] | None = None) -> None:
        self.numbers.update(numbers)
        if counts is not None:
            self.counts = Counter() if self.counts is None else self.counts
            self.counts.update(counts)


Key = tuple[Any, ...]
Sums = dict[Key, Sum]


def gather(sums: Sums, more: Sums) -> None:
    """Add sums to others."""
    for key, summed in more.items():
        sums.setdefault(key, Sum()).add(summed.numbers, summed.counts)


def player_sums(shares: Iterable[Share]) -> Sums:
    """(player, game, period) -> sums."""
    sums: Sums = {}
    for share in shares:
        numbers = {"matches": 1, "wins": int(share.won)}
        numbers |= {"hands": share.hands, "points": share.points}
        for period in periods_of(share.ended):
            key = (share.player_id, share.game, period)
            sums.setdefault(key, Sum()).add(numbers, share.counts)
    return sums


def pair_sums(shares: Iterable[Share]) -> Sums:
    """(player, other, "with" or "against", game) -> sums, of those who sat there at the end."""
    sums: Sums = {}
    stayed = [share for share in shares if share.seat is not None]
    for one in stayed:
        for other in stayed:
            if one.player_id != other.player_id:
                relation = WITH if one.side == other.side else AGAINST
                key = (one.player_id, other.player_id, relation, one.game)
                sums.setdefault(key, Sum()).add({"matches": 1, "wins": int(one.won)})
    return sums


def rule_sums(
    club_id: int,
    game: str,
    rules: Mapping[str, str],
    hands: int,
    margin: int,
    shares: Iterable[Share],
) -> Sums:
    """(club, game, rule, value) -> sums, for each house rule of a match."""
    counts = Counter({"margin": margin})
    for share in shares:
        counts.update(share.counts)
        counts.update(hands=share.hands, points=share.points)
    return {
        (club_id, game, rule, value): Sum(Counter(matches=1, hands=hands), Counter(counts))
        for rule, value in rules.items()
    }


def apply(session: Session, table: Any, changes: Sums, sign: int) -> None:
    """Add the sums to a table's rows, or with `sign` -1 take them out; empty rows go."""
    if not changes:  # one player alone, under two names that were merged
        return
    names = [column.name for column in table.primary_key.columns]
    kept = dict(rows_of(session, table, names, changes))
    new: list[dict[str, Any]] = []
    changed: list[dict[str, Any]] = []
    gone: list[dict[str, Any]] = []
    for key, change in changes.items():
        row = kept.get(key)
        values: dict[str, Any] = {
            name: (row[name] if row else 0) + sign * n for name, n in change.numbers.items()
        }
        if change.counts is not None:
            values["counts"] = merged(row["counts"] if row else {}, change.counts, sign)
        keys = dict(zip(names, key, strict=True))
        if row is None and sign > 0:
            new.append(keys | values)
        elif row is not None:
            held = {f"key_{name}": part for name, part in keys.items()}
            if values["matches"] > 0:
                changed.append(held | values)
            else:
                gone.append(held)
    here = and_(*(table.c[name] == bindparam(f"key_{name}") for name in names))
    connection = session.connection()
    if new:
        connection.execute(insert(table), new)
    if changed:
        numbers = [name for name in changed[0] if not name.startswith("key_")]
        settings: Mapping[str, Any] = {name: bindparam(f"new_{name}") for name in numbers}
        renamed = [
            {(n if n.startswith("key_") else f"new_{n}"): value for n, value in row.items()}
            for row in changed
        ]
        connection.execute(update(table).where(here).values(settings), renamed)
    if gone:
        connection.execute(delete(table).where(here), gone)


def rows_of(
    session: Session, table: Any, names: list[str], keys: Iterable[Key]
) -> Iterator[tuple[Key, Mapping[str, Any]]]:
    """The rows that are there already, by their key; a few others come along.

    Each column is asked for by itself: SQLite uses no index for a list of whole keys.
    """
    wanted = sorted(keys)
    for start in range(0, len(wanted), AT_ONCE):
        parts = zip(*wanted[start : start + AT_ONCE], strict=True)
        here = (table.c[n].in_(sorted(set(part))) for n, part in zip(names, parts, strict=True))
        for row in session.connection().execute(columns(table).where(*here)).mappings():
            yield tuple(row[name] for name in names), dict(row)


def merged(kept: Mapping[str, int], change: Mapping[str, int], sign: int) -> dict[str, int]:
    """Counts after a change; what is nought is left out, so that equal sums are equal texts."""
    summed = {n: kept.get(n, 0) + sign * change.get(n, 0) for n in {*kept, *change}}
    return {name: summed[name] for name in sorted(summed) if summed[name]}
