"""A database that an older Referee left: upgraded, it says what was said then."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import referee.store as store_package
from referee.store import Store
from referee.store.base import parsed
from referee.store.upgrade import upgrade
from tests.frozen import telling
from tests.frozen.telling import FROZEN, said_then

VERSIONS = tuple(sorted(file.parent.name for file in FROZEN.glob("*/referee.sqlite")))


@pytest.fixture(scope="module", params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def file(version: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the frozen file, brought up to date."""
    copied = tmp_path_factory.mktemp(version) / "referee.sqlite"
    shutil.copyfile(FROZEN / version / "referee.sqlite", copied)
    assert upgrade(parsed(f"sqlite:///{copied}")).before == version
    return copied


@pytest.fixture(scope="module")
def store(file: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{file}")
    yield opened
    opened.close()


def test_there_is_a_file_of_every_older_schema() -> None:
    migrations = Path(store_package.__file__).parent / "migrations/versions"
    *older, _ = sorted(script.name[:4] for script in migrations.glob("[0-9]*.py"))
    assert set(older) <= set(VERSIONS), "README.md says how it is made"


def test_no_row_and_no_column_is_lost(file: Path, version: str, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    shutil.copyfile(FROZEN / version / "referee.sqlite", old)
    with closing(sqlite3.connect(old)) as then, closing(sqlite3.connect(file)) as now:
        names = then.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for name in {name for (name,) in names} - {"alembic_version"}:
            known = [column for _, column, *_ in then.execute(f"PRAGMA table_info('{name}')")]
            query = f'SELECT {", ".join(known)} FROM "{name}" ORDER BY {", ".join(known)}'
            assert now.execute(query).fetchall() == then.execute(query).fetchall(), name


def test_audit_finds_nothing(store: Store, version: str) -> None:
    assert store.audit() == (len(said_then(version)["matches"]), [])


def test_matches_say_the_same(store: Store, version: str) -> None:
    for id, then in said_then(version)["matches"].items():
        now = telling.match(store.load(id))
        assert now == then, f"{version} {id}"


def test_lists_say_the_same(store: Store, version: str) -> None:
    then = said_then(version)["club"]
    assert telling.club(store, then) == then
