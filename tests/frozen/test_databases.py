"""A database that an older Referee left: upgraded, it says what was said then."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import Store
from referee.store.upgrade import parsed, upgrade
from tests.frozen import telling
from tests.frozen.telling import FROZEN, said_then

VERSIONS = tuple(sorted(file.parent.name for file in FROZEN.glob("*/referee.sqlite")))


@pytest.fixture(scope="module", params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def store(version: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A copy of the frozen file, brought up to date and opened."""
    file = tmp_path_factory.mktemp(version) / "referee.sqlite"
    shutil.copyfile(FROZEN / version / "referee.sqlite", file)
    assert upgrade(parsed(f"sqlite:///{file}")).before == version
    opened = Store(f"sqlite:///{file}")
    yield opened
    opened.close()


def test_there_is_a_file_of_every_schema() -> None:
    migrations = Path(__file__).parents[2] / "referee/store/migrations/versions"
    made = sorted(file.name[:4] for file in migrations.glob("[0-9]*.py"))
    assert list(VERSIONS) == made, "see README.md: a release that changes a format freezes its own"


def test_audit_finds_nothing(store: Store, version: str) -> None:
    assert store.audit() == (len(said_then(version)["matches"]), [])


def test_matches_say_the_same(store: Store, version: str) -> None:
    for id, then in said_then(version)["matches"].items():
        now = telling.match(store.load(id))
        assert now == then, f"{version} {id}"


def test_lists_say_the_same(store: Store, version: str) -> None:
    then = said_then(version)["club"]
    assert telling.club(store, then) == then
