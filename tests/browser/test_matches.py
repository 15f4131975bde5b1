"""Whole matches by taps, counted: from home to the end, into history, and once more."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE, FOUR, Phone, Server

MADE = "contract=0.4 trump=H high=0 low=0 jack=0 game=0 next=ok"
LOST_SMEAR = "contract=1.smear trump=S high=1 low=1 jack=1 game=1 swept=no next=ok"


def seat(phone: Phone, game: str, players: tuple[str, ...]) -> None:
    """From home to the first question; the names are known."""
    for name in players:
        phone.server.store.player(name)
    phone.open("/").tap(phone.page.locator(f'a[href="/new/{game}"]'))
    for name in players:
        known = phone.page.locator("ul.chips").get_by_role("button", name=name, exact=True)
        phone.tap(known)
        taken = phone.page.get_by_role("button", name=f"{name}: take away")
        expect(taken).to_be_visible()
    phone.tap("Start")
    expect(phone.page.locator("#table")).to_be_visible()


def end(phone: Phone, winner: str) -> str:
    """The end screen, then home, history and the record; gives the id."""
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(f"{winner} won")
    id = phone.page.url.rsplit("/", 1)[1]
    phone.tap(phone.page.get_by_label("Back to home")).tap("History")
    row = phone.page.locator(f'a[href="/t/{id}"]')
    expect(row).to_contain_text(winner)
    expect(row).to_contain_text("won")
    phone.tap(row).tap("Hand by hand")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("hand by hand")
    phone.told_well()
    return id


def taps_of(phone: Phone, answers: str) -> int:
    before = phone.taps
    phone.answer(answers)
    return phone.taps - before


def test_a_match_of_pitch(phone: Phone, server: Server) -> None:
    seat(phone, "pitch", FOUR)
    assert phone.taps <= len(FOUR) + 2
    assert taps_of(phone, MADE) <= 7
    assert taps_of(phone, LOST_SMEAR) <= 8
    for _ in range(4):
        phone.answer(MADE)
    phone.answer(MADE.removesuffix(" next=ok"))
    id = end(phone, "Ana & Cleo")
    assert server.store.load(id).sheet.totals == (24, -5)
    again(phone, "pitch", "Dan")


def test_a_match_of_german_whist(phone: Phone, server: Server) -> None:
    seat(phone, "german_whist", FOUR[:2])
    assert phone.taps <= 2 + 2
    assert taps_of(phone, "trump=H tricks=13 next=ok") <= 3
    phone.answer("trump=S tricks=13 next=ok trump=D tricks=10")
    id = end(phone, "Ana")
    assert server.store.load(id).sheet.totals == (18, 0)
    again(phone, "german_whist", "Ben")


def test_a_match_of_euchre_for_five(phone: Phone, server: Server) -> None:
    seat(phone, "call_partner_euchre", FIVE)
    assert phone.taps <= len(FIVE) + 2
    hand = "maker=1 trump=S called=AH partner=3 tricks=5 next=ok"
    assert taps_of(phone, hand) <= 6
    for _ in range(5):
        phone.answer("maker=1 trump=C called=alone tricks=5")
        table = phone.page.locator("#table:not([data-stage=ask])")
        expect(table).to_be_visible()
        if table.get_attribute("data-stage") == "over":
            break
        phone.answer("next=ok")
    id = end(phone, "Ben")
    assert server.store.load(id).sheet.outcome is not None
    again(phone, "call_partner_euchre", "")


def test_a_match_of_hearts(phone: Phone, server: Server) -> None:
    """Rows open one after the other; what follows from thirteen is filled in."""
    seat(phone, "hearts", FOUR)
    assert taps_of(phone, "queen=1 hearts.0=2 hearts.1=3 hearts.2=8 next=ok") <= 5
    assert taps_of(phone, "queen=1 hearts.0=0") == 2
    expect(phone.button("hearts.1=0")).to_be_visible()
    phone.tap(phone.page.locator("summary", has_text="Hearts of Cleo"))  # in any order
    phone.answer("hearts.2=5 hearts.1=8 next=ok")
    for _ in range(3):
        phone.answer("queen=3 hearts.0=1 hearts.1=0 hearts.2=0")
        table = phone.page.locator("#table:not([data-stage=ask])")
        expect(table).to_be_visible()
        phone.answer("next=ok")
    phone.answer("queen=3 hearts.0=1 hearts.1=0 hearts.2=0")
    id = end(phone, "Ana")
    assert server.store.load(id).sheet.totals == (6, 37, 13, 100)
    again(phone, "hearts", "Cleo")


def again(phone: Phone, game: str, dealer: str) -> None:
    """The same table again: two taps, and the deal has passed on."""
    phone.open("/")
    before = phone.taps
    phone.tap(phone.page.locator(f'a[href="/new/{game}"]'))
    if dealer:
        expect(phone.page.locator("ol.seating li", has_text="deals first")).to_contain_text(dealer)
    phone.tap("Start")
    expect(phone.page.locator("#table")).to_be_visible()
    assert phone.taps - before == 2
    match = phone.server.store.load(phone.page.url.rsplit("/", 1)[1])
    assert match.version == 0
    if dealer:
        assert match.names[match.setup.players[match.setup.dealer]] == dealer


def test_an_earlier_hand_is_put_right_in_three_taps_and_the_changed_answer(
    phone: Phone, server: Server
) -> None:
    id = server.start("pitch", FOUR)
    server.say(id, MADE)
    server.say(id, "contract=1.2 trump=C", 1)
    phone.open(f"/t/{id}")
    phone.tap("Sheet")
    phone.tap(phone.page.locator(f'a[href="/t/{id}/hand/1"]'))
    phone.tap(phone.button("game=1"))
    effect = phone.page.locator(".effect")
    expect(effect).to_contain_text("Total of Ana & Cleo: 4 becomes −4.")
    assert server.store.load(id).sheet.totals == (4, 0)
    phone.tap("Change it")
    expect(phone.page.locator("table.sheet")).to_contain_text("corrected")
    assert phone.taps <= 3 + 1
    assert server.store.load(id).sheet.totals == (-4, 1)


def test_undo_and_redo_by_taps(phone: Phone, server: Server) -> None:
    id = server.start("german_whist", FOUR[:2])
    phone.open(f"/t/{id}").answer("trump=H tricks=9")
    expect(phone.button("next=ok")).to_be_visible()
    for version, undone in ((3, "tricks 9–4"), (4, "earts are trump")):
        button = phone.page.get_by_role("button", name=re.compile("^Undo"))
        expect(button).to_contain_text(undone)
        phone.tap(button)
        phone.saved(version)
    expect(phone.button("trump=H")).to_be_visible()
    phone.tap("Redo").saved(5).tap("Redo")
    expect(phone.button("next=ok")).to_be_visible()


def test_a_hand_card_by_card(phone: Phone, server: Server) -> None:
    """All twelve cards of Pitch for two, from the picker of the whole pack."""
    id = server.start("pitch", FOUR[:2], "cards")
    phone.open(f"/t/{id}").answer("bid.1=2 bid.0=pass").saved(2)
    for version in range(3, 15):
        asking = server.store.load(id).sheet.asking
        assert asking is not None
        question = asking.questions[0]
        phone.answer(f"{question.key}={next(iter(question.legal))}").saved(version)
    expect(phone.button("next=ok")).to_be_visible()


@pytest.mark.parametrize("game", ["pitch", "german_whist", "call_partner_euchre"])
def test_new_names_are_typed_once(
    new_phone: Callable[..., Phone], server: Server, game: str
) -> None:
    names = [f"{game[0].upper()}{n}" for n in range({"p": 4, "g": 2, "c": 5}[game[0]])]
    phone = new_phone().open(f"/new/{game}?dealer=0")
    for name in names:
        phone.page.get_by_label("A new name").fill(name)
        phone.tap(phone.page.get_by_role("button", name="Add", exact=True).last)
        expect(phone.page.get_by_label("A new name")).to_have_value("")
    phone.tap("Start")
    expect(phone.page.locator("#table")).to_be_visible()
