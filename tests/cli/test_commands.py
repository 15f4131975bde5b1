"""`referee upgrade`, `audit` and `serve`: what they say, refuse and leave alone."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing

import pytest

from referee.store import NewMatch, Store
from tests.cli.conftest import PATIENCE, Home


def refused(result: subprocess.CompletedProcess[str], *words: str) -> None:
    """The command ended with one line that holds the words."""
    assert result.returncode != 0
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("Error: ")
    for word in words:
        assert word in result.stderr


def test_upgrade_makes_the_database_once(home: Home) -> None:
    first = home.run("upgrade")
    assert first.returncode == 0, first.stderr
    assert "Made the database" in first.stdout
    before = home.file.read_bytes()
    second = home.run("upgrade")
    assert (second.returncode, second.stdout) == (0, "The database is up to date.\n")
    assert home.file.read_bytes() == before


def test_serve_refuses_a_missing_database_and_makes_nothing(home: Home) -> None:
    refused(home.run("serve", "--local"), "referee upgrade", str(home.file))
    assert not home.folder.exists()


def test_commands_refuse_what_does_not_fit_and_change_nothing(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    with closing(sqlite3.connect(home.file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = home.file.read_bytes()
    for command in ("upgrade", "serve", "audit"):
        refused(home.run(command), "newer Referee")
    assert home.file.read_bytes() == before
    home.file.write_bytes(b"not a database at all")
    for command in ("upgrade", "serve", "audit"):
        refused(home.run(command), "not a SQLite database")
    assert home.file.read_bytes() == b"not a database at all"


def test_a_read_only_database_is_refused(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    home.file.chmod(0o444)
    refused(home.run("serve", "--local"), "read-only")


@pytest.mark.parametrize(
    ("words", "env"),
    [
        (["serve"], {"REFEREE_PORT": "eighty"}),
        (["serve", "--host", "a b"], {}),
        (["upgrade"], {"REFEREE_DATABASE": "mysql://x/y"}),
        (["audit"], {"REFEREE_PROT": "1"}),
    ],
)
def test_wrong_settings_are_one_line(home: Home, words: list[str], env: dict[str, str]) -> None:
    refused(home.run(*words, **env), "REFEREE_")


def test_local_and_host_exclude_each_other(home: Home) -> None:
    assert home.run("serve", "--local", "--host", "0.0.0.0").returncode == 2


def test_the_audit_is_quiet_or_names_the_difference(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    key = store.create(NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"]))
    store.record(key, [(0, "end", "conceded.0")], uid="a")
    store.close()
    good = home.run("audit")
    assert (good.returncode, good.stdout) == (0, "1 matches replayed: no difference.\n")
    with closing(sqlite3.connect(home.file)) as connection:
        connection.execute("UPDATE match SET winners = '[0]'")
        connection.commit()
    bad = home.run("audit")
    assert bad.returncode == 1
    assert bad.stdout.startswith(f"match {key}: winners: kept [0], replayed [1]\n")
    assert bad.stderr == "Error: 5 differences in 1 matches.\n"  # who won is kept by player too


def test_one_server_a_file_and_a_clean_stop(home: Home, free_port: Callable[[], int]) -> None:
    assert home.run("upgrade").returncode == 0
    server = home.serve(free_port())
    refused(home.run("serve", "--local", "--port", str(free_port())), "Another Referee")
    assert home.run("upgrade").returncode == 0  # nothing to do: no harm beside a server
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    assert server.stdout is not None
    said = server.stdout.read()
    assert "Traceback" not in said
    assert "Referee is at http://127.0.0.1:" in said


def test_a_port_in_use_is_one_line(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        refused(home.run("serve", "--local", "--port", port), port, "Choose another")
