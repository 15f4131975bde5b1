"""A club of 2,000 matches comes in while three tables play: how fast, and how long a save waits."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import pytest

from referee.store import NewMatch, Store, StoreError, upgrade
from referee.store.base import parsed
from tests import postgres
from tests.bench import clubs
from tests.bench.figures import Limits, percentile
from tests.store.steps import SET

MATCHES = 2_000
TABLES = 3
BETWEEN = 0.02  # seconds between two taps at a table
LEAST_SPEED = 30  # matches a second
LONGEST_WAIT = 3_000  # ms


@pytest.fixture
def folder() -> Iterator[Path]:
    """For a server: an empty one."""
    made = Path(tempfile.mkdtemp(prefix="referee-bench-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The club that comes in."""
    place = tmp_path_factory.mktemp("club")
    url = f"sqlite:///{place / 'club.sqlite'}"
    clubs.make(url, MATCHES, clubs.moulds(place))
    store, file = Store(url), place / "club.jsonl"
    with file.open("w") as out:
        out.writelines(f"{line}\n" for line in store.keeping.export_club())
    store.close()
    return file


class Table(threading.Thread):
    """Plays hand after hand; keeps how long each save took, in ms, and what failed."""

    def __init__(self, store: Store, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.store, self.done = store, done
        self.took: list[float] = []
        self.failed: list[str] = []

    def run(self) -> None:
        table = NewMatch("pitch", ("Ana", "Ben", "Cleo", "Dan"))
        while not self.done.is_set():
            match = self.store.create(table)
            for key, value in SET:
                start = time.perf_counter()
                try:
                    self.store.record(match, [(0, key, value)], uid="")
                except StoreError as error:
                    self.failed.append(str(error))
                self.took.append(1000 * (time.perf_counter() - start))
                time.sleep(BETWEEN)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_tables_play_on_while_a_club_comes_in(folder: Path, file: Path, kind: str) -> None:
    url = f"sqlite:///{folder / 'here.sqlite'}"
    stop: Callable[[], object] = folder.exists  # nothing to stop for a file
    if kind == "postgresql":
        url, stop = postgres.start(folder)
    try:
        upgrade(parsed(url))
        store, done = Store(url), threading.Event()
        tables = [Table(store, done) for _ in range(TABLES)]
        for table in tables:
            table.start()
        start = time.perf_counter()
        with file.open("rb") as source:
            assert store.keeping.take_in(source).new == MATCHES
        spent = time.perf_counter() - start
        done.set()
        for table in tables:
            table.join()
        store.close()
    finally:
        stop()
    took = [ms for table in tables for ms in table.took]
    print(f"\n{kind}: {len(took)} saves, median {median(took):.0f} ms")
    limits = Limits()
    limits.least("matches that come in a second", MATCHES / spent, LEAST_SPEED)
    limits.most("a save meanwhile, 99 of 100", percentile(took, 99), LONGEST_WAIT, " ms")
    limits.most("a save meanwhile, the longest", max(took), LONGEST_WAIT, " ms")
    limits.check()
    assert [why for table in tables for why in table.failed] == []
