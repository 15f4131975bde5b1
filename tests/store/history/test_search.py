"""Matches found by who played, when, and what was written about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from referee.store import NewMatch, NotFound, Store, TooMuch
from tests.store.conftest import four
from tests.store.steps import change, finish, rows


@pytest.fixture
def club(store: Store) -> Callable[[str], list[str]]:
    """Matches by a nickname; gives the nicknames of what is found."""
    made = {}
    for name, players in (("first", ()), ("second", ("Eva", "Ben", "Ana", "Dan"))):
        made[store.create(four(*players, target="7"))] = name
    for key in made:
        finish(store, key)
    whist = store.create(NewMatch("german_whist", ("Ana", "Cleo")))
    store.record(whist, [(0, "end", "conceded.0")], uid="")
    made[whist] = "whist"
    made[store.create(four("Ana", "Fay", "Cleo", "Dan"))] = "open"

    def found(**wanted: object) -> list[str]:
        return [made[item.id] for item in store.history(**wanted).items]  # type: ignore[arg-type]

    return found  # type: ignore[return-value]


def test_by_player_and_partner(store: Store, club: Callable[..., list[str]]) -> None:
    ana, cleo, eva = (store.player(name) for name in ("Ana", "Cleo", "Eva"))
    assert club() == ["whist", "second", "first"]
    assert club(player=ana) == ["whist", "second", "first"]
    assert club(player=ana, game="pitch") == ["second", "first"]
    assert club(player=eva) == ["second"]
    assert club(player=ana, partner=cleo) == ["first"]  # against each other in the whist
    assert club(player=ana, partner=eva) == ["second"]
    assert club(player=ana, partner=ana) == []
    with pytest.raises(NotFound):
        club(player="a" * 24)
    with pytest.raises(NotFound):
        club(player=ana, partner="\0")


def test_those_that_are_not_finished(store: Store, club: Callable[..., list[str]]) -> None:
    assert club(finished=False) == ["open"]
    assert club(finished=False, player=store.player("Fay")) == ["open"]
    assert club(finished=False, player=store.player("Ben")) == []
    assert club(finished=False, game="german_whist") == []


def test_by_day_both_included(store: Store, club: Callable[..., list[str]]) -> None:
    ended = store.history().items[0].ended
    assert ended is not None
    today, day = ended.date(), timedelta(days=1)
    for player in (None, store.player("Ana")):
        assert club(player=player, first=today - day, last=today + day)[:1] == ["whist"]
        assert club(player=player, first=today + day) == []
        assert club(player=player, last=today - 2 * day) == []
        assert len(club(player=player, last=date.max)) == 3


def test_by_words(store: Store, club: Callable[..., list[str]]) -> None:
    first = store.history().items[2].id
    change(store, "UPDATE match SET place = 'Überlingen 100%', note = 'the lights went out'")
    change(store, "UPDATE match SET place = '', note = '' WHERE public_id <> :id", id=first)
    whist = store.history().items[0].id
    store.record(whist, [(0, "note", "Thunder")], uid="")
    assert club(text="überLINGEN") == ["first"]
    assert club(text="lights 100%") == ["first"]
    assert club(text="1%0") == []  # no wildcard
    assert club(text="thunder") == ["whist"]
    assert club(text="eva") == ["second"]
    assert club(text="cleo", game="pitch") == ["first"]
    assert club(text="eva lights") == []
    assert club(text="FAY", finished=False) == ["open"]
    newest = store.load(whist).log[-1]
    store.undo(whist, newest.seq, "")
    assert club(text="thunder") == []
    store.redo(whist, newest.seq + 1, "")
    assert club(text="thunder") == ["whist"]
    with pytest.raises(TooMuch):
        club(text="x" * 101)


def test_pages_of_a_player_follow_each_other(store: Store) -> None:
    keys = []
    for number in range(7):
        keys.append(store.create(four(target="7")))
        finish(store, keys[-1])
        change(store, "UPDATE match SET ended = (SELECT min(ended) FROM match)")
        change(store, "UPDATE match_player SET ended = (SELECT min(ended) FROM match_player)")
        assert number < 7
    ana, found, before = store.player("Ana"), list[str](), None
    for _ in range(3):
        page = store.history(before, limit=3, player=ana)
        found += [item.id for item in page.items]
        before = page.next
    assert before is None
    assert found == keys[::-1]  # of one moment, by the order in which they were made


@pytest.mark.parametrize("how", ["a player", "notes"])
def test_an_index_finds_them(store: Store, how: str) -> None:
    if not store._database.sqlite:
        return
    asked = {
        "a player": "SELECT match_id FROM match_player WHERE player_id = 1 AND ended IS NOT NULL"
        " ORDER BY ended DESC, match_id DESC",
        "notes": "SELECT match_id FROM entry WHERE key = 'note'",
    }
    ((*_, plan),) = rows(store, f"EXPLAIN QUERY PLAN {asked[how]}")
    assert {"a player": "ix_match_player_ended", "notes": "ix_entry_note"}[how] in plan


def test_a_text_that_no_database_can_hold_is_in_no_match(
    store: Store, club: Callable[..., list[str]]
) -> None:
    assert club(text="Ana\0") == []
    assert club(text="\0", player=store.player("Ana")) == []
