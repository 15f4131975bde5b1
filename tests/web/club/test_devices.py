"""The owner's list of phones: who is in, and how one is taken out."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.store import Store
from referee.web.live import Hub
from tests.devices import owner, phone
from tests.store.steps import change
from tests.web.match.test_new import IMPOSSIBLE, quoted
from tests.web.pages import FOUR, Page, Web


def id_of(store: Store, token: str) -> str:
    device = store.devices.device(token)
    assert device is not None
    return device.id


def mine(store: Store) -> str:
    """The id of the phone that the tests hold."""
    return next(device.id for device in store.devices.listed() if device.owner)


def posts(page: Page) -> list[str]:
    return [form.attrs["action"] for form in page.root.all("form", method="post")]


def test_a_phone_is_removed_only_after_asking(web: Web, store: Store) -> None:
    guest = phone(store, "seat", web.start("pitch", FOUR), "0", "Tablet")
    address = f"/devices/{id_of(store, guest)}/remove"
    listed = web.get("/devices")
    assert address in listed.links
    assert address not in posts(listed)
    asked = web.get(address)
    assert "Tablet" in asked.text
    assert "needs a new code to come in again. Codes that it has shown" in asked.text
    assert store.devices.device(guest) is not None
    assert posts(asked) == [address]
    web.post(address)
    assert store.devices.device(guest) is None
    web.get(address, 404)
    web.post(address)  # a double tap


def test_the_last_owner_stays(web: Web, store: Store) -> None:
    address = f"/devices/{mine(store)}/remove"
    asked = web.get(address)
    assert "referee link" in asked.trouble
    assert posts(asked) == []
    assert "referee link" in web.post(address, status=422).trouble
    assert web.get("/devices").heading == "Phones"


def test_an_owner_may_go_where_another_one_stays(app: Flask, web: Web, store: Store) -> None:
    address = f"/devices/{mine(store)}/remove"
    other = Web(app.test_client())
    other.client.set_cookie("referee", owner(store))
    asked = web.get(address)
    assert "in your hand" in asked.text
    assert "no longer owns" in asked.text
    assert "in your hand" not in other.get(address).text
    web.post(address)
    assert "Join" in web.get("/").text  # the door, as for any stranger
    assert [device.owner for device in store.devices.listed()] == [True]
    assert "this one" in other.get("/devices").text


def test_a_phone_gets_another_name(web: Web, store: Store) -> None:
    address = f"/devices/{mine(store)}"
    web.post(address, {"name": "  Ana's  tablet "})
    assert "Ana's tablet" in web.get("/devices").text
    assert [device.name for device in store.devices.listed()] == ["Ana's tablet"]
    web.post("/devices/" + "a" * 24, {"name": "Zoe"}, 404)


@pytest.mark.parametrize("name", IMPOSSIBLE, ids=ascii)
def test_a_name_that_no_phone_may_have_is_refused_and_kept(
    web: Web, store: Store, name: str
) -> None:
    phone(store, "seat", web.start("pitch", FOUR), "0")
    before = store.devices.listed()
    page = web.post(f"/devices/{mine(store)}", f"name={quoted(name)}".encode(), 422)
    assert "name" in page.trouble
    assert store.devices.listed() == before
    typed = [field.attrs["value"] for field in page.root.all("input", name="name")]
    assert sorted(typed) == sorted([name[:200], "Phone 2"])


def test_who_is_here_and_the_day_of_the_others(
    web: Web, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = web.start("pitch", FOUR)
    names = ("playing", "just gone", "long gone")
    playing, _, gone = (id_of(store, phone(store, "seat", id, "watch", name)) for name in names)
    monkeypatch.setattr(Hub, "everybody", lambda hub: {playing})
    change(store, f"UPDATE device SET seen = '2026-01-02 12:00:00' WHERE public_id = '{gone}'")
    sections = [section.text for section in web.get("/devices").root.all("section")]
    for name, said in {
        "this one": "owner · here now", "playing": "here now",
        "just gone": "last here today", "long gone": "last here Jan 2, 2026",
    }.items():  # fmt: skip
        assert said in next(text for text in sections if name in text)


def test_home_leads_to_the_phones(web: Web) -> None:
    [link] = web.get("/").root.all("a", href="/devices")
    assert link.text == "Phones"


def test_a_free_seat_says_that_it_is_the_dealers(app: Flask, web: Web, store: Store) -> None:
    link = store.devices.new_link("seat", web.start("pitch", FOUR, dealer=1))
    page = Web(app.test_client()).get(f"/J/{link.token}")
    said = [page.root.one("button", value=str(n)).one("span", class_="small") for n in range(4)]
    assert [span.text for span in said] == ["free", "free · dealer", "free", "free"]
