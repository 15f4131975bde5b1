"""A trial that is broken off goes on where it stopped, and what was found is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trials import trial as trials
from tests.trials.trial import Trial, run

FOREVER = float("inf")


class Stopped(BaseException):
    """Somebody pressed Control-C."""


def test_a_run_goes_on_where_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "PROGRESS", tmp_path)
    tried: list[int] = []

    def attempt(seed: int, piece: int) -> list[str]:
        tried.append(piece)
        if piece == 2 and tried.count(2) == 1:
            raise Stopped
        assert piece != 1, "a card was lost"
        return []

    trial = Trial("cards", 40, "cards", attempt, piece=10)
    with pytest.raises(Stopped):
        run(trial, 3, 40, FOREVER)
    assert run(trial, 3, 40, until=0)[0].endswith("0 s, 20 left: the same command goes on")
    line, good = run(trial, 3, 40, FOREVER)
    assert tried == [0, 1, 2, 2, 3]
    assert not good
    assert "a card was lost" in line
    assert line.endswith("cards      seed 3        40 cards: 1 FOUND, 0 s")
    assert not list(tmp_path.iterdir())
