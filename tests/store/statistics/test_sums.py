"""What a player's page and the club's tables say of a few matches that can be counted by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from referee.engine import in_english
from referee.games import GAMES
from referee.store import NewMatch, NotFound, Store
from referee.store.base import periods_of, span
from tests.store.conftest import four
from tests.store.steps import FOUR, SET, finish, play, rows


def set_then_won(store: Store) -> str:
    """Seat 0 is set for two, then seat 1 makes four: side 1 wins to 7 with 3 + 4."""
    key = store.create(four(target="7"))
    play(store, key, 0, SET)
    play(store, key, 1, FOUR)
    return key


def test_a_players_page_in_numbers(store: Store) -> None:
    set_then_won(store)
    ben, ana = (store.stats.player(store.player(name)) for name in ("Ben", "Ana"))
    (pitch,) = ben.games
    told = {m.measure.name: (m.n, m.whole) for m in pitch.measures()}
    assert told["bids"] == (1, 2)
    assert told["made"] == (1, 1)
    assert told["set_them"] == (1, 1)
    assert told["bid_points"] == (4, 1)
    assert (pitch.points, pitch.points_a_hand) == (7, 3.5)
    assert (ben.wins, ana.wins, ben.small) == (1, 0, True)
    (lost,) = ana.games
    assert {m.measure.name: m.n for m in lost.measures() if m.whole}["set"] == 1
    assert ben.rating["pitch"].mu > 25 > ana.rating["pitch"].mu
    assert ben.form[0].won
    assert ben.form[0].rating == ben.rating["pitch"]
    assert [pair.name for pair in ben.rivals] == ["Ana", "Cleo"]


def test_statistics_go_with_the_end_and_come_back(store: Store) -> None:
    key = set_then_won(store)
    last = store.load(key).version
    with_it = sorted(map(repr, rows(store, "SELECT * FROM player_stat")))
    store.undo(key, last, "")
    for table in ("player_stat", "pair_stat", "rule_stat"):
        assert rows(store, f"SELECT * FROM {table}") == []
    assert store.stats.records("pitch").margins == []
    store.redo(key, last + 1, "")
    assert sorted(map(repr, rows(store, "SELECT * FROM player_stat"))) == with_it
    assert [best.value for best in store.stats.records("pitch").margins] == [9]


def test_who_left_has_a_match_but_neither_win_nor_pair(store: Store) -> None:
    key = store.create(four(target="7"))
    play(store, key, 0, FOUR)
    eva = store.player("Eva")
    store.record(key, [(0, "next", "ok"), (1, "seat.1", eva)], uid="")
    play(store, key, 1, FOUR)
    ben = store.stats.player(store.player("Ben"))
    assert (ben.matches, ben.wins, ben.rivals, ben.games[0].points) == (1, 0, [], 4)
    assert store.stats.player(eva).wins == 1


def test_two_players(store: Store) -> None:
    set_then_won(store)
    ana, ben = store.player("Ana"), store.player("Ben")
    both = store.stats.head_to_head(ana, ben)
    (meeting,) = both.meetings
    assert (meeting.relation, meeting.matches, meeting.wins, meeting.others) == ("against", 1, 0, 1)
    assert len(both.latest) == 1
    with pytest.raises(NotFound):
        store.stats.head_to_head(ana, ana)


def test_a_house_rule_played_in_two_ways(store: Store) -> None:
    set_then_won(store)
    finish(store, store.create(four(target="8")))
    (effect,) = store.stats.rule_effects("pitch")
    assert effect.name == "target"
    assert {v.value: (v.matches, v.hands, v.margin) for v in effect.values} == {
        "7": (1, 2, 9),
        "8": (1, 2, 8),
    }
    assert store.stats.games() == {"pitch": 2}


def test_a_comeback_is_what_the_winner_was_behind(store: Store) -> None:
    key = store.create(four(target="7"))
    for hand in range(3):
        play(store, key, hand, SET)  # 3, 6, 9 for side 1, which never bids
    winning = tuple((k, {"contract": "0.4"}.get(k, v.replace("1", "0"))) for k, v in FOUR)
    for hand in range(3, 7):
        play(store, key, hand, winning)  # from -6 to 10 for side 0
    assert store.load(key).ended is not None
    assert [best.value for best in store.stats.records("pitch").comebacks] == [15]


def test_no_statistics_of_nothing(store: Store, match: str) -> None:
    play(store, match, 0)
    page = store.stats.player(store.player("Ana"))
    assert (page.matches, page.games, page.form, page.rating) == (0, [], [], {})
    assert store.stats.standings("pitch") == []
    assert store.stats.standings("snap") == []
    assert store.stats.rule_effects("snap") == []
    assert (store.stats.games(), store.stats.years("pitch")) == ({}, [])
    with pytest.raises(NotFound):
        store.stats.player("nobody")


def test_ratings_wait_after_a_change_to_an_early_match(store: Store) -> None:
    keys = [set_then_won(store) for _ in range(6)]
    whole = store.stats.player(store.player("Ben")).ratings["pitch"]
    assert len(whole) == 6
    store.record(keys[0], [(1, "contract", "1.3")], uid="")  # won all the same
    assert len(store.stats.player(store.player("Ben")).ratings["pitch"]) == 3
    assert not store.stats.catch_up(2)
    assert store.stats.catch_up(2)
    after = store.stats.player(store.player("Ben")).ratings["pitch"]
    assert after == whole


def test_a_match_of_five_rates_the_winner_above_the_second(store: Store) -> None:
    key = store.create(NewMatch("call_partner_euchre", ("Ana", "Ben", "Cleo", "Dan", "Eva")))
    told = (("maker", "0"), ("trump", "C"), ("called", "AS"), ("partner", "1"), ("tricks", "5"))
    for hand in range(2):
        play(store, key, hand, told)
    store.record(key, [(1, "next", "ok"), (2, "end", "conceded.1")], uid="")
    table = {row.name: row.rating for row in store.stats.standings("call_partner_euchre")}
    marks = [rating.mu for name in ("Ana", "Ben", "Cleo") if (rating := table[name])]
    assert marks[0] > marks[1] > marks[2]


@pytest.mark.parametrize("first", ["2023-12-30", "2024-01-01", "2024-02-29", "2024-11-30"])
@pytest.mark.parametrize("days", [0, 1, 30, 31, 366, 800])
def test_a_span_of_days_is_made_of_each_once(first: str, days: int) -> None:
    start = datetime.fromisoformat(first).replace(tzinfo=UTC)
    last = start + timedelta(days=days)
    periods = list(span(start.date(), last.date()))
    assert len(periods) == len(set(periods)) <= 2 + 22 + 60
    for day in range(-3, days + 4):
        moment = start + timedelta(days=day, hours=23)
        holding = [period for period in periods_of(moment)[1:] if period in periods]
        assert len(holding) == (0 <= day <= days)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_measure_has_its_own_name_and_a_title(name: str) -> None:
    measures = GAMES[name].measures
    names = [m.name for m in measures]
    assert len(names) == len(set(names))
    assert set(names).isdisjoint({"hands", "points", "margin"})
    assert {m.of for m in measures} <= {"hands", *names}
    assert all(in_english(m.title) for m in measures)
