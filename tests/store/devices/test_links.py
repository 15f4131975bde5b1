"""Links and codes: what they are for, when they die, and that guesses are worth nothing."""

from __future__ import annotations

import re

import pytest

from referee.store import NotFound, Store
from referee.store.base import hashed, new_token
from tests.store.conftest import four
from tests.store.phones import ALLOWED, ROLES, Clock, Join
from tests.store.steps import finish, rows


@pytest.fixture
def match(store: Store) -> str:
    """A match that can be over in two hands."""
    return store.create(four(target="7"))


@pytest.mark.parametrize("role", ROLES)
def test_a_link_is_a_long_token_and_a_match_link_has_a_code(
    store: Store, match: str, role: str
) -> None:
    about = None if role == "owner" else match
    link = store.devices.new_link(role, about)
    assert re.fullmatch("[A-Z2-7]{26}", link.token)
    assert store.devices.invitation(link.token).role == role
    assert store.devices.invitation(link.token.lower()).match == about
    if role == "owner":
        assert link.code is None
    else:
        assert link.code is not None
        assert re.fullmatch("[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}", link.code)
        typed = f" {link.code[:4].lower()}-{link.code[4:]}\n"
        assert store.devices.invitation(typed) == store.devices.invitation(link.token)


def test_looking_at_an_invitation_changes_nothing(store: Store, match: str) -> None:
    link = store.devices.new_link("seat", match)
    owner = store.devices.new_link("owner", None)
    before = rows(store, "SELECT * FROM join_link"), rows(store, "SELECT * FROM device")
    for _ in range(100):
        store.devices.invitation(link.token)
        store.devices.invitation(owner.token)
    assert before == (rows(store, "SELECT * FROM join_link"), rows(store, "SELECT * FROM device"))


@pytest.mark.parametrize("role", [role for role in ROLES if role != "owner"])
def test_a_code_dies_after_a_quarter_of_an_hour_and_its_link_after_a_day(
    store: Store, match: str, clock: Clock, role: str
) -> None:
    link = store.devices.new_link(role, match)
    assert link.code is not None
    clock.wait(minutes=14, seconds=59)
    store.devices.invitation(link.code)
    clock.wait(seconds=1)
    assert clock.now == link.until
    with pytest.raises(NotFound):
        store.devices.invitation(link.code)
    with pytest.raises(NotFound):
        store.devices.join(link.code, min(ALLOWED[role]), None, "iPhone")
    store.devices.invitation(link.token)
    clock.wait(hours=23, minutes=45)
    with pytest.raises(NotFound):
        store.devices.invitation(link.token)


def test_the_owners_link_lives_a_day_and_is_good_for_one_device(
    store: Store, clock: Clock, join: Join
) -> None:
    assert not store.devices.has_owner()
    link, late = store.devices.new_link("owner", None), store.devices.new_link("owner", None)
    joined = store.devices.join(link.token, "owner", None, "Laptop")
    assert (joined.match, joined.role, joined.seat) == (None, "owner", None)
    assert store.devices.has_owner()
    with pytest.raises(NotFound):
        store.devices.invitation(link.token)
    with pytest.raises(NotFound):
        store.devices.join(link.token, "owner", None, "Laptop")
    clock.wait(hours=24)
    with pytest.raises(NotFound):
        store.devices.invitation(late.token)


def test_a_match_that_is_over_may_only_be_watched(store: Store, match: str) -> None:
    links = {role: store.devices.new_link(role, match) for role in ROLES if role != "owner"}
    last = finish(store, match)
    for role, link in links.items():
        if role == "watcher":
            assert store.devices.join(link.token, "watch", None, "iPad").role == "watcher"
            store.devices.new_link(role, match)
        else:
            with pytest.raises(NotFound):
                store.devices.invitation(link.token)
            with pytest.raises(NotFound):
                store.devices.new_link(role, match)
    store.undo(match, last, uid="")  # open again, and so are the ways in
    store.devices.invitation(links["seat"].token)


def test_dead_links_are_deleted_on_the_way(store: Store, match: str, clock: Clock) -> None:
    for _ in range(3):
        store.devices.new_link("seat", match)
    clock.wait(minutes=15)
    store.devices.new_link("seat", match)
    codes = "SELECT count(code_hash), count(code_until) FROM join_link"
    assert rows(store, codes) == [(1, 1)]
    clock.wait(hours=24)
    store.devices.new_link("seat", match)
    assert rows(store, "SELECT count(*) FROM join_link") == [(1,)]
    store.devices.void_links()
    store.devices.new_link("owner", None)
    assert rows(store, "SELECT count(*) FROM join_link") == [(1,)]


def test_void_links_are_void_at_once(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    links = [store.devices.new_link("seat", match), store.devices.new_link("owner", None)]
    store.devices.void_links()
    for secret in (links[0].token, links[0].code, links[1].token):
        with pytest.raises(NotFound):
            store.devices.invitation(secret or "")
    assert store.devices.access(token, match) is not None  # who is in stays in


def test_a_guess_is_not_found(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    link = store.devices.new_link("seat", match)
    stored = rows(store, "SELECT token_hash, code_hash FROM join_link")
    odd = ["", " ", "\0", "\ud800", "A" * 26, "2" * 8, "A" * 10_000, link.token[:-1], "%" * 26]
    odd += [link.token + "A", token, match, *(text for row in stored for text in row)]
    odd += [link.token[:-1] + "1", "' OR 1=1 --", "ſ" * 8]
    for secret in odd:
        with pytest.raises(NotFound):
            store.devices.invitation(secret)
        with pytest.raises(NotFound):
            store.devices.join(secret, "1", None, "iPhone")
        assert store.devices.device(secret) is None or secret == token
        assert store.devices.access(secret, match) is None or secret == token
    for odd_match in ("", "\0", "a" * 24, "%"):
        assert store.devices.access(token, odd_match) is None
    with pytest.raises(NotFound):
        store.devices.new_link("seat", "a" * 24)
    with pytest.raises(NotFound):
        store.devices.holders("a" * 24)


def test_links_make_sense_or_are_a_bug(store: Store, match: str) -> None:
    for role, about in (("owner", match), ("seat", None), ("king", match), ("", None)):
        with pytest.raises(ValueError, match="no link"):
            store.devices.new_link(role, about)
    with pytest.raises(NotFound):
        store.devices.new_link("seat", match, by="a" * 24)


def test_a_hundred_thousand_tokens_are_all_different() -> None:
    tokens = {new_token() for _ in range(100_000)}
    assert len(tokens) == 100_000
    assert min(map(len, tokens)) == 22  # 128 bits
    assert len({hashed(token) for token in tokens}) == 100_000


def test_a_hundred_links_are_all_different(store: Store, match: str) -> None:
    links = [store.devices.new_link("seat", match) for _ in range(100)]
    assert len({link.token for link in links}) == len({link.code for link in links}) == 100
