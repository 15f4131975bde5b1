"""Phones at one table, live: what one enters all see, and no line that fails loses or doubles it.

All of it under both addresses: this computer's, which browsers trust, and one of a home network.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.browser.house import HOST, LAN, House, open_house, shown
from tests.browser.phone import FOUR, Phone
from tests.devices import owner

SOON = 2.0  # seconds after the network is back
DUELS = 10  # under each address


@pytest.fixture(scope="module")
def built(browser_type: BrowserType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house"), browser_type) as house:
        yield house


@pytest.fixture(params=[HOST, LAN])
def house(built: House, request: pytest.FixtureRequest) -> Iterator[House]:
    built.host = request.param
    yield built
    odd = built.leave()
    assert not odd, odd


trusted = pytest.mark.parametrize("house", [HOST], indirect=True)  # the address changes nothing


def at_once(*taps: tuple[Phone, str]) -> None:
    """Tap these answers at the same instant, on several phones."""
    script = """([selector, at]) => { setTimeout(() => {
        const button = document.querySelector(selector);
        window.tapped = Boolean(button); button?.click(); }, at - Date.now()); }"""
    instant = time.time() * 1000 + 80
    for phone, answer in taps:
        selector = f'button[name=answer][value="{answer}"]'
        phone.page.evaluate(script, [selector, instant])
    for phone, _ in taps:
        phone.page.wait_for_function("() => window.tapped !== undefined")


def version(page: Page, at_least: int) -> None:
    page.wait_for_function(
        "n => Number(document.getElementById('table').dataset.version) >= n", arg=at_least
    )


def connected(*phones: Phone) -> None:
    for phone in phones:
        phone.page.wait_for_function(
            "n => document.getElementById('phones').textContent === n", arg=str(len(phones))
        )


def test_the_home_network_is_the_poorer_place(house: House) -> None:
    """What the other tests rely on: there, browsers withhold these."""
    page = house.guest(house.match("pitch", *FOUR), "watcher", "watch").page
    has = page.evaluate("[isSecureContext, 'randomUUID' in crypto, 'wakeLock' in navigator]")
    assert has == [house.host == HOST] * 3


def test_a_tap_is_seen_on_every_phone_and_the_big_screen(house: House) -> None:
    id = house.match("german_whist", *FOUR[:2])
    ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1")
    watcher = house.guest(id, "watcher", "watch")
    tv = house.guest(id, "display", "display", viewport={"width": 1280, "height": 720})
    connected(ana, ben, watcher, tv)
    ana.tap(ana.button("trump=H"))
    for other in (ben, watcher):
        expect(other.page.locator("#table .tags")).to_contain_text("earts are trump")
    expect(tv.page.locator("#table")).to_contain_text("earts are trump")
    expect(ben.button("tricks=9")).to_be_visible()
    expect(watcher.button("tricks=9")).to_have_count(0)
    ben.tap(ben.button("tricks=9"))
    for phone in (ana, ben, watcher, tv):
        version(phone.page, 2)
    assert shown(ana.page) == shown(ben.page)
    # Each side agrees from its own phone, and all read it.
    ben.tap("We agree")
    for phone in (ana, watcher):
        expect(phone.page.locator("#table")).to_contain_text("Agreed: Ben")


@trusted
def test_whose_turn_it_is_stands_on_the_phone_in_that_seat(house: House) -> None:
    id = house.match("pitch", *FOUR, bids="every")
    phones = [house.guest(id, "seat", str(n)) for n in range(2)]
    expect(phones[1].page.get_by_text("Your turn")).to_be_visible()
    expect(phones[0].page.get_by_text("Your turn")).to_be_hidden()


def test_a_seat_that_is_taken_over_is_lost_to_the_old_phone(house: House) -> None:
    id = house.match("pitch", *FOUR)
    old = house.guest(id, "seat", "0")
    connected(old)
    new = house.page().open("/J/" + house.store.devices.new_link("seat", id).token)
    expect(new.page.get_by_role("button", name="Ana")).to_contain_text("take over")
    new.tap("Ana")
    expect(new.page.locator("#live")).to_have_attribute("data-me", "0")
    expect(old.page.locator("#net")).to_have_text(
        "Another phone took this seat. This one watches now."
    )
    expect(old.page.locator("form.ans")).to_have_count(0)
    assert old.page.locator("#live").get_attribute("data-me") is None
    connected(old, new)
    new.tap(new.button("contract=1.2"))
    version(old.page, 1)


def test_duels(house: House) -> None:
    """Two phones answer the same question at the same instant, again and again."""
    id = house.match("german_whist", *FOUR[:2], rules={"target": "31"})
    ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1")
    connected(ana, ben)
    fought = 0
    names = {"trump=H": "hearts are trump", "trump=S": "spades are trump",
             "tricks=7": "tricks 7–6", "tricks=6": "tricks 6–7"}  # fmt: skip
    for _ in range(DUELS):
        for mine, other in (("trump=H", "trump=S"), ("tricks=7", "tricks=6")):
            if fought == DUELS:
                return
            seen = house.store.version(id)
            version(ana.page, seen)
            version(ben.page, seen)
            expect(ana.button(mine)).to_be_visible()
            expect(ben.button(other)).to_be_visible()
            at_once((ana, mine), (ben, other))
            version(ana.page, seen + 1)
            version(ben.page, seen + 1)
            assert house.store.version(id) == seen + 1  # one of them
            won = house.store.load(id).log[-1]
            first = ana if f"{won.key}={won.value}" == mine else ben
            late, said = (ben, other) if first is ana else (ana, mine)
            if not late.page.evaluate("window.tapped"):
                continue  # it was shown the other's answer just before
            fought += 1
            box = late.page.locator("#late")
            who = "Ana" if first is ana else "Ben"
            theirs = names[mine if first is ana else other]
            expect(box).to_contain_text(f"{who} already answered")
            expect(box).to_contain_text(theirs)
            expect(box).to_contain_text(f"{names[said]}")
            assert first.page.locator("#late").count() == 0
            assert late.page.evaluate("localStorage['referee.outbox']") == "[]"
            if fought % 2:
                late.tap("Keep it")
                expect(box).to_have_count(0)
            else:
                late.tap("Correct to mine")
                version(late.page, seen + 2)
                entry = house.store.load(id).log[-1]
                assert f"{entry.key}={entry.value}" == said
                version(first.page, seen + 2)
        seen = house.store.version(id)
        ana.tap(ana.button("next=ok"))
        version(ana.page, seen + 1)
        for phone in (ana, ben):
            expect(phone.button("trump=H")).to_be_visible()
    assert fought >= DUELS // 2


def test_a_late_phone_keeps_its_answer_while_the_table_goes_on(house: House) -> None:
    id = house.match("german_whist", *FOUR[:2])
    line = house.line()
    ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1", line)
    connected(ana, ben)
    line.cut()
    ana.tap(ana.button("trump=H"))
    version(ana.page, 1)
    ben.tap(ben.button("trump=S"))
    expect(ben.page.locator("#net")).to_contain_text("Not saved yet")
    line.mend()
    box = ben.page.locator("#late")
    expect(box).to_contain_text("Ana already answered")
    ana.tap(ana.button("tricks=9"))
    version(ben.page, 2)
    expect(box).to_contain_text("spades are trump")
    ben.tap("Correct to mine")
    version(ana.page, 3)
    assert house.store.load(id).sheet.rows[0].hand.answers()["trump"] == "S"
    expect(box).to_have_count(0)


def test_different_questions_at_once_never_conflict(house: House) -> None:
    id = house.match("pitch", *FOUR, rules={"target": "50"})
    ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1")
    connected(ana, ben)
    for _ in range(3):
        for answer in ("contract=0.2", "trump=C"):
            seen = house.store.version(id)
            ana.tap(ana.button(answer))
            version(ana.page, seen + 1)
        for pair in (("high=0", "low=0"), ("jack=none", "game=1")):
            seen = house.store.version(id)
            for phone, answer in zip((ana, ben), pair, strict=True):
                expect(phone.button(answer)).to_be_visible()
            at_once((ana, pair[0]), (ben, pair[1]))
            for phone in (ana, ben):
                version(phone.page, seen + 2)
                assert phone.page.get_by_role("alert").count() == 0
            last = house.store.load(id).log[-2:]
            assert {f"{e.key}={e.value}" for e in last} == set(pair)
        ben.tap(ben.button("next=ok"))
        version(ana.page, seen + 3)
    assert house.store.audit()[1] == []


@pytest.mark.mood("measures how soon a page finds the server again")
def test_unplugged_while_three_answers_are_given(house: House) -> None:
    id = house.match("pitch", *FOUR)
    line = house.line()
    ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1", line)
    connected(ana, ben)
    before = shown(ben.page)
    line.cut()
    for n, answer in enumerate(("contract=0.2", "trump=C", "high=0"), 1):
        ana.tap(ana.button(answer))
        version(ana.page, n)
    expect(ben.page.get_by_text("Reconnecting…")).to_be_visible()
    ben.page.wait_for_timeout(2500)  # so long that it has tried in vain several times
    assert shown(ben.page) == before
    start = time.monotonic()
    line.mend()
    version(ben.page, 3)
    took = time.monotonic() - start
    assert took < SOON, took
    assert shown(ben.page) == shown(ana.page)
    expect(ben.page.get_by_text("Reconnecting…")).to_be_hidden()


@pytest.mark.parametrize("answer", ["trump=H", "undo"])
def test_a_double_tap_on_a_slow_line_counts_once(house: House, answer: str) -> None:
    id = house.match("german_whist", *FOUR[:2])
    if answer == "undo":
        for text in ("trump=H", "tricks=9"):
            key, _, value = text.partition("=")
            house.store.record(id, [(0, key, value)], uid=text)
    ana = house.guest(id, "seat", "0")
    connected(ana)
    ana.throttled(400)
    seen = house.store.version(id)
    button = ana.page.locator("form.undo button") if answer == "undo" else ana.button(answer)
    box = button.bounding_box()
    assert box is not None
    start = time.monotonic()
    for _ in range(2):
        ana.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    quick = time.monotonic() - start < 0.35  # else, on a busy machine, the answer was there first
    version(ana.page, seen + 1)
    ana.page.wait_for_timeout(1000)
    assert house.store.version(id) == seen + 1 or not quick


@pytest.mark.parametrize("gap", [0, 80, 200])
def test_a_double_tap_on_a_fast_line_leaves_the_next_question_alone(house: House, gap: int) -> None:
    """The answer is there before the finger comes down again, and another button with it."""
    id = house.match("german_whist", *FOUR[:2])
    ana = house.guest(id, "seat", "0")
    connected(ana)
    box = ana.button("trump=C").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # On a busy machine only the page's own clock can tell the gap.
    ana.page.evaluate(
        """([x, y, gap]) => {
            const tap = () => document.elementFromPoint(x, y).click();
            tap();
            const after = () => setTimeout(() => { tap(); window.twice = true; }, gap);
            document.addEventListener('htmx:after:swap', after, { once: true }); }""",
        [x, y, gap],
    )
    ana.page.wait_for_function("() => window.twice")
    ana.page.wait_for_timeout(300)
    assert house.store.load(id).log[0].value == "C"
    assert house.store.version(id) == 1
    ana.tap(ana.button("tricks=9"))  # and then it can be answered
    version(ana.page, 2)


WATCH_NET = """() => { window.states = [];
    new MutationObserver(() => {
        const state = document.getElementById('net')?.dataset.state || '';
        if (window.states.at(-1) !== state) window.states.push(state);
    }).observe(document.body, { subtree: true, childList: true, attributes: true }); }"""


def outbox(page: Page) -> list[Any]:
    return json.loads(page.evaluate("localStorage['referee.outbox'] || '[]'"))  # type: ignore[no-any-return]


def test_what_is_tapped_offline_is_sent_later_and_never_said_to_be_saved(house: House) -> None:
    id = house.match("german_whist", *FOUR[:2])
    line = house.line()
    ana, ben = house.guest(id, "seat", "0", line), house.guest(id, "seat", "1")
    connected(ana, ben)
    ana.page.evaluate(WATCH_NET)
    line.cut()
    ana.tap(ana.button("trump=H"))
    net = ana.page.locator("#net")
    expect(net).to_have_text("Not saved yet. Trying again: Hearts")
    assert len(outbox(ana.page)) == 1
    ana.tap(ana.button("trump=H"))  # impatience
    ana.page.wait_for_timeout(1500)
    assert "saved" not in ana.page.evaluate("window.states")
    expect(net).to_contain_text("Not saved yet")
    assert len(outbox(ana.page)) == 1
    assert house.store.version(id) == 0
    line.mend()
    version(ben.page, 1)
    version(ana.page, 1)
    expect(net).to_contain_text("Saved: Hearts")
    assert outbox(ana.page) == []
    expect(net).to_be_hidden()
    assert house.store.version(id) == 1


def test_one_answer_of_many_is_told_with_its_question(house: House) -> None:
    id = house.match("pitch", *FOUR)
    for key, value in (("contract", "0.2"), ("trump", "C")):
        house.store.record(id, [(0, key, value)], uid=key)
    line = house.line()
    ana = house.guest(id, "seat", "0", line)
    connected(ana)
    line.cut()
    ana.tap(ana.button("jack=none"))
    expect(ana.page.locator("#net")).to_have_text("Not saved yet. Trying again: Jack: Nobody")


@pytest.mark.parametrize("reopened", ["table", "home"])
def test_a_tab_closed_with_an_answer_unsent(house: House, reopened: str) -> None:
    id = house.match("german_whist", *FOUR[:2])
    line = house.line()
    ana = house.guest(id, "seat", "0", line)
    connected(ana)
    line.cut()
    ana.tap(ana.button("trump=H"))
    expect(ana.page.locator("#net")).to_contain_text("Not saved yet")
    ana.page.close()
    line.mend()
    again = house.opened(ana.page.context, line)
    again.open(f"/t/{id}" if reopened == "table" else "/")
    again.page.wait_for_function("() => localStorage['referee.outbox'] === '[]'")
    assert [e.value for e in house.store.load(id).log] == ["H"]
    again.open(f"/t/{id}").page.reload()
    expect(again.button("tricks=9")).to_be_visible()
    assert house.store.version(id) == 1


def test_an_answer_refused_on_another_page_is_told_at_its_table(house: House) -> None:
    id = house.match("german_whist", *FOUR[:2])
    line = house.line()
    ana = house.guest(id, "seat", "0", line)
    connected(ana)
    line.cut()
    ana.tap(ana.button("trump=H"))
    expect(ana.page.locator("#net")).to_contain_text("Not saved yet")
    house.store.record(id, [(0, "trump", "S")], uid="other")
    line.mend()
    ana.page.close()
    again = house.opened(ana.page.context, line).open("/")
    again.page.wait_for_timeout(300)
    again.open(f"/t/{id}")
    expect(again.page.locator("#late")).to_contain_text("hearts are trump")


@pytest.mark.mood("a stream that is slow to ask hears what the test wants to keep from it")
@pytest.mark.parametrize("how", ["shown again", "from the cache", "on line"])
def test_a_phone_that_returns_asks_before_it_looks_current(house: House, how: str) -> None:
    id = house.match("german_whist", *FOUR[:2])
    ana = house.guest(id, "seat", "0")
    connected(ana)
    hidden = """hidden => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange')); }"""
    if how == "shown again":
        ana.page.evaluate(hidden, True)
    ana.page.wait_for_timeout(300)  # its stream has asked for what is new
    house.store.record(id, [(0, "trump", "S")], uid="while away")  # and nobody is told
    ana.page.wait_for_timeout(200)
    version_now = "Number(document.getElementById('table').dataset.version)"
    assert ana.page.evaluate(version_now) == 0
    if how == "shown again":
        ana.page.evaluate(hidden, False)
    elif how == "from the cache":
        ana.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    else:
        ana.page.evaluate("dispatchEvent(new Event('online'))")
    assert ana.page.evaluate(f"document.documentElement.dataset.net === 'lost' || {version_now}")
    version(ana.page, 1)
    ana.page.go_back() if how == "from the cache" else None
    expect(ana.page.get_by_text("Reconnecting…")).to_be_hidden()


