"""An import is written in parts: tables save in between, and what broke off is gone on with."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from sqlmodel import Session

from referee.engine import (
    BIDS,
    PLAYS,
    HouseRuleError,
    Seat,
    Setup,
    encode,
    fold,
    house_rules,
    with_rules,
)
from referee.games import GAMES
from referee.store import NotSaved, Refused, Store
from referee.store.base import People, people
from referee.store.matches import clean_value
from referee.store.statistics import settle
from referee.store.transfer import write as intake
from referee.store.transfer.matches import KEY
from tests.every_game.playing import played
from tests.store.conftest import four
from tests.store.steps import SET, answers, finish, play, rows

Break = Callable[[int], None]


@pytest.fixture(autouse=True)
def a_match_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "PART", 1)


@pytest.fixture
def broken_off(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Lets the database be gone once so many matches have been settled."""

    def after(parts: int) -> None:
        left, whole = parts, settle.settle_all

        def some(session: Session, club_id: int, matches: Any) -> None:
            nonlocal left
            left -= 1
            if left == -1:
                raise NotSaved("the disk is full")
            whole(session, club_id, matches)

        monkeypatch.setattr(settle, "settle_all", some)

    return after


def club(store: Store, *tables: tuple[str, ...]) -> list[str]:
    """A finished match at each table."""
    matches = [store.create(four(*names, target="7")) for names in tables]
    for match in matches:
        finish(store, match)
    return matches


def exported(store: Store) -> str:
    return "".join(f"{line}\n" for line in store.keeping.export_club())


