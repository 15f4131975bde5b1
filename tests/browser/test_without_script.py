"""JavaScript off: the table works all the same, page by page."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import FOUR, Phone, Server


def test_a_whole_match_of_german_whist(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone(java_script_enabled=False).open("/new/german_whist?dealer=0")
    for name in ("Nora", "Otto"):
        phone.page.get_by_label("A new name").fill(name)
        phone.tap(phone.page.get_by_role("button", name="Add", exact=True).last)
    phone.tap("Start")
    for _ in range(2):
        phone.answer("trump=H tricks=13 next=ok")
    phone.answer("trump=S tricks=12")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Nora won")
    id = phone.page.url.rsplit("/", 1)[1]
    phone.tap("Hand by hand")
    expect(phone.page.locator("#hand-3")).to_contain_text("Totals: Nora 20")
    phone.open("/history")
    expect(phone.page.locator(f'a[href="/t/{id}"]')).to_contain_text("Nora 20 won")


def test_a_hand_of_pitch_with_undo_and_a_correction(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = new_phone(java_script_enabled=False)
    id = server.start("pitch", FOUR)
    phone.open(f"/t/{id}").answer("contract=0.2 trump=H")
    phone.tap(phone.page.get_by_role("button", name=re.compile("^Undo")))
    phone.answer("trump=C high=0 low=0 jack=none game=1")
    expect(phone.button("next=ok")).to_be_visible()
    phone.tap("Fix it").tap(phone.button("game=0"))
    expect(phone.page.locator(".effect")).to_contain_text("Total of Ana & Cleo: 2 becomes 3.")
    phone.tap("Change it")
    expect(phone.page.locator("table.sheet")).to_contain_text("+3")
    assert server.store.load(id).sheet.totals == (3, 0)


def test_a_late_answer_is_told_without_a_script(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.rough = True
    id = server.start("pitch", FOUR)
    phone.open(f"/t/{id}")
    server.say(id, "contract=0.2")
    phone.tap(phone.button("contract=1.3"))
    expect(phone.page.get_by_role("alert").first).to_contain_text("Ana bid 2")
    assert server.log(id) == ["contract=0.2"]
