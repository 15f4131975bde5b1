"""Which place a link gives a phone, and what a phone that is in already becomes."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from referee.store import Access, Holder, NotFound, Present, Store
from referee.store.base import new_token
from tests.store.conftest import four
from tests.store.phones import ALLOWED, PLACES, ROLES, Clock, Join, device_of
from tests.store.steps import change, finish, rows


@pytest.fixture
def match(store: Store) -> str:
    """A match that can be over in two hands."""
    return store.create(four(target="7"))


@pytest.mark.parametrize("role", ROLES)
def test_a_link_lets_one_into_its_places_only(store: Store, match: str, role: str) -> None:
    for place in PLACES:
        link = store.devices.new_link(role, None if role == "owner" else match)
        if place in ALLOWED[role]:
            store.devices.join(link.token, place, None, "iPhone")
        else:
            before = rows(store, "SELECT count(*) FROM device")
            with pytest.raises(NotFound):
                store.devices.join(link.token, place, None, "iPhone")
            assert rows(store, "SELECT count(*) FROM device") == before


@pytest.mark.parametrize(
    ("link", "place", "role", "seat"),
    [
        ("seat", "2", "seat", 2),
        ("seat", "watch", "watcher", None),
        ("scorer", "score", "scorer", None),
        ("scorer", "3", "seat", 3),
        ("scorer", "watch", "watcher", None),
        ("watcher", "watch", "watcher", None),
        ("display", "display", "display", None),
    ],
)
def test_a_new_phone_becomes_what_it_asked_for(
    store: Store, match: str, join: Join, link: str, place: str, role: str, seat: int | None
) -> None:
    token, joined = join(link, place)
    assert (joined.match, joined.role, joined.seat) == (match, role, seat)
    device = store.devices.device(token)
    assert device is not None
    assert not device.owner
    assert store.devices.access(token, match) == Access(role, seat, device.id)


@pytest.mark.parametrize(
    ("first", "then", "role", "seat"),
    [
        # A link with more rights adds them.
        (("watcher", "watch"), ("seat", "1"), "seat", 1),
        (("watcher", "watch"), ("scorer", "score"), "scorer", None),
        (("display", "display"), ("seat", "1"), "seat", 1),
        (("display", "display"), ("watcher", "watch"), "watcher", None),
        (("seat", "1"), ("scorer", "score"), "scorer", 1),
        # One with fewer takes none away ...
        (("scorer", "score"), ("seat", "1"), "scorer", 1),
        (("scorer", "score"), ("seat", "watch"), "scorer", None),
        (("scorer", "score"), ("watcher", "watch"), "scorer", None),
        (("seat", "1"), ("watcher", "watch"), "seat", 1),
        (("owner", "owner"), ("seat", "1"), "owner", 1),
        (("owner", "owner"), ("watcher", "watch"), "owner", None),
        # ... but one may sit elsewhere, or stand up.
        (("seat", "1"), ("seat", "2"), "seat", 2),
        (("seat", "1"), ("seat", "1"), "seat", 1),
        (("seat", "1"), ("seat", "watch"), "watcher", None),
    ],
)
def test_a_phone_that_is_in_keeps_the_better_role(
    store: Store,
    match: str,
    join: Join,
    first: tuple[str, str],
    then: tuple[str, str],
    role: str,
    seat: int | None,
) -> None:
    token, _ = join(*first)
    device = device_of(store, token)
    _, joined = join(*then, token=token)
    assert joined.token is None  # the same device
    assert (joined.role, joined.seat) == (role, seat)
    assert store.devices.access(token, match) == Access(role, seat, device)
    assert len(store.devices.listed()) == 1
    living = "SELECT count(*) FROM seat_claim WHERE removed IS NULL AND match_id IS NOT NULL"
    assert rows(store, living) == [(1,)]


def test_a_screen_that_may_do_more_still_comes_to_show_the_table(
    store: Store, match: str, join: Join
) -> None:
    token, _ = join("scorer", "score")
    _, joined = join("display", "display", token=token)
    assert joined.role == "display"
    access = store.devices.access(token, match)
    assert access is not None
    assert access.role == "scorer"


def test_an_owner_has_a_say_in_every_match_and_others_in_their_own(
    store: Store, match: str, join: Join
) -> None:
    other = store.create(four())
    owner, _ = join("owner", "owner")
    guest, _ = join("scorer", "score")
    assert store.devices.access(owner, other) == Access("owner", None, device_of(store, owner))
    assert store.devices.access(guest, other) is None
    assert store.devices.access(None, other) is None
    assert [summary.id for summary in store.devices.matches_of(device_of(store, guest))] == [match]
    assert store.devices.matches_of("a" * 24) == []


def test_a_guest_sees_the_matches_it_was_in(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    finish(store, match)
    newer = store.create(four())
    store.create(four())
    store.devices.join(store.devices.new_link("watcher", newer).token, "watch", token, "")
    assert [summary.id for summary in store.devices.matches_of(device_of(store, token))] == [
        newer,
        match,
    ]


def test_a_token_from_outside_is_never_taken_over(store: Store, match: str, join: Join) -> None:
    removed, _ = join("seat", "0")
    store.devices.remove(device_of(store, removed))
    for chosen in ("mine", new_token(), "", "\ud800", removed):
        link = store.devices.new_link("seat", match)
        joined = store.devices.join(link.token, "1", chosen, "iPhone")
        assert joined.token not in (None, chosen)
        assert store.devices.device(chosen) is None


def test_another_club_is_out_of_reach(store: Store, match: str, join: Join) -> None:
    owner, _ = join("owner", "owner")
    change(store, "INSERT INTO club (id, name, created) VALUES (2, '', '2026-01-01 00:00:00')")
    link = store.devices.new_link("seat", match)
    theirs = store.create(four())
    change(store, "UPDATE match SET club_id = 2 WHERE public_id = :id", id=theirs)
    assert store.devices.access(owner, theirs) is None
    change(store, "UPDATE join_link SET club_id = 2")
    with pytest.raises(NotFound):
        store.devices.invitation(link.token)
    change(store, "UPDATE device SET club_id = 2")
    assert store.devices.device(owner) is None
    assert store.devices.access(owner, match) is None
    assert store.devices.listed() == []
    assert not store.devices.has_owner()


def test_a_seat_is_taken_over_from_a_dead_phone(store: Store, match: str, join: Join) -> None:
    dead, _ = join("seat", "0", name="iPhone")
    alive, _ = join("seat", "0", name="Android")
    assert store.devices.holders(match) == {0: Holder(device_of(store, alive), "Android")}
    assert store.devices.access(dead, match) == Access("watcher", None, device_of(store, dead))
    back, _ = join("seat", "0", token=dead)
    assert back == dead
    assert store.devices.holders(match) == {0: Holder(device_of(store, dead), "iPhone")}
    assert store.devices.access(alive, match) == Access("watcher", None, device_of(store, alive))


@pytest.mark.parametrize(("link", "place"), [("scorer", "score"), ("owner", "owner")])
def test_who_loses_a_seat_keeps_what_else_it_was(
    store: Store, match: str, join: Join, link: str, place: str
) -> None:
    token, before = join(link, place)
    join("seat", "2", token=token)
    join("seat", "2")
    assert store.devices.access(token, match) == Access(before.role, None, device_of(store, token))


def test_seats_and_phones_move_about_and_no_seat_is_ever_held_twice(
    store: Store, match: str, join: Join
) -> None:
    chance = random.Random(1)
    tokens = [join("seat", "watch")[0] for _ in range(5)]
    for _ in range(40):
        join("seat", chance.choice(["0", "1", "2", "3", "watch"]), token=chance.choice(tokens))
        claims = [store.devices.access(token, match) for token in tokens]
        seats = [access.seat for access in claims if access and access.seat is not None]
        assert len(seats) == len(set(seats))
        assert sorted(store.devices.holders(match)) == sorted(seats)


def test_the_list_says_whose_seat_a_device_holds(
    store: Store, match: str, join: Join, clock: Clock
) -> None:
    owner, _ = join("owner", "owner", name="Laptop")
    clock.wait(minutes=1)
    phone, _ = join("seat", "1")
    first, second = store.devices.listed()
    assert (first.name, first.owner, first.places) == ("iPhone", False, ["Ben"])
    assert (second.name, second.owner, second.places) == ("Laptop", True, [])
    assert second.created == second.seen == clock.now - timedelta(minutes=1)
    assert (first.id, second.id) == (device_of(store, phone), device_of(store, owner))
    finish(store, match)
    assert store.devices.listed()[0].places == []


def test_who_is_here_is_told_by_seat_and_role(store: Store, match: str, join: Join) -> None:
    owner = store.devices.join(
        store.devices.new_link("owner", None).token, "owner", None, "Mine"
    ).token
    tokens = [
        join("seat", "2")[0],
        join("seat", "0")[0],
        join("display", "display")[0],
        join("watcher", "watch")[0],
        owner,
    ]
    here = [device_of(store, token) for token in tokens if token is not None]
    names = {row.id: row.name for row in store.devices.listed()}
    second, first, wall, watcher, mine = (names[id] for id in here)
    told = store.devices.present(match, here)
    assert told[:2] == [Present(first, "seat", 0), Present(second, "seat", 2)]
    assert {(one.name, one.role, one.seat) for one in told[2:]} == {
        (wall, "display", None),
        (watcher, "watcher", None),
        (mine, "owner", None),
    }
    assert store.devices.present(match, here[:1]) == [Present(second, "seat", 2)]
    assert store.devices.present(match, []) == []


def test_a_phone_that_was_removed_is_not_here(store: Store, match: str, join: Join) -> None:
    id = device_of(store, join("seat", "2")[0])
    store.devices.remove(id)
    assert store.devices.present(match, [id]) == []
    with pytest.raises(NotFound):
        store.devices.present("a" * 24, [id])
