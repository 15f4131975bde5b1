"""Which version a database has, and how it is made or migrated.

Nothing here is run by opening a store: `Store` only checks, and refuses what does not fit.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError

from referee.store.base.copies import copy
from referee.store.base.database import first_line, open_engine
from referee.store.base.errors import StoreError

SQLITE_HEADER = b"SQLite format 3\0"
POSTGRES_LOCK = 7_362_533  # any number of our own: one upgrade at a time
EMPTY = "The database is empty. Make its tables with: referee upgrade"
PAUSE = 5  # seconds to wait for a server when a database is opened or migrated


@dataclass(frozen=True)
class Upgraded:
    """What `upgrade` did: versions before and after, and the copy that was made of a file."""

    before: str | None
    after: str
    backup: Path | None


def parsed(url: str) -> URL:
    """The address of a database that Referee can use.  Raises StoreError."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise StoreError("REFEREE_DATABASE is no address of a database.") from None
    name = parsed.get_backend_name()
    if name == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise StoreError("REFEREE_DATABASE names no file: sqlite:///folder/referee.sqlite")
        return parsed
    if name == "postgresql":
        # The driver that Referee is tested with, whatever the short form would choose.
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreError(f"REFEREE_DATABASE: {name} is neither sqlite nor postgresql.")


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    if url.get_backend_name() != "sqlite":
        return None
    return Path(url.database or "")


def scripts(connection: Connection | None = None) -> Config:
    """Alembic's settings, without a file."""
    config = Config()
    folder = str(Path(__file__).parent.with_name("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


@cache
def versions() -> tuple[str, ...]:
    """Every version that this Referee knows, the newest first."""
    return tuple(
        script.revision for script in ScriptDirectory.from_config(scripts()).walk_revisions()
    )


def newest() -> str:
    """The version that this Referee works with."""
    return versions()[0]


def known(version: str) -> bool:
    return version in versions()


def version_of(connection: Connection) -> str | None:
    """The version of a database; None where it is empty.  Raises StoreError for a newer one."""
    version = MigrationContext.configure(connection).get_current_revision()
    if version is not None and not known(version):
        raise StoreError(
            f"The database was made by a newer Referee (its version is {version}, "
            f"this Referee knows {newest()}). Install the newer Referee."
        )
    return version


def check_file(file: Path) -> None:
    """Refuse a SQLite file that is missing, something else, or write-protected."""
    if not file.exists():
        raise StoreError(f"There is no database at {file} yet. Make it with: referee upgrade")
    if not file.is_file():
        raise StoreError(f"{file} is not a file.")
    try:
        with file.open("rb") as opened:
            start = opened.read(len(SQLITE_HEADER))
    except OSError as error:
        raise StoreError(f"The database {file} cannot be read: {error.strerror}.") from None
    if start and start != SQLITE_HEADER:
        raise StoreError(f"{file} is not a SQLite database, or it is damaged. It was left alone.")
    for path in (file, file.parent):  # SQLite writes its journal beside the file
        if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(
            path, os.W_OK
        ):
            raise StoreError(f"{path} is read-only: Referee could not save anything.")


def check(url: URL) -> None:
    """Refuse a database that cannot be worked with as it is.  Raises StoreError."""
    file = sqlite_file(url)
    if file is not None:
        check_file(file)
        if file.stat().st_size == 0:  # connecting would write into it
            raise StoreError(EMPTY)
    with opened(url) as connection:
        if file is not None:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found != "ok":
                raise StoreError(f"The database {file} is damaged. It was left alone.")
        version = version_of(connection)
        if version is None:
            raise StoreError(EMPTY)
        if version != newest():
            raise StoreError(
                f"The database has version {version}, this Referee needs {newest()}. "
                "Migrate it with: referee upgrade"
            )


@contextmanager
def opened(url: URL) -> Iterator[Connection]:
    """A connection that may write, in one transaction; a failure is a StoreError of one line."""
    engine = open_engine(url, PAUSE)
    try:
        with engine.execution_options(sqlite_begin="IMMEDIATE").connect() as connection:
            yield connection
    except ModuleNotFoundError as error:
        raise StoreError(
            f"PostgreSQL needs the package {error.name}: pip install 'referee[postgres]'"
        ) from None
    except DBAPIError as error:
        raise StoreError(f"The database cannot be used: {first_line(error.orig)}") from error
    finally:
        engine.dispose()


def migrate(url: URL, fill: Callable[[Connection, str], None]) -> Upgraded:
    """Make the tables, or bring them up to date; a second run changes nothing.

    `fill` adds to an older database (whose version it is told) what that did not keep yet.

    A SQLite file is copied first.  All steps are one transaction: after a failure, or a kill, the
    database is as it was.  Raises StoreError.
    """
    file = sqlite_file(url)
    backup = None
    if file is not None:
        if file.exists():
            check_file(file)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and needs_migration(url):
            backup = copy(file)
    with migrating(url) as connection:
        before = version_of(connection)
        command.upgrade(scripts(connection), "head")
        if before is not None:
            fill(connection, before)
        check_references(connection)
    return Upgraded(before, newest(), backup)


def downgrade(url: URL, to: str) -> None:
    """Go back to an older version ("base": no tables).  For tests and emergencies only."""
    with migrating(url) as connection:
        command.downgrade(scripts(connection), to)
        check_references(connection)


def is_current(url: URL) -> bool:
    """Whether there is a database of the version that this Referee works with."""
    file = sqlite_file(url)
    if file is not None:
        if not file.exists():
            return False
        check_file(file)
    with opened(url) as connection:
        return version_of(connection) == newest()


def needs_migration(url: URL) -> bool:
    """Whether the file holds an older version.  (A new or empty file needs no copy.)"""
    with opened(url) as connection:
        return version_of(connection) not in (None, newest())


@contextmanager
def migrating(url: URL) -> Iterator[Connection]:
    """One transaction for a migration, alone in the database."""
    with opened(url) as connection:
        if connection.dialect.name == "sqlite":
            # A batch migration drops the old table: with foreign keys on, the rows that point to
            # it would go too.  The switch works outside a transaction only.
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": POSTGRES_LOCK})
                connection.execute(text("SET LOCAL statement_timeout = 0"))
            yield connection


def check_references(connection: Connection) -> None:
    """Refuse, and so roll back, a migration that left rows pointing nowhere."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreError(f"The migration would break rows of {broken[0]}: nothing was changed.")
