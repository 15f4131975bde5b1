"""Every page: readable by all (axe, both themes), and nothing runs off sideways at 200 % text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.phone import FIVE, FOUR, Phone, Server

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Of what passes axe names one element a rule, which is all that is read of it here.
CHECKS = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]}
SIDEWAYS = """() => {
  const page = document.documentElement, wide = page.scrollWidth - page.clientWidth;
  if (wide <= 0) return null;
  const guilty = [...document.body.querySelectorAll('*')].filter(e =>
    e.getBoundingClientRect().right > page.clientWidth + 1 && !e.closest('.vh, .wide, .tags'));
  return `${wide} px: ${guilty.slice(0, 3).map(e => e.outerHTML.slice(0, 90)).join(' | ')}`;
}"""
LONG = ("Maximiliana Fitzgerald-Worthington", "Wilhelmina Wwwwwwwwwwwwwwwwwwwwwwww")


def everyday(server: Server) -> list[str]:
    """Pages outside a match, and a match of four at its stages."""
    done = server.start("german_whist", FOUR[:2], start=(14, 0))
    server.say(done, "trump=H tricks=9")
    server.store.past.describe(done, "W" * 80, "w" * 500)
    asked = server.start("pitch", FOUR)
    points = server.start("pitch", FOUR)
    server.say(points, "contract=0.2 trump=C high=0")
    scored = server.start("pitch", FOUR)
    server.say(scored, "contract=0.2 trump=C high=0 low=0 jack=none game=1")
    return [
        "/", "/history", "/history?q=Ana&from=2026-01-01", "/history?to=2026-01-01&from=2026-02-02",
        "/players", "/players?hidden=yes", *people(server), "/club/tables",
        "/club/tables/german_whist?season=all", "/club/tables/pitch?from=2026-02-02&to=2026-02-01",
        "/rules", "/rules/pitch", "/new/pitch", "/nowhere",
        "/new/call_partner_euchre?p=Ana&p=Ben&add=Ana%07", "/devices",
        f"/devices/{server.store.devices.listed()[0].id}/remove", f"/t/{asked}", f"/t/{asked}/tv",
        f"/t/{points}", f"/t/{scored}", f"/t/{done}",
        f"/t/{scored}/sheet", f"/t/{scored}/hands", f"/t/{scored}/hand/1",
        f"/t/{scored}/hand/1?answer=game=0", f"/t/{scored}/hand/1?answer=game=9",
        f"/t/{scored}/menu", f"/t/{scored}/change?rule.target=2", f"/t/{scored}/rules",
        f"/t/{scored}/rulings", f"/t/{scored}/about", f"/t/{scored}/delete", "/club/data",
        "/club/data/delete", f"/s/{server.store.past.share(scored, True).token}",
        f"/t/{done}/sheet", f"/s/{server.store.past.share(done, False).token}",
    ]  # fmt: skip


def people(server: Server) -> list[str]:
    """A player's page, and one of two players."""
    one, other, *_ = server.store.players()
    both = f"/players/{one.id}/and/{other.id}"
    return [f"/players/{one.id}", both, f"/players/{one.id}/forget"]


def crowded(server: Server) -> list[str]:
    """Every kind of question, many seats, long names."""
    split = server.start("german_whist", LONG)
    server.say(split, "trump=H")
    suit = server.start("german_whist", LONG)
    seven = server.start("pitch", (*LONG, *FIVE))
    many = server.start("pitch", (*LONG, *FIVE))
    server.say(many, "contract=0.2 trump=C")
    scored = server.start("pitch", (*LONG, *FIVE))
    server.say(scored, "contract=0.2 trump=C high=0 low=2 jack=3 game=4")
    maker = server.start("call_partner_euchre", (*LONG, *FIVE[:3]))
    call = server.start("call_partner_euchre", (*LONG, *FIVE[:3]))
    server.say(call, "maker=1 trump=S")
    tricks = server.start("call_partner_euchre", (*LONG, *FIVE[:3]))
    server.say(tricks, "maker=1 trump=S called=AH partner=3")
    bid = server.start("pitch", FOUR, "bidding")
    trick = server.start("pitch", (*LONG, *FIVE), "tricks")
    server.say(trick, "bid.1=2 bid.2=pass bid.3=pass bid.4=pass bid.5=pass bid.6=pass bid.0=pass")
    server.say(trick, "trump=H")
    pack = server.start("german_whist", LONG, "cards")
    server.say(pack, "trump=H")
    ids = [split, suit, seven, many, scored, maker, call, tricks, bid, trick, pack]
    pages = [f"/t/{id}" for id in ids]
    shared = f"/s/{server.store.past.share(scored, True).token}"
    of_one = (f"/t/{scored}/{page}" for page in ("sheet", "hands", "hand/1", "menu"))
    return [*pages, *of_one, shared]


@pytest.mark.parametrize("pages", [everyday, crowded], ids=lambda pages: pages.__name__)
def test_every_page_passes_axe_and_holds_at_double_text(
    new_phone: Callable[..., Phone], server: Server, pages: Callable[[Server], list[str]]
) -> None:
    phone = new_phone(device_scale_factor=1)
    phone.rough = True  # pages that refuse are looked at too
    axe, wrong = Axe(), list[str]()
    for path in pages(server):
        phone.open(path)
        # Tall, so that nothing lies under a bar that sticks to the edge of the screen.
        phone.page.set_viewport_size({"width": 390, "height": 4000})
        for scheme in ("light", "dark"):
            phone.page.emulate_media(color_scheme=scheme)
            found = axe.run(phone.page, options=CHECKS)
            for v in found.response["violations"]:
                nodes = [n["html"][:120] for n in v["nodes"][:2]]
                wrong.append(f"{path} {scheme}: {v['id']} {v['help']} {nodes}")
            ran = {r["id"] for kind in ("passes", "violations", "incomplete", "inapplicable")
                   for r in found.response[kind]}  # fmt: skip
            assert "target-size" in ran
        for text in ("100%", "200%") if not path.endswith("/tv") else ():
            phone.page.evaluate("size => document.documentElement.style.fontSize = size", text)
            for width in (390, 320):
                phone.page.set_viewport_size({"width": width, "height": 844})
                if over := phone.page.evaluate(SIDEWAYS):
                    wrong.append(f"{path} {text} at {width}: {over}")
    assert not wrong, "\n".join(wrong)


def test_a_name_without_a_space_stays_in_its_place(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    id = server.start("call_partner_euchre", ("WwWw" * 10, *FOUR))
    server.say(id, "maker=0 trump=S called=AH partner=4 tricks=3")
    phone = new_phone(device_scale_factor=1, viewport={"width": 320, "height": 700})
    phone.open(f"/t/{id}/sheet")
    runs_over = "cells => cells.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert phone.page.locator(".sheet th").count() > 6
    assert phone.page.eval_on_selector_all(".sheet th, .sheet th a", runs_over) == 0
    phone.open(f"/t/{id}/hand/1")
    assert not phone.page.evaluate(SIDEWAYS)
