"""Names and matches that go: searched for in every table, and in the file itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import inspect, make_url

from referee.store import NotFound, Refused, Store
from referee.store.erasure import forget as forgotten
from referee.store.matches import Recent
from tests.store.conftest import four
from tests.store.phones import Join
from tests.store.steps import finish, play, rows

CANARY = "Zinnobra"


@pytest.fixture
def match(store: Store) -> str:
    """One that `finish` ends."""
    return store.create(four(target="7"))


def is_somewhere(store: Store, url: str, text: str) -> bool:
    """Whether a text is in any row of any table, or in the bytes of the files."""
    text = text.casefold()
    for table in inspect(store._database.engine).get_table_names():
        if text in repr(rows(store, f'SELECT * FROM "{table}"')).casefold():
            return True
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return False
    file = Path(str(address.database))
    return any(text.encode() in part.read_bytes().lower() for part in file.parent.glob("*.sqlite*"))


def with_canary(store: Store, join: Join, match: str) -> tuple[str, str]:
    """A finished match with somebody whose name is everywhere; gives the match and the player."""
    own = store.create(four(CANARY, "Ben", "Cleo", "Dan", target="7"))
    token, _ = join("scorer", "score", name=f"{CANARY}s iPhone")
    device = store.devices.device(token)
    assert device is not None
    store.record(own, [(0, "note", f"{CANARY} was late")], uid="n", device=device.id)
    store.undo(own, store.version(own), uid="u")
    store.save_card("pitch", f"At {CANARY}'s", {"target": "7"})
    finish(store, own)
    return own, store.player(CANARY)


def test_a_forgotten_name_is_nowhere(store: Store, url: str, join: Join, match: str) -> None:
    own, player = with_canary(store, join, match)
    assert is_somewhere(store, url, CANARY)
    before = store.load(own).sheet.totals, store.stats.player(player).matches
    looked = store.keeping.forgetting(player)
    assert looked.names == [CANARY]
    assert looked.phones == [f"{CANARY}s iPhone"]
    assert sorted(mention.kind for mention in looked.mentions) == ["card", "hand"]
    store.keeping.forget(player)
    left = store.keeping.mentions(looked.names)
    assert left == looked.mentions
    for mention in left:
        store.keeping.reword(replace(mention, text="put otherwise"))
    assert not is_somewhere(store, url, CANARY)
    assert (store.load(own).sheet.totals, store.stats.player(player).matches) == before
    assert store.load(own).names[player] == "#1"
    assert store.audit()[1] == []
    with pytest.raises(Refused):
        store.keeping.forget(player)


def test_all_names_of_one_who_was_merged_are_forgotten(store: Store, url: str, match: str) -> None:
    finish(store, match)
    into = store.player(CANARY)
    store.merge(store.player("Ana"), into)
    store.keeping.forget(into)
    assert not is_somewhere(store, url, CANARY)
    assert ("Ana",) not in rows(store, "SELECT name FROM player")
    assert store.audit()[1] == []


def test_a_deleted_match_leaves_no_trace(store: Store, url: str, join: Join, match: str) -> None:
    store.record(match, [(0, "note", CANARY)], uid="n")
    link = store.devices.new_link("watcher", match)
    finish(store, match)
    other = store.create(four("Ana", "Ben", "Cleo", "Dan", uid="x", target="7"))
    finish(store, other)
    store.keeping.delete_match(match)
    assert not is_somewhere(store, url, CANARY)
    assert not is_somewhere(store, url, match)
    with pytest.raises(NotFound):
        store.load(match)
    with pytest.raises(NotFound):
        store.devices.invitation(link.token)
    assert store.audit() == (1, [])
    assert [item.id for item in store.history().items] == [other]
    assert store.stats.player(store.player("Ana")).matches == 1


def test_an_open_match_can_be_deleted(store: Store, match: str) -> None:
    play(store, match, 0)
    store.keeping.delete_match(match)
    assert store.open_matches() == []
    assert store.audit() == (0, [])


def test_a_deleted_club_leaves_its_owner_alone(
    store: Store, url: str, join: Join, match: str
) -> None:
    token, _ = join("owner", "owner", name=f"{CANARY}'s laptop")
    other, _ = join("owner", "owner", name="Phone")
    with_canary(store, join, match)
    holds = store.keeping.holds()
    assert (holds.matches, holds.players, holds.cards, holds.devices) == (2, 5, 1, 3)
    store.keeping.delete_club()
    assert not is_somewhere(store, url, CANARY)
    kept = store.devices.device(token)
    assert kept is not None
    assert kept.owner
    assert kept.name == "Phone"  # as a new one: no number, which a forgotten player has
    assert sorted(device.name for device in store.devices.listed()) == ["Phone", "Phone 2"]
    assert store.devices.device(other) is not None
    for table in ("match", "entry", "player", "player_stat", "pair_stat", "rule_stat", "share"):
        assert rows(store, f'SELECT count(*) FROM "{table}"') == [(0,)], table
    finish(store, store.create(four(target="7")))
    assert store.audit() == (1, [])


def test_the_log_stays_append_only_for_all_others(store: Store, match: str) -> None:
    finish(store, match)
    store.keeping.delete_match(store.create(four(uid="x")))
    assert rows(store, "SELECT count(*) FROM erasure") == [(0,)]


def test_one_who_has_a_name_again_can_be_forgotten_again(store: Store, url: str) -> None:
    player = store.player("Ana")
    store.keeping.forget(player)
    store.rename(player, CANARY)
    assert store.keeping.forgetting(player).names == [CANARY]
    store.keeping.forget(player)
    assert not is_somewhere(store, url, CANARY)


@pytest.mark.parametrize(
    ("name", "text", "holds"),
    [("Al", "Al's phone", True), ("Al", "Also late", False), ("AL", "al", True),
     ("Ana", "BANANA", True), ("\u7530\u4e2d", "\u6628\u65e5\u7530\u4e2d\u3055\u3093", True),
     ("\uff21\uff4e\uff41", "ana", True), ("A.", "Ab", False)],
)  # fmt: skip
def test_a_short_name_is_a_word_but_in_scripts_without_case(
    name: str, text: str, holds: bool
) -> None:
    assert forgotten.holds(text, [name]) is holds


def test_another_process_forgets_the_names_of_phones(store: Store, url: str, join: Join) -> None:
    """`referee forget` beside a server, which remembers the match."""
    match = store.create(four(CANARY, "Ben", "Cleo", "Dan"))
    token, _ = join("scorer", "score", name=f"{CANARY}s iPhone")
    device = store.devices.device(token)
    assert device is not None
    store.record(match, [(0, "note", "Late")], uid="n", device=device.id)
    beside = Store(url)
    try:
        beside.keeping.forget(beside.player(CANARY))
    finally:
        beside.close()
    assert CANARY not in repr(store.load(match))


def test_what_was_read_before_a_clearing_is_not_remembered(store: Store, match: str) -> None:
    recent = Recent()
    since = recent.clears
    read = store.load(match)
    recent.clear()
    recent.keep(read, since)
    assert recent.get(match) is None
    recent.keep(read, recent.clears)
    assert recent.get(match) is read


def test_a_file_in_use_is_cleaned_later(url: str) -> None:
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        pytest.skip("a server cleans up by itself")
    store = Store(url, patience=0.05)
    try:
        player = store.player(CANARY)
        with closing(sqlite3.connect(str(address.database))) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT name FROM player").fetchall()
            assert not store.keeping.forget(player)
            assert store.players(hidden=True)[0].name == "#1"
        assert store.keeping.scrub()
        assert not is_somewhere(store, url, CANARY)
    finally:
        store.close()


def test_copies_of_upgrades_are_named(store: Store, url: str, tmp_path: Path) -> None:
    names = ["referee-20261130T055805.sqlite", "referee-20261130T055805-2.sqlite.part"]
    for name in (*names, "referee-mine.sqlite", "other-20261130T055805.sqlite"):
        (tmp_path / name).touch()
    found = [copy.name for copy in store.keeping.copies()]
    assert found == (sorted(names) if make_url(url).get_backend_name() == "sqlite" else [])
