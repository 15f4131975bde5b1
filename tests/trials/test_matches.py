"""The fixed sample of the trials with the engine alone; `make trials` has the large numbers."""

from __future__ import annotations

import pytest

from tests.trials.engine_words import NAMES
from tests.trials.matches import book_differences, differences
from tests.trials.transcripts import SEED, frozen


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_random_matches_are_told_as_they_were(name: str, number: int) -> None:
    assert str(number) in frozen(name)
    assert differences(name, SEED, number) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_says_of_itself_what_it_said(name: str) -> None:
    assert frozen(name)["book"]
    assert book_differences(name, SEED) == []
