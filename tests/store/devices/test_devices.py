"""Devices: named, seen, removed; which entry came from which; no secret is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.store import BadName, NotFound, Refused, Store
from referee.store.base import hashed
from tests.store.conftest import four
from tests.store.phones import ROLES, Clock, Join, device_of
from tests.store.steps import play, rows


def test_two_phones_of_one_name_are_told_apart(store: Store, join: Join) -> None:
    for name in ("iPhone", "iphone", "iPhone 2", "ｉＰｈｏｎｅ"):
        join("seat", "watch", name=name)
    assert [device.name for device in reversed(store.devices.listed())] == [
        "iPhone",
        "iphone 2",
        "iPhone 2 2",
        "ｉＰｈｏｎｅ 3",
    ]


def test_a_name_that_cannot_be_shown_is_not(store: Store, join: Join) -> None:
    for name in ("", "\u202e", "x" * 41, "\ud800"):
        join("seat", "watch", name=name)
    assert sorted(d.name for d in store.devices.listed()) == [
        "Phone",
        "Phone 2",
        "Phone 3",
        "Phone 4",
    ]


def test_a_device_is_renamed(store: Store, join: Join) -> None:
    one, _ = join("seat", "watch", name="iPhone")
    two, _ = join("seat", "watch", name="y" * 40)
    store.devices.rename(device_of(store, one), "  Anna's ")
    store.devices.rename(device_of(store, one), "anna's")  # its own name is no obstacle
    store.devices.rename(device_of(store, two), "Anna's")
    assert {device.name for device in store.devices.listed()} == {"anna's", "Anna's 2"}
    join("seat", "watch", name="z" * 40)
    store.devices.rename(device_of(store, two), "z" * 40)
    assert "z" * 38 + " 2" in {device.name for device in store.devices.listed()}
    with pytest.raises(BadName):
        store.devices.rename(device_of(store, one), "\n")
    with pytest.raises(NotFound):
        store.devices.rename("a" * 24, "Anna")


def test_being_seen_is_noted_once_an_hour(store: Store, join: Join, clock: Clock) -> None:
    token, _ = join("seat", "0")
    start = clock.now
    clock.wait(minutes=59)
    store.devices.device(token)
    assert store.devices.listed()[0].seen == start
    clock.wait(minutes=1)
    store.devices.device(token)
    assert store.devices.listed()[0].seen == clock.now
    clock.wait(days=-365)  # the clock was wrong
    store.devices.device(token)
    assert store.devices.listed()[0].seen == clock.now


def test_a_removed_device_is_out_at_once(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    device = device_of(store, token)
    play(store, match, 0)
    store.record(match, [(0, "next", "ok")], uid="", device=device)
    store.devices.remove(device)
    assert store.devices.device(token) is None
    assert store.devices.access(token, match) is None
    assert store.devices.holders(match) == {}
    assert store.devices.listed() == []
    assert store.devices.matches_of(device) == []
    with pytest.raises(NotFound):
        store.devices.new_link("seat", match, by=device)
    known = store.load(match)  # what it said stands, with its name
    assert known.device_names[known.devices[known.version]] == "iPhone"
    store.devices.remove(device)  # twice is once
    with pytest.raises(NotFound):
        store.devices.remove("a" * 24)


def test_a_removed_device_knows_no_way_back(store: Store, match: str, join: Join) -> None:
    came_by = store.devices.new_link("seat", match)
    token = store.devices.join(came_by.token, "0", None, "iPhone").token or ""
    other = store.create(four())
    shown = store.devices.new_link("watcher", other, by=device_of(store, token))
    stranger = store.devices.new_link("watcher", other)
    store.devices.remove(device_of(store, token))
    for secret in (came_by.token, came_by.code, shown.token, shown.code):
        with pytest.raises(NotFound):
            store.devices.join(secret or "", "watch", token, "iPhone")
    store.devices.invitation(stranger.token)


def test_a_removed_owner_knows_no_way_back_either(store: Store, match: str, join: Join) -> None:
    token, _ = join("owner", "owner")
    join("owner", "owner")
    links = [store.devices.new_link("seat", match), store.devices.new_link("owner", None)]
    store.devices.remove(device_of(store, token))
    assert store.devices.device(token) is None
    for link in links:
        with pytest.raises(NotFound):
            store.devices.invitation(link.token)


def test_the_last_owner_cannot_be_removed(store: Store, match: str, join: Join) -> None:
    first, _ = join("owner", "owner")
    second, _ = join("owner", "owner")
    removed = device_of(store, first)
    store.devices.remove(removed)
    join("scorer", "score")
    link = store.devices.new_link("seat", match)
    with pytest.raises(Refused, match="referee link"):
        store.devices.remove(device_of(store, second))
    known = store.devices.device(second)
    assert known is not None
    assert known.owner
    store.devices.invitation(link.token)  # nothing of it was done
    store.devices.remove(removed)  # is no owner any more


def test_an_entry_knows_its_device(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    device = device_of(store, token)
    play(store, match, 0)
    saved = store.record(match, [(0, "game", "0"), (0, "low", "0")], uid="", device=device)
    length = saved.match.version
    store.undo(match, length, uid="", device=device)
    saved = store.redo(match, length + 1, uid="", device=device)
    assert saved.match.devices == dict.fromkeys(range(length - 1, length + 3), device)
    assert saved.match.device_names == {device: "iPhone"}
    assert store.load(match) == saved.match
    store.devices.rename(device, "Anna")
    assert store.load(match).device_names == {device: "Anna"}
    with pytest.raises(NotFound):
        store.record(match, [(0, "jack", "0")], uid="", device="a" * 24)
    assert store.audit()[1] == []


def test_a_match_may_limit_seats_to_their_own_questions(store: Store, match: str) -> None:
    assert store.load(match).own_questions is False
    store.set_own_questions(match, True)
    assert store.load(match).own_questions is True
    assert play(store, match, 0).match.own_questions is True
    store.set_own_questions(match, False)
    assert store.load(match).own_questions is False
    with pytest.raises(NotFound):
        store.set_own_questions("a" * 24, True)


def test_no_secret_is_in_the_database(
    store: Store, match: str, join: Join, url: str, tmp_path: Path
) -> None:
    token, _ = join("seat", "0")
    shown = [store.devices.new_link(role, match) for role in ROLES if role != "owner"]
    owner = store.devices.new_link("owner", None)
    secrets = [token, owner.token, *(s for link in shown for s in (link.token, link.code or ""))]
    assert not any(secret in repr((shown, owner)) for secret in secrets)
    tables = ("club", "player", "match", "entry", "device", "join_link", "seat_claim")
    text = repr([rows(store, f"SELECT * FROM {table}") for table in tables])
    assert hashed(token) in text
    assert not any(secret in text for secret in secrets)
    files = list(tmp_path.glob("referee.sqlite*"))
    assert bool(files) == url.startswith("sqlite")
    for file in files:
        stored = file.read_bytes()
        assert not any(secret.encode() in stored for secret in secrets)
