"""Messages: parameters inside parameters, plurals, names; and seats round a table."""

from __future__ import annotations

import pytest

from referee.engine import (
    Card,
    PlayerName,
    Said,
    Seat,
    Side,
    SideName,
    Suit,
    Table,
    alternate,
    in_english,
    msg,
    msgs,
)

NAMES = ("Ann", "Bob", "Cy", "Di")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (msg("Misdeal"), "Misdeal"),
        (msg("%(who)s leads.", who=PlayerName(Seat(2))), "Cy leads."),
        (msg("%(side)s won", side=SideName(Side(1))), "side 1 won"),
        (msg("%(suit)s were turned down.", suit=Suit("H")), "hearts were turned down."),
        (msg("called: %(card)s", card=Card("TH")), "called: TH"),
        (msgs("%(n)s trick", "%(n)s tricks", 1), "1 trick"),
        (msgs("%(n)s trick", "%(n)s tricks", 0), "0 tricks"),
        (msg("took %(points)s", points=(msg("high"), msg("low"))), "took high low"),
        (msg("(%(inner)s)", inner=msg("%(n)s of 13", n=7)), "(7 of 13)"),
        (7, "7"),
        ("Vera", "Vera"),
        (Card("AS"), "AS"),
        ((PlayerName(Seat(0)), 3), "Ann 3"),
        (msg("100%"), "100%"),
    ],
)
def test_a_message_in_english(said: Said, words: str) -> None:
    assert in_english(said, NAMES.__getitem__, lambda side: f"side {side}") == words


def test_more_parameters_leave_the_first_message_as_it_was() -> None:
    first = msg("%(who)s: %(answer)s", who=PlayerName(Seat(0)))
    second = first.with_params(answer="pass")
    assert in_english(second) == "0: pass"
    assert "answer" not in first.params


def test_partners_sit_opposite() -> None:
    assert alternate(4, 2) == ((0, 2), (1, 3))
    assert alternate(6, 3) == ((0, 3), (1, 4), (2, 5))
    assert alternate(6, 2) == ((0, 2, 4), (1, 3, 5))
    assert alternate(3, 3) == ((0,), (1,), (2,))


@pytest.mark.parametrize(("dealer", "eldest"), [(0, 1), (2, 3), (3, 0)])
def test_eldest_hand_sits_on_the_dealers_left(dealer: int, eldest: int) -> None:
    table = Table(alternate(4, 2), Seat(dealer))
    assert table.eldest == eldest
    assert table.clockwise(table.eldest)[-1] == dealer
    assert table.side(table.eldest) != table.side(Seat(dealer))


def test_totals_are_nothing_where_none_were_brought() -> None:
    assert Table(alternate(4, 2)).total(Side(1)) == 0
    assert Table(alternate(4, 2), totals=(3, -4)).total(Side(1)) == -4
