"""Rights that are remembered for some seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from referee.store.devices.access import LONGEST, Remembered


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 19, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_nothing_may_be_an_answer_too() -> None:
    rights = Remembered(True, Clock())
    assert rights.ask(("who",), lambda: None) is None
    assert rights.ask(("who",), lambda: "found") is None
    assert rights.ask(("another",), lambda: "found") == "found"


@pytest.mark.parametrize("later", [LONGEST, -LONGEST, timedelta(hours=1), -timedelta(days=365)])
def test_an_answer_is_found_once_until_it_is_old(later: timedelta) -> None:
    clock, found = Clock(), iter(range(9))
    rights = Remembered(True, clock)
    assert [rights.ask(("who",), lambda: next(found)) for _ in range(3)] == [0, 0, 0]
    clock.now += later
    assert rights.ask(("who",), lambda: next(found)) == 1


def test_a_change_makes_it_forget_at_once() -> None:
    found = iter(range(9))
    rights = Remembered(True, Clock())
    rights.ask(("who",), lambda: next(found))
    rights.forget()
    assert rights.ask(("who",), lambda: next(found)) == 1


def test_what_was_found_before_a_change_is_not_kept() -> None:
    rights = Remembered(True, Clock())

    def slow() -> str:
        rights.forget()  # the change lands while this one is being looked up
        return "old"

    rights.ask(("who",), slow)
    assert rights.ask(("who",), lambda: "new") == "new"


def test_it_remembers_nothing_where_others_write_too() -> None:
    found = iter(range(9))
    rights = Remembered(False, Clock())
    assert [rights.ask(("who",), lambda: next(found)) for _ in range(2)] == [0, 1]
