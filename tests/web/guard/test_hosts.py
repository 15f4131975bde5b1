"""The server answers to its own names alone, and believes as many proxies as it was told of."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, request

from referee.app import create_app
from referee.settings import Settings
from referee.store import Store
from referee.web.guard.hosts import names, served

OURS = [
    "localhost", "localhost:8080", "LOCALHOST", "localhost.", "referee.localhost",
    "127.0.0.1", "127.0.0.1:8080", "192.168.1.20:8080", "10.0.0.5", "93.184.216.34",
    "[::1]", "[::1]:8080", "[fe80::1]:8080", "[2001:db8::5]:443",
    "cards.local", "cards.local:8080", "CARDS.Local", "my-pi.local.", "cards.home.arpa",
    "mypi", "mypi:8080", "MyPi", "mypi.example.net", "cards.example.org", "Cards.Example.Org:443",
    "listens.lan:8080",
]  # fmt: skip
FOREIGN = [
    "evil.test", "evil.test:8080", "example.org", "cards.example.org.evil.test",
    "evil.cards.example.org", "localhost.evil.test", "127.0.0.1.evil.test", "127.0.0.1.nip.io",
    "mypi.evil.test", "evil.local.test", "local", ".local", "home.arpa", "evillocal",
    "notlocalhost", "2130706433", "0x7f000001", "127.1", "017700000001", "1.2.3.4.5",
    "[::1", "::1]", "[evil.test]", "evil.test#.local", "evil.test/.local", "evil.test?.local",
    "cards.local@evil.test", "evil.test\\.local", "cards.lan", "",
]  # fmt: skip


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        tmp_path,
        "unused",
        host="listens.lan",
        public_url="https://cards.example.org",
        given_key="a key of the tests",
    )


@pytest.mark.parametrize("host", OURS)
def test_our_own_names_are_served(settings: Settings, host: str) -> None:
    assert served(host, names(settings, "mypi.example.net"))


@pytest.mark.parametrize("host", FOREIGN)
def test_no_other_name_is_served(settings: Settings, host: str) -> None:
    assert not served(host, names(settings, "mypi.example.net"))


@pytest.mark.parametrize("host", [host for host in FOREIGN if host])
@pytest.mark.parametrize("path", ["/", "/join", "/static/referee.css"])
def test_a_foreign_name_gets_421_at_every_address(app: Flask, host: str, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "Set-Cookie" not in answer.headers
    assert app.test_client().post(path, headers={"Host": host}).status_code == 421


def test_nothing_is_read_for_a_foreign_name(app: Flask, store: Store) -> None:
    store.close()
    store._database.read = None  # type: ignore[method-assign, assignment]
    assert app.test_client().get("/", headers={"Host": "evil.test"}).status_code == 421


FORGED = {
    "X-Forwarded-For": "1.1.1.1, 2.2.2.2, 3.3.3.3",
    "X-Forwarded-Proto": "https, http, https",
    "X-Forwarded-Host": "one.local, two.local, three.local",
    "X-Forwarded-Port": "1, 2, 3",
    "X-Forwarded-Prefix": "/one, /two, /three",
    "Forwarded": "for=9.9.9.9;host=evil.test;proto=https",
}


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [
        (0, ("127.0.0.1", "http", "localhost", "")),
        (1, ("3.3.3.3", "https", "three.local", "")),
        (2, ("2.2.2.2", "http", "two.local", "")),
        (3, ("1.1.1.1", "https", "one.local", "")),
        (4, ("127.0.0.1", "http", "localhost", "")),  # fewer than promised: nobody is believed
    ],
)
def test_as_many_proxies_are_believed_as_there_are(
    store: Store, tmp_path: Path, proxies: int, seen: tuple[str, ...]
) -> None:
    settings = Settings(tmp_path, "unused", given_key="a key of the tests", proxies=proxies)
    app = create_app(settings, store)
    found: list[tuple[str | None, ...]] = []

    @app.before_request
    def note() -> str:
        found.append((request.remote_addr, request.scheme, request.host, request.root_path))
        return ""

    app.before_request_funcs[None].insert(0, app.before_request_funcs[None].pop())
    app.test_client().get("/", headers=FORGED)
    assert found == [seen]


def test_a_forwarded_foreign_name_is_refused_too(store: Store, tmp_path: Path) -> None:
    settings = Settings(tmp_path, "unused", given_key="a key of the tests", proxies=1)
    client = create_app(settings, store).test_client()
    assert client.get("/", headers={"X-Forwarded-Host": "evil.test"}).status_code == 421


def test_the_application_knows_how_phones_come_to_it(
    app: Flask, store: Store, settings: Settings
) -> None:
    assert (app.config["PHONES_COME_TO"], app.config["FIXED"]) == (None, False)
    known = create_app(settings, store).config
    assert (known["PHONES_COME_TO"], known["FIXED"]) == ("https://cards.example.org", True)
