"""A fixed sample of the trial `duels`."""

from __future__ import annotations

from random import Random

from tests.cli.conftest import Home
from tests.trials.duels import duel, open_house


def test_of_phones_that_answer_at_once_none_is_wronged(home: Home) -> None:
    chance = Random(0)
    with open_house(home) as house:
        for _ in range(10):
            duel(house, chance)
