"""Replay of 40 hands, cold, in yardsticks: the least that a replay by generators can be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.figures import Limits
from tests.bench.logs import PLAYED

ROOT = Path(__file__).parents[2]
# The goals are 2, 2.5 and 2.5 times what a first sketch of the engine takes, which makes a question
# of every answer.  The sketch takes so many yardsticks for the same logs:
SKETCH = {"Pitch at totals": 6.4, "Pitch by cards": 8.8, "German Whist by cards": 10.2}
GOALS = {"Pitch at totals": 2.0, "Pitch by cards": 2.5, "German Whist by cards": 2.5}


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_replay(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.replays", name],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    took: dict[str, Any] = json.loads(done.stdout)
    size = f"{took['hands']} hands in {took['matches']}"
    told = ", ".join(f"{which} {took[which]:.2f} ms" for which in ("first", "median", "yardstick"))
    print(f"\n  {name}, {size}: {told}")
    limits, goal, sketch = Limits(), GOALS[name], SKETCH[name]
    ratios = {"first": took["first"] / took["yardstick"], "median": took["ratio"]}
    for which, ratio in ratios.items():
        told = f"{goal * sketch:.0f} x ({goal:g} sketches; this is {ratio / sketch:.1f})"
        limits.goal(f"{name}, {which}, of the yardstick", ratio, told, " x")
