"""Who joins by what, becomes what, sits where, and loses it again."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.store import Access, BadName, Holder, Joined, NotFound, Store
from referee.store.ids import hashed, new_token
from tests.store.conftest import four
from tests.store.steps import change, finish, play, rows

ROLES = ("owner", "scorer", "seat", "watcher", "display")
PLACES = ("0", "1", "2", "3", "4", "5", "6", "watch", "score", "display", "owner", "", "00", "٠")
ALLOWED = {
    "owner": {"owner"},
    "scorer": {"score", "watch", "0", "1", "2", "3"},
    "seat": {"watch", "0", "1", "2", "3"},
    "watcher": {"watch"},
    "display": {"display"},
}


@dataclass
class Clock:
    """A clock that is put forward by hand."""

    now: datetime = field(default_factory=lambda: datetime(2026, 3, 1, 19, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **how_long: int) -> None:
        self.now += timedelta(**how_long)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(url: str, clock: Clock) -> Iterator[Store]:
    opened = Store(url, clock=clock)
    yield opened
    opened.close()


Join = Callable[..., tuple[str, Joined]]


@pytest.fixture
def join(store: Store, match: str) -> Join:
    """Join by a fresh link; gives the device's token too, new or kept."""

    def joined(
        role: str, place: str, token: str | None = None, name: str = "iPhone"
    ) -> tuple[str, Joined]:
        link = store.new_link(role, None if role == "owner" else match)
        done = store.join(link.token, place, token, name)
        kept = done.token or token
        assert kept is not None
        return kept, done

    return joined


def device_of(store: Store, token: str) -> str:
    device = store.device(token)
    assert device is not None
    return device.id


# -- links and codes -------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_a_link_is_a_long_token_and_a_match_link_has_a_code(
    store: Store, match: str, role: str
) -> None:
    about = None if role == "owner" else match
    link = store.new_link(role, about)
    assert re.fullmatch("[A-Z2-7]{26}", link.token)
    assert store.invitation(link.token).role == role
    assert store.invitation(link.token.lower()).match == about
    if role == "owner":
        assert link.code is None
    else:
        assert link.code is not None
        assert re.fullmatch("[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}", link.code)
        typed = f" {link.code[:4].lower()}-{link.code[4:]}\n"
        assert store.invitation(typed) == store.invitation(link.token)


def test_looking_at_an_invitation_changes_nothing(store: Store, match: str) -> None:
    link = store.new_link("seat", match)
    owner = store.new_link("owner", None)
    before = rows(store, "SELECT * FROM join_link"), rows(store, "SELECT * FROM device")
    for _ in range(100):
        store.invitation(link.token)
        store.invitation(owner.token)
    assert before == (rows(store, "SELECT * FROM join_link"), rows(store, "SELECT * FROM device"))


@pytest.mark.parametrize("role", [role for role in ROLES if role != "owner"])
def test_a_code_dies_after_a_quarter_of_an_hour_and_its_link_after_a_day(
    store: Store, match: str, clock: Clock, role: str
) -> None:
    link = store.new_link(role, match)
    assert link.code is not None
    clock.wait(minutes=14, seconds=59)
    store.invitation(link.code)
    clock.wait(seconds=1)
    assert clock.now == link.until
    with pytest.raises(NotFound):
        store.invitation(link.code)
    with pytest.raises(NotFound):
        store.join(link.code, min(ALLOWED[role]), None, "iPhone")
    store.invitation(link.token)
    clock.wait(hours=23, minutes=45)
    with pytest.raises(NotFound):
        store.invitation(link.token)


def test_the_owners_link_lives_a_day_and_is_good_for_one_device(
    store: Store, clock: Clock, join: Join
) -> None:
    assert not store.has_owner()
    link, late = store.new_link("owner", None), store.new_link("owner", None)
    joined = store.join(link.token, "owner", None, "Laptop")
    assert (joined.match, joined.role, joined.seat) == (None, "owner", None)
    assert store.has_owner()
    with pytest.raises(NotFound):
        store.invitation(link.token)
    with pytest.raises(NotFound):
        store.join(link.token, "owner", None, "Laptop")
    clock.wait(hours=24)
    with pytest.raises(NotFound):
        store.invitation(late.token)


