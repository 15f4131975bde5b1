"""A new database with a clock and with chance that are the same every time."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from referee.store import Store
from referee.store.upgrade import parsed, upgrade

FIRST_EVENING = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)


class Clock(datetime):
    """Seven seconds pass at each look; an evening is over when `next_evening` is called."""

    moment = FIRST_EVENING
    evenings = 0

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        Clock.moment += timedelta(seconds=7)
        return Clock.moment

    @classmethod
    def next_evening(cls) -> None:
        Clock.evenings += 1
        Clock.moment = FIRST_EVENING + timedelta(days=9 * Clock.evenings)


class Secrets:
    """In the place of the module `secrets`: what is made up here opens nothing."""

    seed, intents = "", 0
    chance = Random()

    def token_bytes(self, size: int) -> bytes:
        return self.chance.randbytes(size)

    def token_urlsafe(self, size: int) -> str:
        return self.chance.randbytes(size).hex()

    def choice(self, letters: str) -> str:
        return self.chance.choice(letters)


def made(file: Path, seed: str, **more: Any) -> Store:
    """A new database, opened with that clock and that chance; `more` goes to the store."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        sys.exit("Run with PYTHONHASHSEED=0.")
    file.parent.mkdir(parents=True, exist_ok=True)
    url = f"sqlite:///{file}"
    upgrade(parsed(url))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE club SET created = ?", (f"{FIRST_EVENING:%F %T}.000000",))
    for name, module in list(sys.modules.items()):
        if name.startswith("referee.store.") and name != "referee.store.models":
            if hasattr(module, "datetime"):
                module.datetime = Clock
            if hasattr(module, "secrets"):
                module.secrets = Secrets()
    Secrets.seed, Secrets.chance = seed, Random(seed)
    return Store(url, **more)


def closed(store: Store, file: Path) -> None:
    """One plain file, in small pages: many of its tables and indexes hold a few rows."""
    store.close()
    with closing(sqlite3.connect(file)) as connection:
        for how in ("journal_mode = DELETE", "page_size = 1024", "journal_mode = WAL"):
            connection.execute(f"PRAGMA {how}")
            connection.execute("VACUUM")


def report(file: Path) -> None:
    """Say how much there is."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        names = [name for (name,) in connection.execute(query)]
        counts = [connection.execute(f'SELECT count(*) FROM "{n}"').fetchone()[0] for n in names]
    found = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    sys.stderr.write(f"{file} {file.stat().st_size} bytes: {found}\n")
