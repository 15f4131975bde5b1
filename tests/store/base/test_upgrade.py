"""Databases are made, migrated, copied before, and refused where they do not fit."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlmodel import SQLModel

from referee.store import NotSaved, Store, StoreError, upgrade
from referee.store.base import is_current, parsed, sqlite_file
from referee.store.base.copies import copy
from referee.store.base.upgrade import downgrade, migrating, newest, opened, scripts
from tests.store.conftest import four
from tests.store.steps import finish, play

FIRST = "0001"
KEPT = {
    "player": "public_id, name, name_key, hidden",
    "match": "public_id, uid, game, dealer, bids, play, version, hands, how, created, ended",
    "match_player": "match_id, player_id, seat, side, won",
    "entry": "match_id, seq, uid, hand, key, value, undoes, at",
    "settled_line": "match_id, hand, line, seat, player_id, side, points, rule",
}


def filled(url: str) -> None:
    store = Store(url)
    key = store.create(four(target="7"))
    last = finish(store, key)
    store.undo(key, last, "u")
    store.redo(key, last + 1, "r")
    play(store, store.create(four("Ana", "Eva", "Cleo", "Fay")), 0)
    store.close()


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    with opened(parsed(url)) as connection:
        return {
            table: sorted(
                (tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM {table}"))),
                key=repr,
            )
            for table, columns in KEPT.items()
        }


def tables(connection: Connection) -> set[str]:
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        if connection.dialect.name == "sqlite"
        else "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    )
    return set(connection.scalars(text(query)))


def test_the_migrations_make_what_the_models_say(url: str) -> None:
    with opened(parsed(url)) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = compare_metadata(context, SQLModel.metadata)
    # SQLModel leaves unique constraints of single columns without a name.
    assert [d for d in found if "constraint" not in str(d[0]) and "index" not in str(d[0])] == []


def test_a_populated_database_goes_down_and_up_again(url: str) -> None:
    filled(url)
    before = contents(url)
    assert all(before.values())
    for script in ScriptDirectory.from_config(scripts()).walk_revisions():
        downgrade(parsed(url), script.revision)
        assert contents(url) == before, script.revision
    assert upgrade(parsed(url)).after == newest()
    assert contents(url) == before
    store = Store(url)
    assert store.audit() == (2, [])
    store.close()


@pytest.mark.parametrize("statement", ["UPDATE entry SET value = 'x'", "DELETE FROM entry"])
def test_the_log_is_protected_after_every_migration(url: str, statement: str) -> None:
    filled(url)
    downgrade(parsed(url), FIRST)
    upgrade(parsed(url))
    with (
        pytest.raises(StoreError, match="append-only"),
        opened(parsed(url)) as connection,
        connection.begin(),
    ):
        connection.execute(text(statement))


def test_a_database_goes_down_to_nothing_and_is_made_again(url: str) -> None:
    filled(url)
    downgrade(parsed(url), "base")
    with opened(parsed(url)) as connection:
        assert tables(connection) <= {"alembic_version"}
    assert upgrade(parsed(url)).before is None
    store = Store(url)
    assert store.open_matches() == []
    store.close()


def test_a_second_upgrade_changes_nothing(url: str) -> None:
    filled(url)
    before = contents(url)
    done = upgrade(parsed(url))
    assert (done.before, done.after, done.backup) == (newest(), newest(), None)
    assert contents(url) == before
    assert is_current(parsed(url))


def test_a_table_made_anew_keeps_the_rows_that_point_to_it(url: str) -> None:
    filled(url)
    before = contents(url)
    with migrating(parsed(url)) as connection:
        operations = Operations(MigrationContext.configure(connection))
        recreate = "always" if connection.dialect.name == "sqlite" else "auto"
        for old, new in (("how", "ending"), ("ending", "how")):
            with operations.batch_alter_table("match", recreate=recreate) as batch:  # type: ignore[arg-type]
                batch.alter_column(old, new_column_name=new)
    assert {k: len(v) for k, v in contents(url).items()} == {k: len(v) for k, v in before.items()}


def test_a_migration_that_fails_changes_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(url)
    before = contents(url)

    def fail(config: object, _target: str) -> None:
        connection = config.attributes["connection"]  # type: ignore[attr-defined]
        connection.execute(text("CREATE TABLE half (id INTEGER)"))
        connection.execute(text("UPDATE player SET name = 'x'"))
        raise NotSaved("pulled the plug")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.command.upgrade", fail)
        with pytest.raises(NotSaved):
            upgrade(parsed(url))
    assert contents(url) == before
    with opened(parsed(url)) as connection:
        assert "half" not in tables(connection)


def test_a_newer_database_is_refused(url: str) -> None:
    with opened(parsed(url)) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for call in (lambda: Store(url), lambda: upgrade(parsed(url)), lambda: is_current(parsed(url))):
        with pytest.raises(StoreError, match="newer Referee"):
            call()


def test_an_older_database_is_refused_until_it_is_migrated(url: str) -> None:
    if newest() == FIRST:
        return
    downgrade(parsed(url), FIRST)
    with pytest.raises(StoreError, match="referee upgrade"):
        Store(url)
    upgrade(parsed(url))
    Store(url).close()


def test_an_empty_database_is_refused_until_it_is_made(url: str) -> None:
    downgrade(parsed(url), "base")
    with pytest.raises(StoreError, match="referee upgrade"):
        Store(url)


# What is about the file of SQLite.


@pytest.fixture
def file(mould: Path, tmp_path: Path) -> Path:
    copied = tmp_path / "a folder" / "referee.sqlite"
    copied.parent.mkdir()
    shutil.copy(mould, copied)
    return copied


def address(file: Path) -> str:
    return f"sqlite:///{file}"


def test_opening_never_makes_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="referee upgrade"):
        Store(address(tmp_path / "none.sqlite"))
    with pytest.raises(StoreError, match="is not a file"):
        Store(address(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("start", [b"", b"SQLite format 3\0", b"#!/bin/sh\n", b"\0" * 5000])
def test_what_is_no_database_is_left_alone(tmp_path: Path, start: bytes) -> None:
    file = tmp_path / "x.sqlite"
    file.write_bytes(start)
    with pytest.raises(StoreError) as refusal:
        Store(address(file))
    assert "\n" not in str(refusal.value)
    assert file.read_bytes() == start


@pytest.mark.parametrize("place", [0, 16, 100, 4096, 8192 + 8, 20_000])
def test_a_damaged_file_is_refused_or_read_rightly(file: Path, place: int) -> None:
    filled(address(file))
    right = contents(address(file))
    with file.open("r+b") as opened_file:
        opened_file.seek(place)
        opened_file.write(b"\xa5" * 2048)
    damaged = file.read_bytes()
    refusal = ""
    try:
        Store(address(file)).close()
    except StoreError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert file.read_bytes() == damaged
    if not refusal:
        assert contents(address(file)) == right


def test_a_read_only_file_or_folder_is_refused(file: Path) -> None:
    for path, mode in ((file, 0o444), (file.parent, 0o555)):
        before = path.stat().st_mode
        path.chmod(mode)
        try:
            with pytest.raises(StoreError, match="read-only"):
                Store(address(file))
        finally:
            path.chmod(before)
    Store(address(file)).close()


@pytest.mark.parametrize(
    "wrong", ["nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "postgresql://x:y/z"]
)
def test_an_address_of_no_database_is_refused(wrong: str) -> None:
    with pytest.raises(StoreError, match="REFEREE_DATABASE"):
        Store(wrong)


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refusal:
        Store(f"postgresql://x@/x?host={tmp_path}")
    assert "\n" not in str(refusal.value)


def test_a_copy_is_kept_before_a_migration(file: Path) -> None:
    filled(address(file))
    before = contents(address(file))
    with closing(sqlite3.connect(file)) as connection:
        # As an older Referee left it, whatever the first version was.
        older = "0000"
        connection.execute("UPDATE alembic_version SET version_num = ?", [older])
        connection.commit()
    copied = copy(file)
    again = copy(file)
    assert copied != again
    assert copied.parent == file.parent
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        count = connection.execute("SELECT count(*) FROM entry").fetchone()
        assert count == (len(before["entry"]),)
    assert not list(file.parent.glob("*.part"))


def test_an_upgrade_makes_that_copy(file: Path) -> None:
    filled(address(file))
    if newest() == FIRST:
        return
    downgrade(parsed(address(file)), FIRST)
    done = upgrade(parsed(address(file)))
    assert done.before == FIRST
    assert done.backup is not None
    assert done.backup.exists()
    old = address(done.backup)
    assert sqlite_file(parsed(old)) == done.backup
    assert contents(old) == contents(address(file))


def test_a_new_file_is_made_with_its_folder(tmp_path: Path) -> None:
    url = address(tmp_path / "new" / "50% & ?.sqlite".replace("?", "q"))
    done = upgrade(parsed(url))
    assert (done.before, done.backup) == (None, None)
    Store(url).close()