def test_a_match_that_is_over_may_only_be_watched(store: Store, match: str) -> None:
    links = {role: store.new_link(role, match) for role in ROLES if role != "owner"}
    last = finish(store, match)
    for role, link in links.items():
        if role == "watcher":
            assert store.join(link.token, "watch", None, "iPad").role == "watcher"
            store.new_link(role, match)
        else:
            with pytest.raises(NotFound):
                store.invitation(link.token)
            with pytest.raises(NotFound):
                store.new_link(role, match)
    store.undo(match, last, uid="")  # open again, and so are the ways in
    store.invitation(links["seat"].token)


def test_dead_links_are_deleted_on_the_way(store: Store, match: str, clock: Clock) -> None:
    for _ in range(3):
        store.new_link("seat", match)
    clock.wait(minutes=15)
    store.new_link("seat", match)
    codes = "SELECT count(code_hash), count(code_until) FROM join_link"
    assert rows(store, codes) == [(1, 1)]
    clock.wait(hours=24)
    store.new_link("seat", match)
    assert rows(store, "SELECT count(*) FROM join_link") == [(1,)]
    store.void_links()
    store.new_link("owner", None)
    assert rows(store, "SELECT count(*) FROM join_link") == [(1,)]


def test_void_links_are_void_at_once(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    links = [store.new_link("seat", match), store.new_link("owner", None)]
    store.void_links()
    for secret in (links[0].token, links[0].code, links[1].token):
        with pytest.raises(NotFound):
            store.invitation(secret or "")
    assert store.access(token, match) is not None  # who is in stays in


def test_a_guess_is_not_found(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    link = store.new_link("seat", match)
    stored = rows(store, "SELECT token_hash, code_hash FROM join_link")
    odd = ["", " ", "\0", "\ud800", "A" * 26, "2" * 8, "A" * 10_000, link.token[:-1], "%" * 26]
    odd += [link.token + "A", token, match, *(text for row in stored for text in row)]
    odd += [link.token[:-1] + "1", "' OR 1=1 --", "ſ" * 8]
    for secret in odd:
        with pytest.raises(NotFound):
            store.invitation(secret)
        with pytest.raises(NotFound):
            store.join(secret, "1", None, "iPhone")
        assert store.device(secret) is None or secret == token
        assert store.access(secret, match) is None or secret == token
    for odd_match in ("", "\0", "a" * 24, "%"):
        assert store.access(token, odd_match) is None
    with pytest.raises(NotFound):
        store.new_link("seat", "a" * 24)
    with pytest.raises(NotFound):
        store.holders("a" * 24)


def test_links_make_sense_or_are_a_bug(store: Store, match: str) -> None:
    for role, about in (("owner", match), ("seat", None), ("king", match), ("", None)):
        with pytest.raises(ValueError, match="no link"):
            store.new_link(role, about)
    with pytest.raises(NotFound):
        store.new_link("seat", match, by="a" * 24)


def test_a_hundred_thousand_tokens_are_all_different() -> None:
    tokens = {new_token() for _ in range(100_000)}
    assert len(tokens) == 100_000
    assert min(map(len, tokens)) == 22  # 128 bits
    assert len({hashed(token) for token in tokens}) == 100_000


def test_a_hundred_links_are_all_different(store: Store, match: str) -> None:
    links = [store.new_link("seat", match) for _ in range(100)]
    assert len({link.token for link in links}) == len({link.code for link in links}) == 100


# -- joining ---------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_a_link_lets_one_into_its_places_only(store: Store, match: str, role: str) -> None:
    for place in PLACES:
        link = store.new_link(role, None if role == "owner" else match)
        if place in ALLOWED[role]:
            store.join(link.token, place, None, "iPhone")
        else:
            before = rows(store, "SELECT count(*) FROM device")
            with pytest.raises(NotFound):
                store.join(link.token, place, None, "iPhone")
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
    device = store.device(token)
    assert device is not None
    assert not device.owner
    assert store.access(token, match) == Access(role, seat, device.id)


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
    assert store.access(token, match) == Access(role, seat, device)
    assert len(store.devices()) == 1
    living = "SELECT count(*) FROM seat_claim WHERE removed IS NULL AND match_id IS NOT NULL"
    assert rows(store, living) == [(1,)]


def test_a_screen_that_may_do_more_still_comes_to_show_the_table(
    store: Store, match: str, join: Join
) -> None:
    token, _ = join("scorer", "score")
    _, joined = join("display", "display", token=token)
    assert joined.role == "display"
    access = store.access(token, match)
    assert access is not None
    assert access.role == "scorer"


def test_an_owner_has_a_say_in_every_match_and_others_in_their_own(
    store: Store, match: str, join: Join
) -> None:
    other = store.create(four())
    owner, _ = join("owner", "owner")
    guest, _ = join("scorer", "score")
    assert store.access(owner, other) == Access("owner", None, device_of(store, owner))
    assert store.access(guest, other) is None
    assert store.access(None, other) is None
    assert [summary.id for summary in store.matches_of(device_of(store, guest))] == [match]
    assert store.matches_of("a" * 24) == []


def test_a_guest_sees_the_matches_it_was_in(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    finish(store, match)
    newer = store.create(four())
    store.create(four())
    store.join(store.new_link("watcher", newer).token, "watch", token, "")
    assert [summary.id for summary in store.matches_of(device_of(store, token))] == [newer, match]


def test_a_token_from_outside_is_never_taken_over(store: Store, match: str, join: Join) -> None:
    removed, _ = join("seat", "0")
    store.remove_device(device_of(store, removed))
    for chosen in ("mine", new_token(), "", "\ud800", removed):
        link = store.new_link("seat", match)
        joined = store.join(link.token, "1", chosen, "iPhone")
        assert joined.token not in (None, chosen)
        assert store.device(chosen) is None


def test_another_club_is_out_of_reach(store: Store, match: str, join: Join) -> None:
    owner, _ = join("owner", "owner")
    change(store, "INSERT INTO club (id, name, created) VALUES (2, '', '2026-01-01 00:00:00')")
    link = store.new_link("seat", match)
    theirs = store.create(four())
    change(store, "UPDATE match SET club_id = 2 WHERE public_id = :id", id=theirs)
    assert store.access(owner, theirs) is None
    change(store, "UPDATE join_link SET club_id = 2")
    with pytest.raises(NotFound):
        store.invitation(link.token)
    change(store, "UPDATE device SET club_id = 2")
    assert store.device(owner) is None
    assert store.access(owner, match) is None
    assert store.devices() == []
    assert not store.has_owner()


# -- seats -----------------------------------------------------------------------------


def test_a_seat_is_taken_over_from_a_dead_phone(store: Store, match: str, join: Join) -> None:
    dead, _ = join("seat", "0", name="iPhone")
    alive, _ = join("seat", "0", name="Android")
    assert store.holders(match) == {0: Holder(device_of(store, alive), "Android")}
    assert store.access(dead, match) == Access("watcher", None, device_of(store, dead))
    back, _ = join("seat", "0", token=dead)
    assert back == dead
    assert store.holders(match) == {0: Holder(device_of(store, dead), "iPhone")}
    assert store.access(alive, match) == Access("watcher", None, device_of(store, alive))


@pytest.mark.parametrize(("link", "place"), [("scorer", "score"), ("owner", "owner")])
def test_who_loses_a_seat_keeps_what_else_it_was(
    store: Store, match: str, join: Join, link: str, place: str
) -> None:
    token, before = join(link, place)
    join("seat", "2", token=token)
    join("seat", "2")
    assert store.access(token, match) == Access(before.role, None, device_of(store, token))


def test_seats_and_phones_move_about_and_no_seat_is_ever_held_twice(
    store: Store, match: str, join: Join
) -> None:
    chance = random.Random(1)
    tokens = [join("seat", "watch")[0] for _ in range(5)]
    for _ in range(40):
        join("seat", chance.choice(["0", "1", "2", "3", "watch"]), token=chance.choice(tokens))
        claims = [store.access(token, match) for token in tokens]
        seats = [access.seat for access in claims if access and access.seat is not None]
        assert len(seats) == len(set(seats))
        assert sorted(store.holders(match)) == sorted(seats)


def test_the_list_says_whose_seat_a_device_holds(
    store: Store, match: str, join: Join, clock: Clock
) -> None:
    owner, _ = join("owner", "owner", name="Laptop")
    clock.wait(minutes=1)
    phone, _ = join("seat", "1")
    first, second = store.devices()
    assert (first.name, first.owner, first.places) == ("iPhone", False, ["Ben"])
    assert (second.name, second.owner, second.places) == ("Laptop", True, [])
    assert second.created == second.seen == clock.now - timedelta(minutes=1)
    assert (first.id, second.id) == (device_of(store, phone), device_of(store, owner))
    finish(store, match)
    assert store.devices()[0].places == []


# -- names, being seen, removal --------------------------------------------------------


def test_two_phones_of_one_name_are_told_apart(store: Store, join: Join) -> None:
    for name in ("iPhone", "iphone", "iPhone 2", "ｉＰｈｏｎｅ"):
        join("seat", "watch", name=name)
    names = {device.name for device in store.devices()}
    assert names == {"iPhone", "iphone 2", "iPhone 2 2", "iPhone 3"} or len(names) == 4
    assert len({name.casefold() for name in names}) == 4


def test_a_name_that_cannot_be_shown_is_not(store: Store, join: Join) -> None:
    for name in ("", "\u202e", "x" * 41, "\ud800"):
        join("seat", "watch", name=name)
    assert sorted(d.name for d in store.devices()) == ["Phone", "Phone 2", "Phone 3", "Phone 4"]


def test_a_device_is_renamed(store: Store, join: Join) -> None:
    one, _ = join("seat", "watch", name="iPhone")
    two, _ = join("seat", "watch", name="y" * 40)
    store.rename_device(device_of(store, one), "  Anna's ")
    store.rename_device(device_of(store, one), "anna's")  # its own name is no obstacle
    store.rename_device(device_of(store, two), "Anna's")
    assert {device.name for device in store.devices()} == {"anna's", "Anna's 2"}
    join("seat", "watch", name="z" * 40)
    store.rename_device(device_of(store, two), "z" * 40)
    assert "z" * 38 + " 2" in {device.name for device in store.devices()}
    with pytest.raises(BadName):
        store.rename_device(device_of(store, one), "\n")
    with pytest.raises(NotFound):
        store.rename_device("a" * 24, "Anna")


def test_being_seen_is_noted_once_an_hour(store: Store, join: Join, clock: Clock) -> None:
    token, _ = join("seat", "0")
    start = clock.now
    clock.wait(minutes=59)
    store.device(token)
    assert store.devices()[0].seen == start
    clock.wait(minutes=1)
    store.device(token)
    assert store.devices()[0].seen == clock.now
    clock.wait(days=-365)  # the clock was wrong
    store.device(token)
    assert store.devices()[0].seen == clock.now


def test_a_removed_device_is_out_at_once(store: Store, match: str, join: Join) -> None:
    token, _ = join("seat", "0")
    device = device_of(store, token)
    play(store, match, 0)
    store.record(match, [(0, "next", "ok")], uid="", device=device)
    store.remove_device(device)
    assert store.device(token) is None
    assert store.access(token, match) is None
    assert store.holders(match) == {}
    assert store.devices() == []
    assert store.matches_of(device) == []
    with pytest.raises(NotFound):
        store.new_link("seat", match, by=device)
    known = store.load(match)  # what it said stands, with its name
    assert known.device_names[known.devices[known.version]] == "iPhone"
    store.remove_device(device)  # twice is once
    with pytest.raises(NotFound):
        store.remove_device("a" * 24)


def test_a_removed_device_knows_no_way_back(store: Store, match: str, join: Join) -> None:
    came_by = store.new_link("seat", match)
    token = store.join(came_by.token, "0", None, "iPhone").token or ""
    other = store.create(four())
    shown = store.new_link("watcher", other, by=device_of(store, token))
    stranger = store.new_link("watcher", other)
    store.remove_device(device_of(store, token))
    for secret in (came_by.token, came_by.code, shown.token, shown.code):
        with pytest.raises(NotFound):
            store.join(secret or "", "watch", token, "iPhone")
    store.invitation(stranger.token)


def test_a_removed_owner_knows_no_way_back_either(store: Store, match: str, join: Join) -> None:
    token, _ = join("owner", "owner")
    links = [store.new_link("seat", match), store.new_link("owner", None)]
    store.remove_device(device_of(store, token))
    assert not store.has_owner()
    for link in links:
        with pytest.raises(NotFound):
            store.invitation(link.token)


# -- entries ---------------------------------------------------------------------------


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
    store.rename_device(device, "Anna")
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
    shown = [store.new_link(role, match) for role in ROLES if role != "owner"]
    owner = store.new_link("owner", None)
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