def source(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


@pytest.fixture
def text(store: Store) -> str:
    """The file of a club of three matches, which has been deleted since."""
    club(store, ("Ana", "Ben", "Cleo", "Dan"), ("Ana", "Ben", "Eva", "Fay"), ("Gus", "Dan"))
    text = exported(store)
    store.keeping.delete_club()
    return text


def test_what_broke_off_is_gone_on_with(store: Store, text: str, broken_off: Break) -> None:
    broken_off(2)
    with pytest.raises(NotSaved):
        store.keeping.take_in(source(text))
    assert len(store.history().items) == 2
    assert store.audit() == (2, [])
    done = store.keeping.take_in(source(text))
    assert (done.new, done.here, done.arrived) == (1, 2, [])
    assert exported(store) == text
    assert store.audit() == (3, [])


def test_one_bad_match_at_the_end_leaves_nothing_of_the_others(store: Store, text: str) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    lines[-2]["match"]["totals"] = [99, 99]
    with pytest.raises(Refused, match="Line"):
        store.keeping.take_in(source("".join(f"{json.dumps(line)}\n" for line in lines)))
    assert rows(store, "SELECT count(*) FROM match") == [(0,)]
    assert rows(store, "SELECT count(*) FROM player") == [(0,)]


def test_a_table_saves_while_a_club_comes_in(store: Store, text: str) -> None:
    match = store.create(four("Eva", "Ben", "Cleo", "Zoe", target="7"))
    steps = [("contract", "1.4"), ("trump", "S"), ("high", "1")]
    told: list[int] = []

    def save(done: int) -> None:
        told.append(done)
        store.record(match, [(0, *steps.pop(0))], uid="")

    store.keeping.take_in(source(text), told=save)
    assert told == [1, 2, 3]
    assert store.version(match) == 3
    finish(store, match)
    assert store.audit() == (4, [])


def test_players_are_merged_while_a_club_comes_in(
    store: Store, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def merged(session: Session, club_id: int) -> People:
        """Merge between what is worked out of the last match and its writing."""
        found = people(session, club_id)
        reads.append(found)
        if len(reads) == 5:  # before each part and in it
            store.merge(store.player("Gus"), store.player("Fay"))
        return found

    reads: list[People] = []
    monkeypatch.setattr(intake, "people", merged)
    store.keeping.take_in(source(text))
    assert len(reads) > 5
    assert store.audit() == (3, [])
    assert {row.name: row.matches for row in store.players()}["Fay"] == 2


def test_a_club_deleted_while_it_comes_in_stays_deleted(store: Store, text: str) -> None:
    def delete(done: int) -> None:
        store.keeping.delete_club()

    with pytest.raises(Refused):
        store.keeping.take_in(source(text), told=delete)
    assert store.audit() == (0, [])
    assert rows(store, "SELECT count(*) FROM player") == [(0,)]


def test_two_people_of_a_match_cannot_be_one_player_here(store: Store, text: str) -> None:
    ana, dan = store.player("Ana"), store.player("Dan")
    store.merge(ana, dan)
    with pytest.raises(Refused, match="Line"):
        store.keeping.take_in(source(text))
    assert rows(store, "SELECT count(*) FROM player") == [(2,)]
    store.unmerge(ana)
    store.keeping.take_in(source(text))
    assert store.audit() == (3, [])


def test_who_was_one_player_in_the_file_is_one_here(store: Store) -> None:
    """Also where both names sat in a match, once as the one and then as the other."""
    match = store.create(four())
    guest = store.player("Guest")
    play(store, match, 0)
    taken = store.record(match, [(0, "next", "ok"), (1, "seat.0", guest)], uid="").match.version
    store.undo(match, taken, uid="")
    store.merge(guest, store.player("Ana"))
    play(store, match, 1)
    text = exported(store)
    store.keeping.delete_club()
    store.keeping.take_in(source(text))
    assert exported(store) == text
    assert store.audit() == (1, [])


def forgotten_elsewhere(store: Store) -> str:
    """The file of a club where one who played is forgotten under two names; here others are."""
    club(
        store,
        ("Old", "Ben", "Cleo", "Dan"),
        ("Older", "Ben", "Cleo", "Dan"),
        ("Old", "Cleo", "Ben", "Dan"),
    )
    store.merge(store.player("Older"), store.player("Old"))
    store.keeping.forget(store.player("Old"))
    text = exported(store)
    store.keeping.delete_club()
    for name in ("Xaver", "Yves", "Zoe"):
        store.keeping.forget(store.player(name))
    return text


def test_one_who_is_forgotten_stays_one(store: Store, broken_off: Break) -> None:
    text = forgotten_elsewhere(store)
    broken_off(1)
    with pytest.raises(NotSaved):
        store.keeping.take_in(source(text))
    store.keeping.take_in(source(text))
    store.keeping.take_in(source(text))
    assert store.audit() == (3, [])
    query = (
        "SELECT name, matches FROM player JOIN player_stat ON player_id = player.id"
        " WHERE period = '' AND forgotten IS NOT NULL"
    )
    assert rows(store, query) == [("#4", 3)]


def test_a_match_that_goes_on_comes_in(store: Store) -> None:
    match = store.create(four())
    store.record(match, answers(0, SET[:2]), uid="")
    text = exported(store)
    store.keeping.delete_club()
    store.keeping.take_in(source(text))
    assert exported(store) == text
    (summary,) = store.open_matches()
    play(store, summary.id, 0, SET[2:])
    assert store.audit() == (1, [])


@pytest.mark.parametrize("name", GAMES)
def test_a_file_may_hold_whatever_a_game_asks(name: str) -> None:
    """Every house rule at every value, at every level of detail."""
    players = tuple("ABCDEFG")[: GAMES[name].players[0]]
    said: set[tuple[str, str]] = set()
    for rule, declared in house_rules(GAMES[name]).items():
        for value, bids, level in product(declared.values, BIDS, PLAYS):
            try:
                game = with_rules(GAMES[name](), {rule: encode(value)})
                table = fold(Setup(game, players, Seat(0), bids, level, ()), ()).now.table
            except HouseRuleError:
                continue  # it goes with another one, or at a larger table
            said |= played(game, table, Random(rule))[0].items()
    assert len(said) > (50 if len(GAMES[name].play_levels) > 1 else 10)
    for key, value in said:
        assert re.fullmatch(KEY, key), key
        assert clean_value(0, key, value) == value
