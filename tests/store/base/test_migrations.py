"""From the first version, with matches in it, to the newest and back: nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, inspect

from referee.store import Store, upgrade
from referee.store.base import parsed
from referee.store.base.upgrade import downgrade, migrating, opened, scripts
from tests.store.conftest import four
from tests.store.steps import change, finish, play, rows

FIRST = "0001"
# In an order in which rows may be inserted.
TABLES = ("club", "player", "match", "match_player", "entry", "settled_line")
Contents = dict[str, list[dict[str, Any]]]


def contents(connection: Connection) -> Contents:
    """Every row of the first version's tables."""
    known = MetaData()
    known.reflect(connection, only=TABLES)
    return {
        name: sorted((dict(row) for row in found), key=repr)
        for name in TABLES
        for found in [connection.execute(known.tables[name].select()).mappings()]
    }


def shape(connection: Connection) -> dict[str, Any]:
    """What the database says about its tables: columns, keys, rules, indexes, triggers."""
    look = inspect(connection)
    found: dict[str, Any] = {
        name: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in look.get_columns(name)],
            look.get_pk_constraint(name)["constrained_columns"],
            sorted(look.get_foreign_keys(name), key=repr),
            sorted(look.get_unique_constraints(name), key=repr),
            sorted(look.get_indexes(name), key=repr),
        )
        for name in sorted(look.get_table_names())
    }
    query = (
        "SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY 2"
        if connection.dialect.name == "sqlite"
        else "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
    )
    return found | {"triggers": [tuple(row) for row in connection.exec_driver_sql(query)]}


def as_it_was(url: str) -> tuple[Contents, dict[str, Any]]:
    """Make this a database of the first version that has seen some evenings."""
    store = Store(url)
    key = store.create(four(target="7"))
    last = finish(store, key)
    store.undo(key, last, "u")
    store.redo(key, last + 1, "r")
    play(store, store.create(four("Ana", "Eva", "Cleo", "Fay")), 0)
    store.close()
    with opened(parsed(url)) as connection:
        filled = contents(connection)
    downgrade(parsed(url), "base")
    with migrating(parsed(url)) as connection:
        command.upgrade(scripts(connection), FIRST)
    with opened(parsed(url)) as connection, connection.begin():
        first = MetaData()
        first.reflect(connection, only=TABLES)
        connection.execute(first.tables["club"].delete())
        for name in TABLES:
            table = first.tables[name]
            old = [{c.name: row[c.name] for c in table.columns} for row in filled[name]]
            connection.execute(table.insert(), old)
    with opened(parsed(url)) as connection:
        return contents(connection), shape(connection)


def test_nothing_is_lost_on_the_way_there_and_back(url: str) -> None:
    before, first = as_it_was(url)
    assert all(len(found) > 0 for found in before.values())
    upgrade(parsed(url))
    with opened(parsed(url)) as connection:
        after = contents(connection)
        assert len(shape(connection)["triggers"]) >= len(first["triggers"]) > 0
    for name, found in after.items():
        old = before[name][0].keys()
        kept = [{column: row[column] for column in old} for row in found]
        assert sorted(kept, key=repr) == before[name]

    store = Store(url)
    assert store.audit() == (2, [])
    shown = store.open_matches()[0].id
    match = store.load(shown)
    assert (match.devices, match.device_names, match.own_questions) == ({}, {}, False)
    joined = store.devices.join(store.devices.new_link("seat", shown).token, "0", None, "iPhone")
    assert joined.role == "seat"
    for statement in ("UPDATE entry SET device_id = 1", "DELETE FROM entry"):
        with pytest.raises(Exception, match="append-only"):
            change(store, statement)
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        change(
            store,
            "INSERT INTO entry (match_id, seq, hand, key, value, at, device_id) "
            "SELECT id, 999, 0, 'note', 'x', created, 77 FROM match LIMIT 1",
        )
    assert rows(store, "SELECT count(*) FROM device") == [(1,)]
    store.close()

    downgrade(parsed(url), FIRST)
    with opened(parsed(url)) as connection:
        assert contents(connection) == before
        assert shape(connection) == first


def test_entries_of_a_device_survive_going_back(url: str) -> None:
    store = Store(url)
    key = store.create(four())
    token = (
        store.devices.join(store.devices.new_link("seat", key).token, "0", None, "iPhone").token
        or ""
    )
    device = store.devices.device(token)
    assert device is not None
    store.record(key, [(0, "contract", "0.2")], uid="u", device=device.id)
    store.close()
    downgrade(parsed(url), FIRST)
    upgrade(parsed(url))
    store = Store(url)
    match = store.load(key)
    assert [(e.key, e.value) for e in match.log] == [("contract", "0.2")]
    assert match.devices == {}
    store.close()
