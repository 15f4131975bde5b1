"""Connections and transactions, for SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session

from referee.store.base.errors import Busy, NotSaved

T = TypeVar("T")

PATIENCE = 10.0  # seconds to wait for other writers
CONNECTIONS = 20  # kept open: a connection a request would cost three fsyncs a save
TRIES = 3  # of a transaction that PostgreSQL broke off for another one's sake

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a save that was acknowledged survives a power cut
    "foreign_keys=ON",
    "trusted_schema=OFF",
    "secure_delete=ON",
    "mmap_size=0",
)
LOCK_WAIT = 3.0  # seconds that PostgreSQL waits for a row; a statement may take two more

# Primary result codes of SQLite, and SQLSTATEs of PostgreSQL.
SQLITE_BUSY = frozenset({5, 6})
POSTGRES_BUSY = frozenset({"55P03", "57014"})
POSTGRES_AGAIN = frozenset({"40001", "40P01"})


class Turnstile:
    """A lock that is handed on in the order of asking.

    SQLite's own waiting is a lottery: under load some writers wait many times longer than others.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[Event] = deque()
        self._taken = False

    @contextmanager
    def turn(self, patience: float) -> Iterator[None]:
        """Hold the lock.  Raises Busy after `patience` seconds of waiting."""
        mine = Event()
        with self._lock:
            if self._taken:
                self._waiting.append(mine)
            else:
                self._taken = True
                mine.set()
        if not mine.wait(patience):
            with self._lock:
                if not mine.is_set():  # else it was handed over at this very moment
                    self._waiting.remove(mine)
                    raise Busy("too many are writing at once")
        try:
            yield
        finally:
            with self._lock:
                if self._waiting:
                    self._waiting.popleft().set()
                else:
                    self._taken = False


def lowered(text: str | None) -> str | None:
    return None if text is None else text.lower()


def open_engine(url: URL, patience: float = PATIENCE) -> Engine:
    """An engine with the pragmas or options that every connection needs."""
    if url.get_backend_name() != "sqlite":
        wait = int(1000 * min(patience, LOCK_WAIT))
        options = f"-c lock_timeout={wait} -c statement_timeout={wait + 2000} -c timezone=UTC"
        return create_engine(
            url,
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            pool_use_lifo=True,
            connect_args={"options": options, "connect_timeout": max(2, int(patience))},
        )
    engine = create_engine(
        url,
        pool_size=CONNECTIONS,
        pool_use_lifo=True,  # whoever wrote last still knows the pages
        connect_args={"timeout": patience, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        # SQLite's own knows no letters beyond ASCII.
        connection.create_function("lower", 1, lowered, deterministic=True)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        how = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {how}")

    return engine


class Database:
    """Reads and writes as whole transactions."""

    def __init__(self, url: URL, patience: float = PATIENCE) -> None:
        self.engine = open_engine(url, patience)
        self.patience = patience
        self.sqlite = self.engine.dialect.name == "sqlite"
        # A deferred transaction that turns into a writer fails at once; an immediate one waits.
        self._writer = self.engine.execution_options(sqlite_begin="IMMEDIATE")
        self._reader = (
            self.engine
            if self.sqlite
            else self.engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self._turnstile = Turnstile()

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work` on one state of the database.  Raises Busy and NotSaved."""
        with self.reading() as session:
            return work(session)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One state of the database, for as long as it takes to read it."""
        with understood(), Session(self._reader) as session:
            yield session

    def scrub(self) -> bool:
        """Let nothing of what was deleted stay in a SQLite file, or in the log beside it.

        False where that cannot be done now: somebody reads or writes for too long, or the disk is
        full.
        """
        if not self.sqlite:
            return True
        try:
            with self._turnstile.turn(self.patience):
                connection = self.engine.raw_connection()
                try:
                    cursor = connection.cursor()
                    cursor.execute("VACUUM")
                    busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                finally:
                    connection.close()
        except (Busy, PoolTimeout, sqlite3.OperationalError):
            return False
        return not busy

    def write(self, work: Callable[[Session], T]) -> T:
        """Run `work` and commit it; nothing stays of it where it raises.  Raises Busy, NotSaved."""
        if self.sqlite:
            with self._turnstile.turn(self.patience):
                return self._transaction(work)
        for _ in range(TRIES - 1):
            try:
                return self._transaction(work)
            except BrokenOff:
                continue
        return self._transaction(work)

    def _transaction(self, work: Callable[[Session], T]) -> T:
        with understood(), Session(self._writer, expire_on_commit=False) as session:
            result = work(session)
            session.commit()
            return result

    def close(self) -> None:
        self.engine.dispose()


class BrokenOff(Busy):
    """PostgreSQL chose this transaction as the victim of a deadlock; it may be run again."""


@contextmanager
def understood() -> Iterator[None]:
    """Turn what the driver says about waiting, space and reach into Busy or NotSaved."""
    try:
        yield
    except PoolTimeout as error:
        raise Busy("all connections are in use") from error
    except DBAPIError as error:
        raise cause(error) from error


def cause(error: DBAPIError) -> Exception:
    """Busy or NotSaved where waiting, space or reach is the cause; else the error itself."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    state = getattr(error.orig, "sqlstate", None)
    if (isinstance(code, int) and code & 0xFF in SQLITE_BUSY) or state in POSTGRES_BUSY:
        return Busy("the database is busy")
    if state in POSTGRES_AGAIN:
        return BrokenOff("the database is busy")
    if isinstance(error, OperationalError) or error.connection_invalidated or state == "25006":
        return NotSaved(f"the database cannot be used now: {first_line(error.orig)}")
    return error


def first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0][:200]
