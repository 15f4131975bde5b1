"""What the bench measures against: it stands alone, and says the same as the engine."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from referee.engine.match import fold
from tests.bench.logs import PLAYED, match
from tests.bench.replays import agree, bare, entries, setup_of
from tests.bench.yardstick import replay

BENCH = Path(__file__).parent / "bench"
ALONE = [BENCH / "yardstick.py", BENCH / "logs.py", *sorted((BENCH / "floor").glob("*.py"))]
THEMSELVES = ("tests.bench.floor", "tests.bench.yardstick")
LOGS = [("Pitch at totals", 12), ("Pitch by cards", 6), ("German Whist by cards", 9)]


def test_there_is_something_to_check() -> None:
    assert len(ALONE) >= 6
    assert {name for name, _ in LOGS} == set(PLAYED)


@pytest.mark.parametrize("file", ALONE, ids=lambda file: file.name)
def test_a_yardstick_imports_nothing_of_what_it_measures(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] != "referee"
            assert not name.startswith("tests") or name.startswith(THEMSELVES), name


@pytest.mark.parametrize(("name", "hands"), LOGS)
def test_a_yardstick_scores_as_the_engine_does(name: str, hands: int) -> None:
    for seed in range(3):
        rows, said = match(name, seed, hands)
        assert said.hands == hands or said.winner is not None
        agree(name, rows, said, fold(setup_of(name), entries(rows)))


@pytest.mark.parametrize(("name", "hands"), LOGS)
def test_a_yardstick_refuses_what_the_engine_refuses(name: str, hands: int) -> None:
    """An answer that is not legal, a card that has fallen before, leaves the hand open."""
    rows, _ = match(name, 0, 2)
    wrong = [row for row in rows if row[0] == 1][-1]
    other = rows[-2][2] if wrong[1].startswith("card.") else "9"
    bad = [(*row[:2], other) if row == wrong else row for row in rows]
    said, sheet = bare(name, bad), fold(setup_of(name), entries(bad))
    assert said.open == wrong[1]
    assert sheet.number == said.hands == 1
    assert [q.key for q in sheet.now.hand.open] == [wrong[1]]
    assert said.totals == tuple(sheet.totals)


def test_a_yardstick_ends_a_match_when_the_bidders_are_out() -> None:
    _, seats, _, _, _, sheet = PLAYED["Pitch at totals"]
    hand = {"contract": "1.4", "trump": "H", "high": "1", "low": "1", "jack": "1", "game": "1"}
    rows = [(n, k, v) for n in range(2) for k, v in {**hand, "next": "ok"}.items()]
    done = replay(sheet, seats, 2, 8, 0, rows)
    assert (done.totals, done.hands, done.winner, done.open) == ((0, 8), 2, 1, "")
