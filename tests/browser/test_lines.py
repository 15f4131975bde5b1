"""Bad lines and quick fingers: nothing counts twice, nothing is lost or looks saved too soon."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import FOUR, Phone, Server

SLOW = 400  # milliseconds there and back


def test_a_double_tap_on_a_slow_line_counts_once(phone: Phone, server: Server) -> None:
    id = server.start("german_whist", FOUR[:2])
    phone.open(f"/t/{id}")
    phone.throttled(SLOW)
    box = phone.button("trump=H").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.touchscreen.tap(x, y)
    phone.page.touchscreen.tap(x, y)
    phone.saved(1)
    phone.page.wait_for_timeout(2 * SLOW)
    assert server.log(id) == ["trump=H"]
    expect(phone.page.locator("button[value='tricks=9']")).to_be_visible()


def test_next_tapped_twice_deals_one_hand(phone: Phone, server: Server) -> None:
    id = server.start("german_whist", FOUR[:2])
    server.say(id, "trump=H tricks=9")
    phone.open(f"/t/{id}")
    phone.throttled(SLOW)
    box = phone.button("next=ok").bounding_box()
    assert box is not None
    for _ in range(3):
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.saved(3)
    phone.page.wait_for_timeout(2 * SLOW)
    assert server.log(id)[2:3] == ["next=ok"]
    assert server.store.load(id).sheet.number == 1


def test_four_quick_taps_on_four_rows_all_count(phone: Phone, server: Server) -> None:
    id = server.start("pitch", FOUR)
    server.say(id, "contract=0.2 trump=C")
    phone.open(f"/t/{id}")
    phone.throttled(SLOW)
    taps = ("high=0", "low=1", "jack=none", "game=1")
    boxes = [phone.button(answer).bounding_box() for answer in taps]
    for box in boxes:
        assert box is not None
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.button("next=ok")).to_be_visible()
    assert sorted(server.log(id)[2:]) == sorted(taps)
    assert server.store.load(id).sheet.totals == (-2, 2)


def test_a_page_of_the_back_button_enters_nothing_wrong(phone: Phone, server: Server) -> None:
    id = server.start("german_whist", FOUR[:2])
    phone.open(f"/t/{id}").answer("trump=H")
    phone.saved(1).tap("Sheet")
    expect(phone.page.locator("table.sheet")).to_be_visible()
    server.say(id, "tricks=9 next=ok")
    phone.page.go_back()
    # Whatever is shown: a tap on the old screen is late, and the log holds no second hand answer.
    expect(phone.button("trump=S")).to_be_visible()
    phone.tap(phone.button("trump=S"))
    expect(phone.page.locator("button[value='tricks=9']")).to_be_visible()
    assert server.log(id) == ["trump=H", "tricks=9", "next=ok", "trump=S"]
    assert [e.hand for e in server.store.load(id).log] == [0, 0, 0, 1]


def test_a_form_sent_again_by_back_and_reload_counts_once(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = new_phone(java_script_enabled=False)
    id = server.start("german_whist", FOUR[:2])
    phone.open(f"/t/{id}").tap(phone.button("trump=H"))
    expect(phone.button("tricks=9")).to_be_visible()
    phone.page.reload()
    phone.page.go_back()
    if phone.button("trump=H").count():
        phone.tap(phone.button("trump=H"))
        expect(phone.button("tricks=9")).to_be_visible()
    assert server.log(id) == ["trump=H"]


def test_an_offline_tap_never_looks_saved_and_is_sent_afterwards(
    phone: Phone, server: Server
) -> None:
    phone.rough = True
    id = server.start("german_whist", FOUR[:2])
    phone.open(f"/t/{id}")
    expect(phone.button("trump=H")).to_be_visible()
    phone.page.context.set_offline(True)
    phone.tap(phone.button("trump=H"))
    net = phone.page.locator("#net")
    expect(net).to_be_visible()
    expect(net).to_contain_text("Not saved yet")
    expect(net).to_contain_text("earts")
    expect(phone.button("trump=H")).to_be_visible()  # still the question that is open
    assert "Saved" not in phone.page.locator("body").inner_text().replace("Not saved", "")
    assert server.log(id) == []
    phone.page.context.set_offline(False)
    expect(phone.page.locator("button[value='tricks=9']")).to_be_visible()
    assert server.log(id) == ["trump=H"]
    phone.tap(phone.button("tricks=9"))
    expect(phone.button("next=ok")).to_be_visible()
    assert server.log(id) == ["trump=H", "tricks=9"]


def test_the_phone_that_is_late_reads_what_was_answered(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    id = server.start("pitch", FOUR)
    late = new_phone()
    late.rough = True
    # The live stream would bring the answer: a phone that is cut off from it is late.
    late.page.route("**/live/**", lambda route: route.abort())
    late.open(f"/t/{id}")
    expect(late.button("contract=1.3")).to_be_visible()
    new_phone().open(f"/t/{id}").answer("contract=0.2").saved(1)
    late.tap(late.button("contract=1.3"))
    expect(late.page.get_by_role("alert").first).to_contain_text("Ana bid 2")
    assert server.log(id) == ["contract=0.2"]
    expect(late.page.locator("body")).to_contain_text("Ana bid 2")
