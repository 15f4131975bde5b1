"""Coming to a table: the code is scanned from the screen, typed, or taken from the big screen."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import BrowserType, Page, expect

from referee.store import NewMatch, clean_name
from tests.browser.conftest import TIMEOUT
from tests.browser.house import HOST, LAN, House, open_house
from tests.browser.phone import FOUR, Phone
from tests.devices import phone
from tests.web.names import HOSTILE, ODD

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WALL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "is_mobile": False,
    "has_touch": False,
}
TYPED = re.compile(r"[2-9A-Z]{4} [2-9A-Z]{4}")


@pytest.fixture(scope="module")
def built(browser_type: BrowserType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("door"), browser_type) as house:
        yield house


@pytest.fixture(params=[HOST])
def house(built: House, request: pytest.FixtureRequest) -> Iterator[House]:
    built.host = request.param
    yield built
    odd = built.leave()
    assert not odd, odd


everywhere = pytest.mark.parametrize("house", [HOST, LAN], indirect=True)


def scanned(page: Page) -> str:
    """What a camera that looks at the whole screen reads."""
    expect(page.locator(".qr svg")).to_be_visible()
    picture = Image.open(io.BytesIO(page.screenshot()))
    codes = zxingcpp.read_barcodes(picture)
    assert [code.format for code in codes] == [zxingcpp.BarcodeFormat.QRCode], codes
    return str(codes[0].text)


@everywhere
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_on_the_screen_is_scanned_and_one_tap_takes_a_seat(
    house: House, scheme: str
) -> None:
    id = house.match("pitch", *FOUR)
    host = house.page(house.owner, color_scheme=scheme, device_scale_factor=2)
    host.open(f"/t/{id}").tap(host.page.get_by_role("button", name="Show the code to join"))
    link = scanned(host.page)
    assert re.fullmatch(re.escape(house.url().upper()) + "/J/[A-Z2-7]{26}", link)
    assert house.url() in host.page.locator("main").inner_text()
    guest = house.page()
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Where are you sitting?")
    assert house.store.devices.holders(id) == {}  # looking changes nothing
    guest.tap("Ben")
    expect(guest.page.locator("#table")).to_be_visible()
    assert guest.taps == 1
    assert guest.page.url == f"{house.url()}/t/{id}"
    assert list(house.store.devices.holders(id)) == [1]
    expect(guest.page.locator("#live")).to_have_attribute("data-me", "1")
    # Who is here, by seat, then those without one.
    host.open(f"/t/{id}")
    expect(guest.page.locator("#phones")).to_have_text("2")
    host.tap(host.page.get_by_role("button", name="Show the code to join"))
    here = host.page.locator(".here li")
    expect(here).to_have_text([re.compile("^Ben "), re.compile("^Owner ")])


@everywhere
def test_the_big_screen_shows_a_code_that_can_be_scanned(house: House) -> None:
    id = house.match("call_partner_euchre", *FOUR, "Eve")
    tv = house.guest(id, "display", "display", **WALL)
    expect(tv.page.locator(".qr svg")).to_be_visible()
    assert tv.page.evaluate("scrollX + scrollY + document.body.scrollWidth - innerWidth") <= 0
    guest = house.page()
    guest.page.goto(scanned(tv.page))
    guest.tap("Cleo")
    guest.tap(guest.button("maker=1"))
    expect(tv.page.locator("#table")).to_contain_text("Ben")
    scanned(tv.page)  # still there, in its corner
    assert tv.page.locator(".qr").count() == 1
    assert tv.page.locator("button:visible").count() == 0  # nothing to press
    tv.page.evaluate("htmx.trigger(document.querySelector('#join-here form'), 'load')")
    tv.page.wait_for_timeout(300)
    assert tv.page.locator(".qr").count() == 1
    house.store.record(id, [(0, "end", "stopped")], uid="the end")
    tv.page.reload()
    expect(tv.page.locator(".corner")).to_be_hidden()


@pytest.mark.parametrize("wall", [(1280, 720), (1024, 768), (1920, 1080)], ids=str)
@pytest.mark.parametrize("begun", [False, True], ids=["lobby", "playing"])
def test_the_big_screen_shows_all_of_the_table(
    house: House, wall: tuple[int, int], begun: bool
) -> None:
    id = house.match("call_partner_euchre", *FOUR, "E" * 24)
    if begun:
        for key, value in (("maker", "1"), ("trump", "H")):
            house.store.record(id, [(0, key, value)], uid=key)
    width, height = wall
    screen = {**WALL, "viewport": {"width": width, "height": height}}
    page = house.guest(id, "display", "display", **screen).page
    expect(page.locator(".qr svg")).to_be_visible()
    code = page.locator(".join").bounding_box()
    assert code is not None
    for part in (page.locator(".scores li"), page.locator(".foot .big"), page.locator(".join")):
        for one in part.all():
            box = one.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
    for tile in page.locator(".scores li").all():  # nothing lies under the code
        box = tile.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= code["x"] or box["y"] + box["height"] <= code["y"]


@everywhere
def test_the_code_is_typed_instead(house: House) -> None:
    id = house.match("pitch", *FOUR)
    host = house.page(house.owner).open(f"/t/{id}")
    host.tap(host.page.get_by_role("button", name="Show the code to join"))
    code = host.page.locator(".typed").inner_text()
    assert TYPED.fullmatch(code)
    guest = house.page().open("/")
    guest.page.get_by_label("Join a table").fill("2222 2222")
    guest.tap(guest.page.get_by_role("button", name="Join"))
    expect(guest.page.get_by_role("alert")).to_contain_text("not valid")
    guest.page.get_by_label("Join a table").fill(code.lower().replace(" ", "-"))
    guest.tap(guest.page.get_by_role("button", name="Join"))
    guest.tap("Just watch")
    expect(guest.page.locator("#table")).to_contain_text("The table answers on another phone.")
    guest.open("/").tap(guest.page.locator(f'a[href="/t/{id}"]'))
    expect(guest.page.locator("#table")).to_be_visible()


def test_a_watcher_shows_a_code_too(house: House) -> None:
    id = house.match("pitch", *FOUR)
    watcher = house.guest(id, "watcher", "watch", device_scale_factor=2)
    watcher.tap(watcher.page.get_by_role("button", name="Show the code to join"))
    guest = house.page()
    guest.page.goto(scanned(watcher.page))
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Watch this table?")


# -- for everybody, on every phone ----------------------------------------------------------------


def places(house: House) -> list[tuple[str, str | None, str]]:
    """Pages of joining: what they are called, whose they are, where they are."""
    id = house.match("pitch", "Ana", "Ben", "Cleo", "Dan")
    link = house.store.devices.new_link("scorer", id)
    seat = phone(house.store, "seat", id, "0")
    return [
        ("join", None, f"/J/{link.token}"),
        ("code", house.owner, f"/t/{id}"),
        ("tv", phone(house.store, "display", id, "display"), f"/t/{id}/tv"),
        ("devices", house.owner, "/devices"),
        ("removing", house.owner, f"/devices/{house.store.devices.listed()[0].id}/remove"),
        ("guest", seat, "/"),
        ("door", None, "/"),
        ("table", seat, f"/t/{id}"),
        ("owner", None, f"/J/{house.store.devices.new_link('owner', None).token}"),
    ]


def opened(house: House, name: str, cookie: str | None, path: str, **options: Any) -> Phone:
    guest = house.page(cookie, **options).open(path)
    if name == "code":
        guest.tap(guest.page.get_by_role("button", name="Show the code to join"))
    if name in ("code", "tv"):
        expect(guest.page.locator(".qr svg")).to_be_visible()
    return guest


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_joining_shuts_anybody_out(house: House, scheme: str) -> None:
    found: list[str] = []
    for name, cookie, path in places(house):
        wall = WALL if name == "tv" else dict[str, Any]()
        page = opened(house, name, cookie, path, color_scheme=scheme, **wall).page
        if not wall:  # what lies half under the bar at the bottom can be scrolled from there
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": 390, "height": height})
        result = Axe().run(page, options={"runOnly": {"type": "tag", "values": WCAG}})
        found += [f"{name}: {v['id']} {v['nodes'][0]['html'][:150]}"
                  for v in result.response["violations"]]  # fmt: skip
        page.context.close()
    house.phones.clear()
    assert found == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_every_page_of_joining_fits(house: House, width: int, height: int) -> None:
    size = {"viewport": {"width": width, "height": height}}
    for name, cookie, path in places(house):
        page = opened(house, name, cookie, path, **size).page
        sideways = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert sideways <= 0, (name, sideways)
        if name == "code":
            box = page.locator(".qr").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height  # seen without scrolling


def test_hostile_names_run_nothing_on_any_page(house: House) -> None:
    """As players and as phones: no dialog, nothing that the policy had to stop, no request
    elsewhere."""
    names = [clean_name(name) for name in (*HOSTILE, *ODD)]
    host = house.page(house.owner)
    host.page.set_default_timeout(TIMEOUT)
    for start in range(0, len(names), 7):
        players = (names[start : start + 7] * 7)[:7]
        if len(set(players)) < 7:
            players = names[-7:]
        id = house.store.create(NewMatch("pitch", players))
        devices = [phone(house.store, "seat", id, str(n), name) for n, name in enumerate(players)]
        link = house.store.devices.new_link("seat", id)
        for path in (f"/t/{id}", f"/t/{id}/tv", f"/t/{id}/menu", f"/J/{link.token}"):
            host.open(path)
        ben = house.page(devices[1]).open(f"/t/{id}")
        house.store.record(id, [(0, "contract", "0.2")], uid=f"other phone{start}")
        ben.page.evaluate("dispatchEvent(new Event('online'))")
        expect(ben.page.locator("#table")).to_have_attribute("data-version", "1")
        ben.page.context.close()
    for path in ("/devices", "/players", "/"):
        host.open(path)
    assert host.page.evaluate("document.querySelectorAll('[onerror], [onload]').length") == 0
    shown = host.open("/devices").page.locator("main").inner_text()
    assert "<script>alert(1)</script>" in shown
