"""Phones that join at the same instant, while others save."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from referee.store import Joined, NotFound, Store
from tests.store.phones import device_of
from tests.store.steps import play


def at_once(count: int, call: Callable[[int], Joined]) -> list[Joined | None]:
    """What each of so many phones gets that start together; None for those who are refused."""
    gate = threading.Barrier(count)

    def run(number: int) -> Joined | None:
        gate.wait()
        try:
            return call(number)
        except NotFound:
            return None

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_of_many_phones_for_one_seat_one_sits_and_the_others_watch(
    store: Store, match: str
) -> None:
    link = store.devices.new_link("seat", match).token
    joined = at_once(8, lambda _: store.devices.join(link, "2", None, "iPhone"))
    tokens = [one.token for one in joined if one is not None and one.token is not None]
    assert len(set(tokens)) == 8
    roles = sorted(
        access.role for token in tokens if (access := store.devices.access(token, match))
    )
    assert roles == ["seat", *["watcher"] * 7]
    assert list(store.devices.holders(match)) == [2]
    assert len({device.name for device in store.devices.listed()}) == 8


def test_the_owners_link_is_good_for_one_of_those_who_come_together(store: Store) -> None:
    link = store.devices.new_link("owner", None).token
    joined = at_once(6, lambda _: store.devices.join(link, "owner", None, "iPhone"))
    assert len([one for one in joined if one is not None]) == 1
    assert [device.owner for device in store.devices.listed()] == [True]


def test_one_phone_that_taps_twice_is_one_device(store: Store, match: str) -> None:
    link = store.devices.new_link("seat", match).token
    token = store.devices.join(link, "watch", None, "iPhone").token
    joined = at_once(6, lambda number: store.devices.join(link, str(number % 4), token, "iPhone"))
    assert [one.token for one in joined if one is not None] == [None] * 6
    assert len(store.devices.holders(match)) == 1


def test_a_club_of_sixty_joins_while_the_table_plays(store: Store, match: str) -> None:
    link = store.devices.new_link("seat", match).token
    scorer = store.devices.join(
        store.devices.new_link("scorer", match).token, "score", None, "Laptop"
    ).token
    device = device_of(store, scorer or "")
    with ThreadPoolExecutor(12) as pool:
        coming = [
            pool.submit(store.devices.join, link, str(n % 4), None, "iPhone") for n in range(60)
        ]
        for number in range(10):
            note = (0, "note", f"note {number}")
            store.record(match, [note], uid=str(number), device=device)
        assert all(done.result().token for done in coming)
    assert len(store.devices.listed()) == 61
    assert len(store.devices.holders(match)) == 4
    play(store, match, 0)
    assert store.audit()[1] == []
