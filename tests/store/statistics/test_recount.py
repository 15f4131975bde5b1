"""A fixed sample of the trial `recount`, on both databases."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.store import Store
from tests.trials.recounts import try_club

MATCHES = 24


@pytest.fixture
def fresh(mould: Path, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens one empty store after the other."""
    opened: list[Store] = []

    def another() -> Store:
        file = tmp_path / f"fresh{len(opened)}.sqlite"
        shutil.copy(mould, file)
        opened.append(Store(f"sqlite:///{file}"))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


def test_statistics_are_what_a_recount_gives(store: Store, fresh: Callable[[], Store]) -> None:
    try_club(store, fresh, seed=7, matches=MATCHES)
