"""The owner's link: printed at the first start, made anew by `referee link`."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

from referee.server import known_at
from referee.store import Store
from tests.cli.conftest import PATIENCE, Home

LINK = re.compile(r"(http://\S+)/J/([A-Z2-7]{26})$", re.MULTILINE)


def said_by_a_server(home: Home, port: int) -> str:
    server = home.serve(port)
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    assert server.stdout is not None
    return server.stdout.read()


def test_a_server_without_an_owner_prints_the_way_to_become_one(
    home: Home, free_port: Callable[[], int]
) -> None:
    assert home.run("upgrade").returncode == 0
    port = free_port()
    found = LINK.search(said_by_a_server(home, port))
    assert found is not None
    assert found[1] == f"http://127.0.0.1:{port}"
    store = Store(f"sqlite:///{home.file}")
    assert store.devices.join(found[2], "owner", None, "Laptop").role == "owner"
    store.close()
    said = said_by_a_server(home, free_port())
    assert LINK.search(said) is None
    assert "/J/" not in said
    assert "owner" not in said


def test_link_makes_an_owners_link_beside_a_running_server(
    home: Home, free_port: Callable[[], int]
) -> None:
    assert home.run("upgrade").returncode == 0
    home.serve(free_port())
    done = home.run("link", "--host", "192.168.1.20", "--port", "81", PYTHONUTF8="1")
    assert done.returncode == 0, done.stderr
    found = LINK.search(done.stdout)
    assert found is not None
    assert found[1] == "http://192.168.1.20:81"
    assert "█" in done.stdout
    store = Store(f"sqlite:///{home.file}")
    invitation = store.devices.invitation(found[2])
    store.close()
    assert (invitation.role, invitation.match) == ("owner", None)


def test_link_leads_to_the_server_that_runs(home: Home, free_port: Callable[[], int]) -> None:
    assert home.run("upgrade").returncode == 0
    port = free_port()
    server = home.serve(port)
    found = LINK.search(home.run("link").stdout)
    assert found is not None
    assert found[1] == f"http://127.0.0.1:{port}"
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    found = LINK.search(home.run("link", "--port", "81").stdout)
    assert found is not None
    assert found[1].endswith(":81")
    found = LINK.search(home.run("link").stdout)
    assert found is not None
    assert not found[1].endswith(f":{port}")


def test_a_server_needs_no_folder_to_say_where_it_is(tmp_path: Path) -> None:
    with known_at(tmp_path / "missing" / "address", "http://127.0.0.1"):
        assert not list(tmp_path.iterdir())
    with known_at(tmp_path / "address", "http://127.0.0.1"):
        assert (tmp_path / "address").read_text() == "http://127.0.0.1"
    assert not list(tmp_path.iterdir())


def test_link_needs_a_database(home: Home) -> None:
    done = home.run("link")
    assert done.returncode == 1
    assert "referee upgrade" in done.stderr
    assert done.stderr.count("\n") == 1
