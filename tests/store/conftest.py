"""Every store test runs on SQLite and on PostgreSQL, each time on a fresh migrated database."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from referee.store import Joined, NewMatch, Store, upgrade
from referee.store.base import parsed
from tests import compiled, postgres
from tests.store.phones import Clock, Join

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    with compiled.statements():
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server's database `ready`, which is migrated and used as a mould."""
    folder = Path(tempfile.mkdtemp(prefix="referee-store-"))
    url, stop = postgres.start(folder)
    try:
        # A power cut would only end the tests: so they need not wait for the disk.
        on_server(url, "ALTER SYSTEM SET fsync = off")
        on_server(url, "SELECT pg_reload_conf()")
        on_server(url, "CREATE DATABASE ready")
        ready = make_url(url).set(database="ready").render_as_string(hide_password=False)
        upgrade(parsed(ready))
        yield ready
    finally:
        stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def mould(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to be copied."""
    file = tmp_path_factory.mktemp("mould") / "ready.sqlite"
    upgrade(parsed(f"sqlite:///{file}"))
    return file


def on_server(url: str, statement: str) -> None:
    engine = create_engine(make_url(url).set(database="postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database with its tables."""
    if request.param == "sqlite":
        file = tmp_path / "referee.sqlite"
        shutil.copy(request.getfixturevalue("mould"), file)
        yield f"sqlite:///{file}"
        return
    ready = request.getfixturevalue("server")
    name = f"test{next(NUMBERS)}"
    on_server(ready, f"CREATE DATABASE {name} TEMPLATE ready STRATEGY FILE_COPY")
    yield make_url(ready).set(database=name).render_as_string(hide_password=False)
    on_server(ready, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(url: str, clock: Clock) -> Iterator[Store]:
    opened = Store(url, clock=clock)
    yield opened
    opened.close()


@pytest.fixture
def match(store: Store) -> str:
    """A match of Pitch between four players."""
    return store.create(four())


@pytest.fixture
def join(store: Store, match: str) -> Join:
    """Join by a fresh link; gives the token that the device has then, new or kept."""

    def joined(
        role: str, place: str, token: str | None = None, name: str = "iPhone"
    ) -> tuple[str, Joined]:
        link = store.devices.new_link(role, None if role == "owner" else match)
        done = store.devices.join(link.token, place, token, name)
        kept = done.token or token
        assert kept is not None
        return kept, done

    return joined


def four(*names: str, uid: str = "", **rules: str) -> NewMatch:
    return NewMatch("pitch", names or ("Ana", "Ben", "Cleo", "Dan"), rules, uid=uid)
