"""The lines of an ended match are kept, taken back and written anew with the entries."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from referee.engine import Card, Message, PlayerName, Seat, Side, SideName, Suit, msg, msgs
from referee.store import Store
from referee.store.matches import find, read
from referee.store.statistics import settle
from referee.store.statistics.message_json import from_json, to_json
from tests.store.conftest import four
from tests.store.steps import FOUR, change, finish, play, rows

POINTS = "SELECT hand, side, sum(points) FROM settled_line WHERE seat < 2 GROUP BY hand, side"


def test_lines_come_with_the_end_and_go_with_it(store: Store) -> None:
    key = store.create(four(target="7"))
    last = finish(store, key)
    settled = sorted(rows(store, POINTS))
    assert settled == [(0, 1, 4), (1, 1, 4)]
    ended = store.load(key).ended

    store.undo(key, last, "u")
    assert rows(store, POINTS) == []
    assert store.load(key).ended is None
    assert {row.wins for row in store.players()} == {0}

    again = store.redo(key, last + 1, "r").match
    assert sorted(rows(store, POINTS)) == settled
    assert ended is not None
    assert again.ended == ended  # it was played then, whatever was looked at since
    assert store.audit() == (1, [])


def test_a_correction_after_the_end_settles_anew(store: Store) -> None:
    key = store.create(four(target="7"))
    finish(store, key)
    ended = store.load(key).ended
    store.record(key, [(0, "jack", "none")], uid="a")  # three points: set
    assert store.load(key).ended is None
    store.record(key, [(0, "contract", "1.3")], uid="b")
    assert store.load(key).ended == ended is not None
    assert sorted(rows(store, POINTS)) == [(0, 1, 3), (1, 1, 4)]
    store.record(key, [(0, "note", "x")], uid="c")
    store.record(key, [(0, "note", "y")], uid="d")
    assert store.load(key).ended == ended
    assert store.audit() == (1, [])


def test_a_match_that_is_played_on_ends_when_it_is_over_once_more(store: Store) -> None:
    key = store.create(four(target="7"))
    finish(store, key)
    ended = store.load(key).ended
    assert ended is not None
    store.record(key, [(0, "jack", "none")], uid="a")  # three points: set
    play(store, key, 2, FOUR)
    play(store, key, 3, FOUR)
    later = store.load(key).ended
    assert later is not None
    assert later > ended
    # Put right in the end, it was over with the second hand after all.
    store.record(key, [(0, "contract", "1.3")], uid="b")
    assert store.load(key).ended == ended
    assert store.audit() == (1, [])


def test_an_old_match_keeps_its_place_among_the_others(store: Store) -> None:
    keys = [store.create(four(target="7", uid=f"m{n}")) for n in range(3)]
    versions = [finish(store, key) for key in keys]
    before = [row.id for row in store.history().items]
    store.undo(keys[0], versions[0], "u")
    store.redo(keys[0], versions[0] + 1, "r")
    assert [row.id for row in store.history().items] == before
    store.stats.catch_up()
    assert store.audit() == (3, [])


def test_an_open_match_has_no_lines(store: Store, match: str) -> None:
    play(store, match, 0)
    assert rows(store, POINTS) == []
    assert store.audit() == (1, [])


def test_the_audit_names_what_differs(store: Store) -> None:
    key = store.create(four(target="7"))
    finish(store, key)
    change(store, "UPDATE settled_line SET points = 5 WHERE hand = 1 AND seat = 1")
    change(store, "UPDATE match_player SET won = true WHERE seat = 0")
    change(store, "UPDATE match SET hands = 9")
    matches, found = store.audit()
    assert matches == 1
    of_match = [line for line in found if key in line]
    assert len(of_match) == 3
    assert found[:3] == of_match
    assert "hands: kept 9, replayed 2" in found[0]
    assert "hand 2, line 1, seat 1: kept side 1 5" in found[1]
    # One who won more than the sums say, in four periods, with one partner and two opponents; and
    # the hands of each house rule.
    tables = [line.split()[0] for line in found[3:]]
    assert tables.count("player_stat") == 4
    assert tables.count("pair_stat") == 3
    assert set(tables) == {"player_stat", "pair_stat", "rule_stat"}


def test_the_audit_goes_on_past_a_match_that_cannot_be_read(store: Store, match: str) -> None:
    store.create(four())
    change(store, "UPDATE match SET game = 'snap' WHERE public_id = :key", key=match)
    count, (fault,) = store.audit()
    assert count == 2
    assert "snap" in fault


def test_reasons_survive_as_json() -> None:
    said = msg(
        "%(a)s %(b)s",
        a=(PlayerName(Seat(1)), SideName(Side(0)), Card("TH"), Suit("S"), "x", 3),
        b=msgs("%(n)s trick", "%(n)s tricks", 2),
    )
    back = from_json(to_json(said))
    assert back == said
    assert isinstance(back, Message)
    card = back.params["a"]
    assert isinstance(card, tuple)
    assert [type(part) for part in card[2:4]] == [Card, Suit]


def summed(store: Store) -> list[str]:
    tables = ("player_stat", "pair_stat", "rule_stat")
    return sorted(repr(row) for table in tables for row in rows(store, f"SELECT * FROM {table}"))


@pytest.mark.parametrize("replayed", [True, False])
def test_what_is_kept_of_a_match_is_taken_out_and_put_in_again(
    store: Store, replayed: bool
) -> None:
    """As a deletion does, even of a match that cannot be replayed, and an import."""
    finish(store, store.create(four(target="7")))
    before = summed(store)
    key = store.create(four("Ana", "Eva", "Cleo", "Dan", target="8"))
    finish(store, key)
    both = summed(store)
    assert both != before

    def out(session: Session) -> None:
        row = find(session, key)
        sheet = read(session, row).sheet
        settle.unsettle(session, row, sheet if replayed else None)
        settle.unsettle(session, row, sheet)  # nothing is taken out twice

    store._database.write(out)
    assert summed(store) == before
    assert store.stats.player(store.player("Eva")).matches == 0
    kept = "SELECT count(*) FROM match_player, match WHERE match_id = match.id AND public_id = :key"
    assert rows(store, kept, key=key) == [(0,)]

    def again(session: Session) -> None:
        row = find(session, key)
        settle.settle(session, row, read(session, row).sheet)

    store._database.write(again)
    assert summed(store) == both
    assert store.audit() == (2, [])
