"""The files of an export: the same bytes as ever, out of the old database and in and out again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from hashlib import sha256

import pytest

from referee.store import Store
from referee.store.base import parsed
from referee.store.upgrade import upgrade
from tests.frozen.telling import FROZEN

EXPORTED = FROZEN / "0004"
GAMES = ("pitch", "german_whist", "call_partner_euchre")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    file = tmp_path_factory.mktemp("exported") / "referee.sqlite"
    shutil.copyfile(EXPORTED / "referee.sqlite", file)
    upgrade(parsed(f"sqlite:///{file}"))
    opened = Store(f"sqlite:///{file}")
    yield opened
    opened.close()


def frozen(name: str) -> str:
    return (EXPORTED / name).read_bytes().decode()


def test_nothing_frozen_was_touched() -> None:
    lines = (FROZEN / "SHA256SUMS").read_text("ascii").splitlines()
    known = {name: digest for digest, name in (line.split("  ") for line in lines)}
    data = [file for folder in FROZEN.glob("[0-9]*") for file in folder.iterdir()]
    there = {
        file.relative_to(FROZEN).as_posix(): sha256(file.read_bytes()).hexdigest() for file in data
    }
    assert there == known


def test_the_club_is_exported_as_the_same_bytes(store: Store) -> None:
    lines = [f"{line}\n" for line in store.keeping.export_club()]
    assert lines == frozen("club.jsonl").splitlines(keepends=True)
    assert "".join(store.keeping.club_csv()) == frozen("club.csv")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_exported_as_the_same_bytes(store: Store, game: str) -> None:
    file = frozen(f"{game}.json")
    found = [id for id in ended_and_open(store) if store.keeping.export_match(id) + "\n" == file]
    assert len(found) == 1
    assert store.keeping.match_csv(found[0]) == frozen(f"{game}.csv")


def ended_and_open(store: Store) -> list[str]:
    listed = [*store.open_matches(), *store.history(limit=100).items]
    return [match.id for match in listed]


def test_a_frozen_file_is_left_alone_by_all_this() -> None:
    assert not [*FROZEN.glob("*/*-wal"), *FROZEN.glob("*/*-shm")]
