"""A power cut, simulated: whatever the disk may hold then, acknowledged saves are in it, in order.

A disk that keeps its promises holds at least what was synced. The store runs in this thread alone,
so between two acknowledged saves nothing is in flight, and the files as they are read then are
synced (SQLite syncs its log at each commit, the database at each checkpoint). What was written
between one save and the next is the part that a cut may tear:

* frames at the end of the log, where each sector of 512 bytes is there or is not;
* pages of the database, which a checkpoint writes once the log is synced: each sector old or new;
* a log that begins anew after a checkpoint: its header first, which SQLite syncs, then its frames.

Not simulated: a disk that says "synced" and is not, a torn sector, a file lost from its folder, and
what deleting does (it rewrites the file).
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import event

from referee.store import NewMatch, Store
from referee.store.base import parsed
from referee.store.upgrade import upgrade
from tests.store.steps import FOUR, SET
from tests.trials.trial import Trial

SECTOR = 512  # bytes
HEADER = 32  # of SQLite's log
SAVES = 40  # in a run
CUTS = 10  # of a run
CHECKPOINT = 12  # pages in the log, so that there is one every few saves

Told = dict[str, list[str]]  # match -> its log, as acknowledged


@dataclass(frozen=True)
class Disk:
    """The two files, and what had been acknowledged when they were so."""

    database: bytes
    log: bytes
    told: Told


def torn(chance: Random, old: bytes, new: bytes, start: int = 0) -> bytes:
    """`new` over `old` from byte `start` on, where any sector may not have been written yet."""
    share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    size = max(len(old), len(new)) if chance.random() < 0.5 else len(old)
    made = bytearray(old.ljust(size, b"\0"))
    for at in range(start - start % SECTOR, len(new), SECTOR):
        first, last = max(at, start), min(at + SECTOR, len(new))
        if chance.random() < share:
            made.extend(bytes(max(0, last - len(made))))
            made[first:last] = new[first:last]
    return bytes(made)


def cut(chance: Random, before: Disk, after: Disk) -> Disk:
    """What the disk may hold where the power goes between two saves."""
    restarted = before.log[:HEADER] != after.log[:HEADER] and before.log
    checkpointed = before.database != after.database
    if checkpointed and chance.random() < 0.6:  # the log was whole by then
        return replace(after, database=torn(chance, before.database, after.database))
    if restarted:
        begun = after.log[:HEADER] + before.log[HEADER:]
        return replace(before, log=torn(chance, begun, after.log, HEADER))
    same = next(
        (n for n, (a, b) in enumerate(zip(before.log, after.log, strict=False)) if a != b),
        min(len(before.log), len(after.log)),
    )
    return replace(before, log=torn(chance, before.log, after.log, same))


# -- the saves ---------------------------------------------------------------------------------


@contextmanager
def opened(file: Path) -> Iterator[Store]:
    """A store that makes a checkpoint every few saves."""
    store = Store(f"sqlite:///{file}")

    @event.listens_for(store._database.engine, "connect")
    def often(connection: Any, _record: object) -> None:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")

    try:
        yield store
    finally:
        store.close()


def log_of(store: Store, match: str) -> list[str]:
    return [f"{e.seq} {e.hand} {e.key}={e.value} {e.undoes}" for e in store.load(match).log]


def recorded(chance: Random, file: Path) -> Iterator[Disk]:
    """The disk after each of many acknowledged saves at three tables."""
    beside = Path(f"{file}-wal")
    with opened(file) as store:
        table = NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"])
        matches = [store.create(table) for _ in range(3)]
        told: Told = {match: [] for match in matches}
        for number in range(SAVES):
            match = chance.choice(matches)
            save(chance, store, match, number)
            told = {**told, match: log_of(store, match)}
            yield Disk(file.read_bytes(), beside.read_bytes(), told)


def save(chance: Random, store: Store, match: str, number: int) -> None:
    """One intent: a note, a whole hand, or the newest entry taken back."""
    loaded = store.load(match)
    what = chance.choice(("note", "note", "hand", "undo"))
    if what == "undo" and loaded.log and loaded.log[-1].undoes is None:
        store.undo(match, loaded.version, f"undo {number}")
    elif what == "hand" and loaded.sheet.outcome is None and loaded.sheet.number < 4:
        hand = loaded.sheet.number + (loaded.sheet.now.score is not None)
        said = [(hand, *pair) for pair in chance.choice((SET, FOUR))]
        store.record(match, said, uid=f"hand {number}")
    else:
        text = f"{number} {'x' * chance.randrange(400)}"
        store.record(match, [(0, "note", text)], uid=f"note {number}")


def holds(disk: Disk, next_told: Told, folder: Path) -> None:
    """Start again from that disk.  Raises AssertionError where an acknowledged save is not there,
    or there is more than the save that was on its way, or half of it."""
    file = folder / "after.sqlite"
    file.write_bytes(disk.database)
    Path(f"{file}-wal").write_bytes(disk.log)
    Path(f"{file}-shm").unlink(missing_ok=True)
    with opened(file) as store:
        for match, acknowledged in disk.told.items():
            found = log_of(store, match)
            assert found in (acknowledged, next_told[match]), (match, acknowledged, found)
        assert store.audit() == (len(disk.told), [])
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def run(chance: Random, cuts: int) -> int:
    """Save, cut the power so often at any moment, start again each time; how many were torn in a
    checkpoint or in a log that began anew."""
    with tempfile.TemporaryDirectory(prefix="referee-cuts-") as folder:
        file = Path(folder) / "referee.sqlite"
        upgrade(parsed(f"sqlite:///{file}"))
        disks = list(recorded(chance, file))
        moved = 0
        for _ in range(cuts):
            n = chance.randrange(len(disks) - 1)
            before, after = disks[n], disks[n + 1]
            moved += before.database != after.database
            holds(cut(chance, before, after), after.told, Path(folder))
        return moved


def attempt(seed: int, piece: int) -> list[str]:
    run(Random(f"cuts {seed} {piece}"), CUTS)
    return []


CUT = Trial("cuts", 1000, "power cuts, simulated", attempt, CUTS)
