"""A fixed sample of the trial `cuts`."""

from __future__ import annotations

from random import Random

from tests.trials.cuts import run


def test_a_power_cut_loses_no_acknowledged_save() -> None:
    assert run(Random(0), 20)
