"""A fixed sample of the trial `kills`."""

from __future__ import annotations

from random import Random

from tests.cli.conftest import Home
from tests.trials.kills import kill


def test_no_acknowledged_answer_is_lost_or_doubled(home: Home) -> None:
    kill(home, 3, Random(0))
