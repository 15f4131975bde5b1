"""Replays of the same logs by the engine and by the yardstick, in milliseconds of this process's
CPU time.

Run as `python -m tests.bench.replays NAME`: a process of its own, so that the first one is a first.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from referee.engine import Entry
from referee.engine.house import with_rules
from referee.engine.match import Setup, Sheet, fold
from referee.games import GAMES
from tests.bench.logs import PLAYED, matches
from tests.bench.yardstick import Replayed, Row, replay

ROUNDS = 25


def setup_of(name: str) -> Setup:
    game, seats, bids, play, target, _ = PLAYED[name]
    rules = with_rules(GAMES[game](), {"target": str(target)})
    return Setup(rules, tuple(f"player {n}" for n in range(seats)), bids=bids, play=play)  # type: ignore[arg-type]


def entries(rows: list[Row]) -> list[Entry]:
    return [Entry(n, hand, str(key), str(value)) for n, (hand, key, value) in enumerate(rows, 1)]


def bare(name: str, rows: list[Row]) -> Replayed:
    _, seats, _, _, target, sheet = PLAYED[name]
    return replay(sheet, seats, 2, target, 0, rows)


def agree(name: str, rows: list[Row], said: Replayed, sheet: Sheet) -> None:
    """What a yardstick is worth: it says the same of a match.  Raises AssertionError."""
    scored = [row for row in sheet.counted if row.score is not None]
    winners = () if said.winner is None else (said.winner,)
    assert said == bare(name, rows)
    assert (said.totals, said.hands) == (tuple(sheet.totals), len(scored)), name
    assert winners == (() if sheet.outcome is None else tuple(sheet.outcome.winners)), name
    assert (said.open == "") is (sheet.asking is None), name


def measured(name: str) -> dict[str, Any]:
    """Cold: each round has a rule sheet, a setup and log entries that nothing has seen yet, so what
    a match remembers of itself is not there; what the code remembers (module caches) is, but for
    the first round.  Making those objects is not in the time."""
    made = matches(name)
    ours: list[float] = []
    theirs: list[float] = []

    def timed(work: Callable[[], object]) -> float:
        begun = time.process_time()
        work()
        return (time.process_time() - begun) * 1000

    for _ in range(ROUNDS):
        given = [(setup_of(name), entries(rows)) for rows, _ in made]
        ours.append(timed(lambda: [fold(setup, log) for setup, log in given]))  # noqa: B023
        theirs.append(timed(lambda: [bare(name, rows) for rows, _ in made]))
    for rows, said in made:
        agree(name, rows, said, fold(setup_of(name), entries(rows)))
    return {
        "first": ours[0],
        "median": median(ours),
        # Of each round by itself: what else the machine did then touched both.
        "ratio": median(mine / bare for mine, bare in zip(ours, theirs, strict=True)),
        "yardstick": median(theirs),
        "hands": sum(said.hands for _, said in made),
        "matches": len(made),
    }


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
