"""Duels, cuts, double taps and offline actions in numbers; `make test` runs each a few times.

Every kind goes on to its end, and what failed is printed: one failure in hundreds is a bug too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser import test_live as live
from tests.browser.house import HOST, LAN, House, open_house, shown
from tests.browser.phone import FOUR

DUELS = 300
SOAK = 60.0  # seconds of different questions at once
CUTS, CUT = 20, 60.0  # lines that are cut for so many seconds, all at the same time
DOUBLE_TAPS = 50
OFFLINE, PHONES = 200, 10  # actions, and phones that do them


@pytest.fixture(scope="module")
def house(browser_type: BrowserType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house"), browser_type) as house:
        yield house


def again(house: House, times: int, what: Callable[[House], None]) -> None:
    """Do it so often, under both addresses in turn, and tell all that failed."""
    failed: list[str] = []
    for number in range(times):
        house.host = (HOST, LAN)[number % 2]
        try:
            what(house)
        except AssertionError as error:
            failed.append(f"{number + 1} at {house.host}: {error}")
        odd = house.leave()
        failed += [f"{number + 1} at {house.host}: {odd}"] if odd else []
    print(f"\n  {what.__name__}: {times} times, {len(failed)} failed")
    assert not failed, "\n".join(failed)


def test_many_duels(house: House) -> None:
    again(house, DUELS // live.DUELS, live.test_duels)


def test_different_questions_for_a_while(house: House) -> None:
    end, rounds = time.monotonic() + SOAK, 0
    while time.monotonic() < end:
        again(house, 2, live.test_different_questions_at_once_never_conflict)
        rounds += 2
    print(f"  {rounds} rounds in {SOAK:.0f} s")


def test_many_double_taps(house: House) -> None:
    def double_tap(house: House) -> None:
        live.test_a_double_tap_on_a_slow_line_counts_once(house, "trump=H")

    again(house, DOUBLE_TAPS, double_tap)


def test_many_long_cuts(house: House) -> None:
    """Phones that hear nothing for a minute show the same as the others soon after."""
    house.host = LAN
    tables = []
    for _ in range(CUTS):
        id, line = house.match("pitch", *FOUR), house.line()
        ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1", line)
        tables.append((ana, ben, line))
    for ana, ben, line in tables:
        live.connected(ana, ben)
        line.cut()
    begun = time.monotonic()
    for ana, _, _ in tables:
        for n, answer in enumerate(("contract=0.2", "trump=C", "high=0"), 1):
            ana.tap(ana.button(answer))
            live.version(ana.page, n)
    tables[0][0].page.wait_for_timeout(max(0.0, CUT - (time.monotonic() - begun)) * 1000)
    took, differ = [], 0
    for ana, ben, line in tables:
        start = time.monotonic()
        line.mend()
        live.version(ben.page, 3)
        took.append(time.monotonic() - start)
        differ += shown(ben.page) != shown(ana.page)
    odd = house.leave()
    print(f"\n  {CUTS} cuts of {CUT:.0f} s: back after {max(took):.2f} s at most, {differ} differ")
    assert not differ
    assert not odd
    assert max(took) < live.SOON


def test_many_offline_actions(house: House) -> None:
    """What is tapped without a line is never called saved before it is, and counts once."""
    house.host = LAN
    tables = []
    for _ in range(PHONES):
        id, line = house.match("german_whist", *FOUR[:2], rules={"target": "31"}), house.line()
        tables.append((id, house.guest(id, "seat", "0", line), line))
    failed: list[str] = []
    for number in range(OFFLINE // PHONES):
        answer, key = (("trump=H", "trump"), ("tricks=7", "tricks"), ("next=ok", "next"))[
            number % 3
        ]
        for _, ana, line in tables:
            live.connected(ana)
            expect(ana.button(answer)).to_be_visible()
            ana.page.evaluate(live.WATCH_NET)
            line.cut()
        for _, ana, _ in tables:
            ana.tap(ana.button(answer))
        tables[0][1].page.wait_for_timeout(1500)
        for id, ana, line in tables:
            states = ana.page.evaluate("window.states")
            early = "saved" in states[states[:1] == ["saved"] :]  # the first: of the action before
            if early or house.store.version(id) != number or len(live.outbox(ana.page)) != 1:
                failed.append(f"{number + 1} {id}: {answer} looked saved, or was not kept")
            line.mend()
        for id, ana, _ in tables:
            live.version(ana.page, number + 1)
            ana.page.wait_for_function("() => localStorage['referee.outbox'] === '[]'")
            last = house.store.load(id).log[-1]
            if last.key != key or house.store.version(id) != number + 1:
                failed.append(f"{number + 1} {id}: {answer} counted wrongly")
    failed += house.leave()
    print(f"\n  {OFFLINE} offline actions, {len(failed)} failed")
    assert not failed, "\n".join(failed)