def test_a_phone_that_is_removed_is_out(house: House) -> None:
    id = house.match("pitch", *FOUR)
    ana, home = house.guest(id, "seat", "0"), house.page(house.owner)
    connected(ana)
    home.open("/devices")
    holder = house.store.devices.holders(id)[0]
    home.tap(home.page.locator(f'main a[href="/devices/{holder.device}/remove"]'))
    home.tap(home.page.get_by_role("button", name="Remove"))
    expect(ana.page.get_by_role("alert")).to_contain_text("nothing here for this phone")
    assert ana.page.locator("form.ans").count() == 0


@pytest.mark.mood("measures how soon a page finds the server again")
def test_a_server_that_comes_back_is_found_by_itself(house: House) -> None:
    id = house.match("german_whist", *FOUR[:2])
    ana, ben = house.guest(id, "seat", "0"), house.guest(id, "seat", "1")
    connected(ana, ben)
    house.stop()
    expect(ben.page.get_by_text("Reconnecting…")).to_be_visible()
    ana.tap(ana.button("trump=H"))
    expect(ana.page.locator("#net")).to_contain_text("Not saved yet")
    house.start()
    start = time.monotonic()
    version(ben.page, 1)
    took = time.monotonic() - start
    assert took < 5, took
    connected(ana, ben)
    assert house.store.version(id) == 1
    ben.tap(ben.button("tricks=9"))
    version(ana.page, 2)


