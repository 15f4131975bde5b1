"""What the pages cost: bytes of the first load, a long match against an empty one, history."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from referee.app import create_app
from referee.settings import Settings
from referee.store import NewMatch, Store, upgrade
from referee.store.base import parsed
from tests.bench.figures import Limits
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, serving
from tests.devices import owner
from tests.web.pages import Web
from tests.web.statements import statements

MOST_BYTES = 30_000  # of the first load of the play screen, over the wire, headers included
MOST_REQUESTS = 8  # the live stream included
LONG = 40  # hands
MOST_TIMES = 3.0  # a match of 40 hands against an empty one
PAGE = 20
MANY = 2_000  # matches of a busy club
ROUNDS = 30
HAND = "contract=0.2 trump=C high=0 low=1 jack=none game=1"
FOUR = ("Ana", "Ben", "Cleo", "Dan")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'referee.sqlite'}"
    upgrade(parsed(url))
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def web(store: Store, tmp_path: Path) -> Web:
    app = create_app(Settings(instance=tmp_path, database="unused", given_key="a" * 20), store)
    client = app.test_client()
    client.set_cookie("referee", owner(store))
    return Web(client)


def started(store: Store, game: str = "pitch", players: tuple[str, ...] = FOUR) -> str:
    rules = {"target": "100"} if game == "pitch" else {}
    return store.create(NewMatch(game, players, rules, uid=secrets.token_hex(12)))


def told(store: Store, id: str, hands: int) -> None:
    """Hands that are scored and closed, saved one hand at a time."""
    for hand in range(hands):
        pairs = [answer.split("=") for answer in (HAND + " next=ok").split()]
        answers = [(hand, key, value) for key, value in pairs]
        store.record(id, answers, uid=secrets.token_hex(12))


def best(work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds: the rest is what else the machine did."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_a_match_of_forty_hands_opens_nearly_as_fast_as_an_empty_one(
    store: Store, web: Web
) -> None:
    empty, long = started(store), started(store)
    told(store, long, LONG)
    assert store.load(long).sheet.number == LONG

    def page(id: str) -> float:
        return best(lambda: web.client.get(f"/t/{id}"))

    limits = Limits()
    limits.most("play screen of 40 hands, times an empty one",
                page(long) / page(empty), MOST_TIMES)  # fmt: skip
    limits.check()


def test_history_loads_no_entries_and_does_not_grow_with_the_club(store: Store, web: Web) -> None:
    def play(count: int) -> None:
        for _ in range(count):
            id = started(store, "german_whist", FOUR[:2])
            store.record(id, [(0, "end", "stopped")], uid=secrets.token_hex(12))

    def page() -> float:
        return best(lambda: web.client.get("/history"))

    play(PAGE)
    few = page()
    with statements(store) as said:
        web.get("/history")
    of_entries = [text for text in said if "entry" in text]
    play(MANY - PAGE)
    limits = Limits()
    limits.most("history of 20: statements on entries", len(of_entries), 0)
    limits.most("history of 20: statements", len(said), 10)
    limits.most("history page: 2,000 matches, times 20", page() / few, 2.0)
    limits.check()


def test_the_first_load_of_the_play_screen(tmp_path: Path) -> None:
    """The question after the bid in a match of Pitch for four, on a phone that was never here."""
    got: dict[str, dict[str, Any]] = {}
    with serving(tmp_path) as server, sync_playwright() as playwright:
        id = server.start("pitch", FOUR)
        server.say(id, "contract=0.2")
        browser = playwright.chromium.launch(executable_path=CHROMIUM or None, args=FLAGS)
        context = browser.new_context(**PHONE)
        context.add_cookies([{"name": "referee", "value": server.cookie, "url": server.url}])
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        cdp.send("Network.enable")
        cdp.on("Network.responseReceived", lambda e: got.setdefault(
            e["requestId"], {"url": e["response"]["url"], "bytes": 0.0}
        ).update(bytes=e["response"]["encodedDataLength"]))  # fmt: skip
        cdp.on("Network.loadingFinished", lambda e: got.setdefault(
            e["requestId"], {"url": "?"}
        ).update(bytes=e["encodedDataLength"]))  # fmt: skip
        page.goto(f"{server.url}/t/{id}")
        page.wait_for_timeout(1_500)
        browser.close()
    for entry in sorted(got.values(), key=lambda e: -e["bytes"]):
        path = entry["url"].removeprefix(server.url).replace(id, "<match>")
        print(f"    {entry['bytes']:8.0f} bytes  {path}")
    limits = Limits()
    print(f"first load of /t/<match> (Pitch for four, trump asked), {len(got)} requests")
    limits.most("first load over the wire", sum(e["bytes"] for e in got.values()) / 1000,
                MOST_BYTES / 1000, " kB")  # fmt: skip
    limits.most("first load, requests", len(got), MOST_REQUESTS)
    limits.check()
