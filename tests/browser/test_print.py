"""Sheet and record on paper: what is printed, on A5 and A4, without colours."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.phone import FIVE, FOUR, Phone, Server

SEVEN = ("Maximiliana Fitzgerald-Worthington", "Wilhelmina Wwwwwwwwwwwwwwwwwwwwwwww", *FIVE)
PAPER = {"A5": (469, 700), "A4": (703, 1032)}  # pixels of CSS between margins of 12 mm
CUT_OFF = """() => [...document.querySelectorAll('body *')].filter(e => {
  const box = e.getBoundingClientRect();
  return box.width && !e.closest('.vh') && box.right > document.documentElement.clientWidth + 1;
}).map(e => e.outerHTML.slice(0, 90))"""


def played(server: Server, players: tuple[str, ...], hands: int) -> str:
    """A match of Pitch in which nobody gets far, with something put right."""
    id = server.start("pitch", players, target="500" if len(players) == 4 else "21")
    for hand in range(hands):
        low = 1 - hand % 2
        server.say(id, f"contract=0.4 trump=C high=0 low={low} jack=none game=0 next=ok", hand)
    server.say(id, "game=1")
    return id


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize("players", [FOUR, SEVEN], ids=len)
def test_sheet_and_record_fit_on_paper_without_what_is_pressed(
    new_phone: Callable[..., Phone], server: Server, paper: str, players: tuple[str, ...]
) -> None:
    id = played(server, players, 8)
    phone = new_phone(device_scale_factor=1, is_mobile=False)
    width, height = PAPER[paper]
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.emulate_media(media="print", color_scheme="dark")
    for path in ("sheet", "hands"):
        phone.open(f"/t/{id}/{path}")
        assert phone.page.evaluate(CUT_OFF) == [], path
        for pressed in ("nav", "button", ".btn", ".links"):
            for found in phone.page.locator(pressed).all():
                assert not found.is_visible(), (path, pressed)
        assert phone.page.get_by_role("heading", level=1).is_visible()
        style = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
        ink, ground = phone.page.locator("body").evaluate(style)
        assert (ink, ground) == ("rgb(0, 0, 0)", "rgba(0, 0, 0, 0)")


def test_a_long_sheet_repeats_its_header_on_every_page(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    id = played(server, FOUR, 40)
    phone = new_phone(device_scale_factor=1, is_mobile=False).open(f"/t/{id}/sheet")
    assert pages_of(phone.page.pdf(format="A5")) > pages_of(phone.page.pdf(format="A4")) >= 1
    phone.page.emulate_media(media="print")
    display = "e => getComputedStyle(e).display"
    head = phone.page.locator(".sheet thead").first
    assert head.evaluate(display) == "table-header-group"
    inside = "e => getComputedStyle(e).breakInside"
    assert phone.page.locator(".sheet tbody tr").first.evaluate(inside) == "avoid"
    assert phone.page.locator(".plot > svg").is_visible()