# -- at the table -------------------------------------------------------------------------------

LOCKS = """window.locks = [];
Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request:
  async (kind) => {
    const lock = new EventTarget();
    lock.release = async () => { window.locks.push('released'); };
    window.locks.push(kind);
    return lock; } } });"""


def test_the_screen_stays_on_until_the_match_is_over(house: House) -> None:
    id = house.match("german_whist", *FOUR[:2])
    ana, ben = house.page(house.owner), house.guest(id, "scorer", "score")
    if house.host == HOST:
        ana.page.add_init_script(LOCKS)
    ana.open(f"/t/{id}")
    connected(ana, ben)
    ben.tap(ben.button("trump=H"))
    version(ana.page, 1)
    ben.open(f"/t/{id}/menu").tap(ben.button("end=conceded.0"))
    expect(ana.page.get_by_role("heading", level=1)).to_contain_text("Ana gave up")
    if house.host == HOST:
        ana.page.wait_for_function("() => window.locks.length === 2")
        assert ana.page.evaluate("window.locks") == ["screen", "released"]


@trusted
def test_a_tick_under_the_finger_where_there_is_one(house: House) -> None:
    id = house.match("pitch", *FOUR, bids="every")
    ana, ben = house.page(house.owner), house.guest(id, "seat", "1")
    ana.page.add_init_script("window.ticks = []; navigator.vibrate = (t) => ticks.push(t);")
    ben.page.add_init_script("delete Navigator.prototype.vibrate")
    ana.open(f"/t/{id}")
    ben.page.reload()
    connected(ana, ben)
    ana.tap(ana.button("bid.1=2"))
    version(ana.page, 1)
    assert ana.page.evaluate("ticks") == [10]
    ben.tap(ben.button("bid.2=pass"))
    version(ana.page, 2)
    assert ben.page.evaluate("navigator.vibrate === undefined")


@trusted
def test_a_turn_is_felt_in_its_own_seat(house: House) -> None:
    id = house.match("pitch", *FOUR, bids="every")
    seat, other = house.guest(id, "seat", "2"), house.page(owner(house.store))
    seat.page.add_init_script("window.ticks = []; navigator.vibrate = (t) => ticks.push(t);")
    seat.page.reload()
    other.open(f"/t/{id}")
    connected(seat, other)
    seat.page.locator("h1").first.tap()  # browsers want a finger first
    other.tap(other.button("bid.1=pass"))
    expect(seat.page.get_by_text("Your turn")).to_be_visible()
    assert seat.page.evaluate("ticks") == [[30, 60, 30]]
