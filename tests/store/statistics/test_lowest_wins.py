"""What is kept of matches that the lowest total wins: the same figures, the other way round."""

from __future__ import annotations

import csv

import pytest

from referee.store import NewMatch, Store
from tests.golf import strokes
from tests.store.steps import change, play, rows, said

pytestmark = pytest.mark.usefixtures("golf")
# Cleo is behind by six after the first hand, and wins by five.
BEHIND = ((2, 5, 8), (18, 9, 1))


def ended(store: Store, game: str = "golf", hands: tuple[tuple[int, ...], ...] = BEHIND) -> str:
    rules = {"target": "20"} if game == "golf" else {}
    key = store.create(NewMatch(game, ("Ana", "Ben", "Cleo"), rules))
    for number, hand in enumerate(hands):
        play(store, key, number, said(strokes(*hand)))
    assert store.load(key).ended is not None
    return key


def kept(store: Store) -> tuple[object, ...]:
    return rows(store, "SELECT totals, winners, comeback, margin FROM match")[0]


def test_a_match_keeps_how_far_its_winner_was_behind_and_ahead(store: Store) -> None:
    ended(store)
    totals, winners, comeback, margin = kept(store)
    assert (str(totals), str(winners)) == ("[20, 14, 9]", "[2]")
    assert (comeback, margin) == (6, 5)
    records = store.stats.records("golf")
    assert [best.value for best in records.comebacks] == [6]
    assert [best.value for best in records.margins] == [5]
    assert store.audit() == (1, [])


def test_where_the_highest_wins_the_same_hands_say_the_opposite(store: Store) -> None:
    ended(store, "rounds")
    _, winners, comeback, margin = kept(store)
    assert (str(winners), comeback, margin) == ("[0]", 6, 6)


def test_who_gave_up_loses_to_the_lowest_of_the_others(store: Store) -> None:
    key = store.create(NewMatch("golf", ("Ana", "Ben", "Cleo")))
    play(store, key, 0, said(strokes(2, 5, 8)))
    store.record(key, [(0, "end", "conceded.0")], uid="")
    sheet = store.load(key).sheet
    assert sheet.outcome is not None
    assert (sheet.outcome.how, sheet.outcome.winners) == ("conceded", (1,))
    assert {row.name for row in store.players() if row.wins} == {"Ben"}
    assert kept(store)[2:] == (0, 0)
    assert store.audit() == (1, [])


def test_ratings_put_the_lowest_first(store: Store) -> None:
    ended(store)
    ended(store)
    assert store.stats.catch_up()
    mu = {row.name: row.rating.mu for row in store.stats.standings("golf") if row.rating}
    assert mu["Cleo"] > mu["Ben"] > mu["Ana"]


def test_ratings_of_a_game_that_is_not_known_any_more_put_the_highest_first(store: Store) -> None:
    key = ended(store)
    change(store, "UPDATE match SET game = 'snap' WHERE public_id = :id", id=key)
    change(store, "UPDATE match_player SET game = 'snap'")
    change(store, "UPDATE club SET rated_to = NULL, rated_match = NULL")
    assert store.stats.catch_up()
    query = "SELECT name, mu FROM match_player JOIN player ON player.id = player_id"
    mu = {str(name): float(str(rated)) for name, rated in rows(store, query)}
    assert mu["Cleo"] > mu["Ana"] > mu["Ben"]


def test_among_equal_wins_fewer_points_stand_first(store: Store) -> None:
    ended(store, hands=((20, 14, 9),))
    assert [row.name for row in store.stats.standings("golf")] == ["Cleo", "Ben", "Ana"]
    ended(store, "rounds", ((9, 20, 14),))
    assert [row.name for row in store.stats.standings("rounds")] == ["Ben", "Cleo", "Ana"]


def test_two_who_met_and_a_player_count_the_wins_of_the_lowest(store: Store) -> None:
    ended(store)
    cleo, ana = store.player("Cleo"), store.player("Ana")
    [meeting] = store.stats.head_to_head(cleo, ana).meetings
    assert (meeting.wins, meeting.others) == (1, 0)
    player = store.stats.player(cleo)
    assert (player.wins, player.games[0].points) == (1, 9)
    assert [result.won for result in player.form] == [True]
    [match] = store.history(game="golf").items
    assert match.winners == (2,)


def test_sums_follow_when_the_winner_is_another_one(store: Store) -> None:
    key = ended(store)
    store.record(key, [(1, "strokes.2", "20")], uid="")
    assert kept(store)[2:] == (3, 6)  # Ben, 14 to 20 and 28, was behind by three
    assert {row.name for row in store.players() if row.wins} == {"Ben"}
    assert store.audit() == (1, [])


def test_the_tables_for_a_spreadsheet_name_the_lowest_as_winner(store: Store) -> None:
    ended(store)
    table = list(csv.DictReader(store.keeping.club_csv()))
    assert {row["player"]: (row["won"], row["points"], row["total"]) for row in table} == {
        "Ana": ("0", "20", "20"), "Ben": ("0", "14", "14"), "Cleo": ("1", "9", "9"),
    }  # fmt: skip
