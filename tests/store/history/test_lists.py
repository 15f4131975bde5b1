"""Lists of matches and players: right, paged, and without a look into any log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from referee.store import BadName, NewMatch, NotFound, Store
from tests.store.conftest import four
from tests.store.steps import FOUR, finish, play


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    seen: list[str] = []

    def note(_c: object, _u: object, statement: str, *_more: object) -> None:
        seen.append(statement)

    engine = store._database.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)


def test_an_open_match_is_listed_with_its_score(store: Store, match: str) -> None:
    play(store, match, 0)
    (summary,) = store.open_matches()
    assert summary.id == match
    assert summary.players == ("Ana", "Ben", "Cleo", "Dan")
    assert summary.sides == (("Ana", "Cleo"), ("Ben", "Dan"))
    assert (summary.totals, summary.hands, summary.winners) == ((-2, 3), 1, ())
    assert (summary.ended, summary.how) == (None, None)
    assert store.history().items == []


def test_an_ended_match_goes_to_history(store: Store) -> None:
    key = store.create(four(target="7"))
    finish(store, key)
    assert store.open_matches() == []
    (summary,) = store.history().items
    assert (summary.totals, summary.winners, summary.how) == ((0, 8), (1,), "won")
    assert summary.ended == store.load(key).ended
    assert summary.ended is not None


def test_a_stopped_match_has_no_winner(store: Store, match: str) -> None:
    store.record(match, [(0, "end", "stopped")], uid="a")
    (summary,) = store.history().items
    assert (summary.winners, summary.how, summary.hands) == ((), "stopped", 0)


def test_pages_follow_each_other_without_gap_or_repeat(store: Store) -> None:
    keys = []
    for _ in range(7):
        keys.append(store.create(four()))
        store.record(keys[-1], [(0, "end", "stopped")], uid="a")
    whist = store.create(NewMatch("german_whist", ["Ana", "Ben"]))
    store.record(whist, [(0, "end", "conceded.0")], uid="a")
    seen: list[str] = []
    before = None
    while True:
        page = store.history(before, "pitch", limit=3)
        seen += [item.id for item in page.items]
        # A match that ends meanwhile moves nothing on the later pages.
        late = store.create(four())
        store.record(late, [(0, "end", "stopped")], uid="a")
        if page.next is None:
            break
        before = page.next
    assert seen == keys[::-1]
    assert [item.id for item in store.history(None, "german_whist").items] == [whist]


@pytest.mark.parametrize("before", ["", "1", "x.y", "9" * 18 + "." + "a" * 24, "é"])
def test_a_page_that_never_was_is_not_found(store: Store, before: str) -> None:
    with pytest.raises(NotFound):
        store.history(before)


def test_lists_read_no_log_and_few_rows(store: Store) -> None:
    for _ in range(3):
        finish(store, store.create(four(target="7")))
        play(store, store.create(four()), 0)
    with statements(store) as seen:
        assert len(store.history(limit=2).items) == 2
        assert len(store.open_matches()) == 3
        assert len(store.players()) == 4
    assert not any("entry" in statement for statement in seen)
    assert len([s for s in seen if s.startswith("SELECT")]) <= 10


def test_players_have_their_matches_and_wins(store: Store) -> None:
    finish(store, store.create(four(target="7")))
    store.create(four("Ana", "Eva", "Cleo", "Fay"))
    people = {row.name: row for row in store.players()}
    assert (people["Ana"].matches, people["Ana"].wins) == (1, 0)
    assert (people["Ben"].matches, people["Ben"].wins) == (1, 1)
    assert (people["Eva"].matches, people["Eva"].wins) == (0, 0)
    assert [row.name for row in store.players()][:4] == ["Ana", "Cleo", "Eva", "Fay"]
    store.player("Guy")
    assert store.players()[-1].last is None


def test_a_player_is_renamed_everywhere(store: Store, match: str) -> None:
    ana = next(row.id for row in store.players() if row.name == "Ana")
    store.rename(ana, "  Anna   Maria ")
    assert store.load(match).names[ana] == "Anna Maria"
    assert store.open_matches()[0].players[0] == "Anna Maria"
    store.rename(ana, "ANNA maria")  # only the case: one's own name is not taken
    for taken in ("Ben", "ben", "", "x" * 41):
        with pytest.raises(BadName):
            store.rename(ana, taken)
    with pytest.raises(NotFound):
        store.rename("a" * 24, "Eva")


def test_the_same_table_goes_on_with_the_next_dealer(store: Store) -> None:
    assert store.last_match("pitch") is None
    key = store.create(four(target="7"))
    again = store.last_match("pitch")
    assert again is not None
    assert again.next_dealer == 0  # nothing was dealt yet
    finish(store, key)
    again = store.last_match("pitch")
    assert again is not None
    assert again.players == ("Ana", "Ben", "Cleo", "Dan")
    assert dict(again.rules) == {"target": "7"}
    assert (again.bids, again.play, again.next_dealer) == ("final", "totals", 2)


def test_a_substitute_is_at_the_table_and_the_other_keeps_the_match(store: Store) -> None:
    key = store.create(four(target="7"))
    play(store, key, 0, FOUR)
    eva = store.player("Eva")
    store.record(key, [(1, "seat.1", eva)], uid="a")
    play(store, key, 1, FOUR)
    assert store.history().items[0].players == ("Ana", "Eva", "Cleo", "Dan")
    people = {row.name: (row.matches, row.wins) for row in store.players()}
    assert people["Eva"] == (1, 1)
    assert people["Ben"] == (1, 0)
    again = store.last_match("pitch")
    assert again is not None
    assert again.players[1] == "Eva"
