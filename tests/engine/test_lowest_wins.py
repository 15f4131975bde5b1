"""Which total is best, and whether one ends the match, is asked of the game."""

from __future__ import annotations

import pytest

from referee.engine import Best, Side, best_first, best_of, worth
from tests.golf import Golf, Rounds, strokes
from tests.talk import Talk, table_of

THREE = ("Ana", "Ben", "Cleo")


def golf(*start: int) -> Talk:
    return table_of(Golf(target=20), THREE, start=start)


def rounds(*start: int) -> Talk:
    return table_of(Rounds(), THREE, start=start)


@pytest.mark.parametrize(
    ("best", "first", "order"), [("high", (2,), [2, 0, 3, 1]), ("low", (1,), [1, 0, 3, 2])]
)
def test_totals_are_ordered_the_way_the_game_counts(
    best: Best, first: tuple[int, ...], order: list[int]
) -> None:
    totals = (3, -1, 7, 3)
    assert best_first(totals, best) == order
    assert best_of({Side(n): total for n, total in enumerate(totals)}, best) == first
    assert best_of({Side(0): 4, Side(1): 4}, best) == (0, 1)
    assert best_of({}, best) == ()
    assert (worth(7, best) > worth(3, best)) is (best == "high")


def test_the_lowest_total_wins() -> None:
    assert golf(4, 9, 11).say(strokes(2, 6, 9)).won() == (0,)
    assert rounds(4, 9, 11).say(strokes(2, 6, 9)).won() == (2,)


def test_the_best_of_the_others_win_where_a_side_gives_up() -> None:
    assert golf(4, 9, 11).say("end=conceded.0").won() == (1,)
    assert golf(4, 9, 11).say("end=conceded.2").won() == (0,)
    assert golf(9, 9, 4).say("end=conceded.2").won() == (0, 1)
    assert rounds(4, 9, 11).say("end=conceded.2").won() == (1,)


def test_who_revoked_keeps_the_points_where_they_are_no_gain() -> None:
    talk = golf(4, 9, 11).say(strokes(2, 6, 12)).say("ruling.1=REVOKE:2")
    assert talk.points() == [2, 6, 12]
    assert talk.sheet.totals == (6, 15, 23)
    assert talk.won() == (0,)


def test_who_revoked_does_not_win_as_the_lowest_either() -> None:
    talk = golf(4, 9, 11).say(strokes(2, 6, 9)).say("ruling.1=REVOKE:0", 0)
    assert talk.sheet.totals == (6, 15, 20)
    assert talk.won() is None
    assert talk.say("next=ok").say(strokes(10, 0, 0)).won() == (1,)


def test_nobody_stops_short_of_a_goal_that_there_is_not() -> None:
    talk = rounds(4, 9, 11).say(strokes(2, 6, 39)).say("ruling.1=REVOKE:2", 0)
    assert talk.points(0) == [2, 6, 39]
    assert talk.won() is None  # the leader revoked: on it goes
    assert talk.say("next=ok").say(strokes(0, 0, 0)).won() == (2,)
