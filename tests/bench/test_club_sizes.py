"""History and statistics of a club with 100,000 matches against one with 100.

REFEREE_BENCH_MATCHES sets the size of the large club.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from statistics import median

import pytest
from sqlalchemy import create_engine, make_url, text

from referee.games import GAMES
from referee.store import Store
from referee.store.matches import load as matches
from tests import postgres
from tests.bench import clubs
from tests.bench.figures import Limits
from tests.store.steps import rows

SMALL, MIDDLE = 100, 10_000
LARGE = int(os.environ.get("REFEREE_BENCH_MATCHES", "100000"))
SIZES = (SMALL, MIDDLE, LARGE)
MOST_TIMES = 1.5  # what anything may take in the large club, against the small one
ROUNDS = 60
MOST_MEMORY = 1.2  # times what an export of the small club takes
EXPORT = """
import sys
from pathlib import Path
from referee.store import Store
lines = getattr(Store(sys.argv[1]).keeping, sys.argv[2])()
size = sum(len(line) for line in lines)
peak = next(line for line in Path("/proc/self/status").open() if line.startswith("VmHWM"))
print(size, int(peak.split()[1]))
"""
PAGE = 20
FIRST, LAST = date(2023, 3, 5), date(2025, 9, 20)
GAME = "pitch"


@pytest.fixture(scope="module")
def moulds(tmp_path_factory: pytest.TempPathFactory) -> list[clubs.Mould]:
    return clubs.moulds(tmp_path_factory.mktemp("moulds"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, moulds: list[clubs.Mould]) -> Iterator[dict[int, Store]]:
    """A store of each size."""
    folder = Path(tempfile.mkdtemp(prefix="referee-bench-"))
    stop: Callable[[], object] = folder.exists  # nothing to stop for a file
    urls = {size: f"sqlite:///{folder / f'club{size}.sqlite'}" for size in SIZES}
    if request.param == "postgresql":
        url, stop = postgres.start(folder)
        engine = create_engine(make_url(url), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for size in SIZES:
                connection.execute(text(f"CREATE DATABASE club{size}"))
        engine.dispose()
        urls = {
            size: make_url(url).set(database=f"club{size}").render_as_string(hide_password=False)
            for size in SIZES
        }
    opened: dict[int, Store] = {}
    try:
        for size, url in urls.items():
            start = time.perf_counter()
            clubs.make(url, size, moulds)
            print(f"\n{request.param}: {size} matches made in {time.perf_counter() - start:.0f} s")
            opened[size] = Store(url)
        yield opened
    finally:
        for store in opened.values():
            store.close()
        stop()
        shutil.rmtree(folder, ignore_errors=True)


class Reads:
    """What pages ask of one club: two of its players, and a place in its history."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.one, self.other = (row.id for row in sorted(store.players(), key=lambda r: r.name)[:2])
        page = store.history(limit=PAGE)
        self.place = page.next
        self.match = page.items[0].id

    def all(self, limit: Callable[[str], int]) -> dict[str, Callable[[], int]]:
        """Each read by its name; it gives how many matches it found."""
        store, stats = self.store, self.store.stats
        days = {"first": FIRST, "last": LAST}

        def found(name: str, **wanted: object) -> Callable[[], int]:
            return lambda: len(store.history(limit=limit(name), **wanted).items)  # type: ignore[arg-type]

        def many(read: Callable[[], object]) -> Callable[[], int]:
            return lambda: 1 if read() is not None else 0

        return {
            "first page of history": found("first page of history"),
            "next page": found("next page", before=self.place),
            "page of a game": found("page of a game", game=GAME),
            "page between dates": found("page between dates", **days),
            "page of a player": found("page of a player", player=self.one),
            "page of player, game, dates": found(
                "page of player, game, dates", player=self.one, game=GAME, **days
            ),
            "page of two partners": found(
                "page of two partners", player=self.one, partner=self.other
            ),
            "players": many(store.players),
            "player page": many(lambda: stats.player(self.one)),
            "head to head": lambda: len(
                stats.head_to_head(self.one, self.other, limit=limit("head to head")).latest
            ),
            "standings of a year": many(
                lambda: stats.standings(GAME, date(2024, 1, 1), date(2024, 12, 31))
            ),
            "standings between dates": many(lambda: stats.standings(GAME, FIRST, LAST)),
            "records": many(lambda: stats.records(GAME)),
            "effects of house rules": many(lambda: stats.rule_effects(GAME)),
            "opening a match": many(self.open),
        }

    def open(self) -> object:
        """A match read from its log, none of it from memory."""
        return self.store._database.read(lambda s: matches.read(s, matches.find(s, self.match)))


def test_pages_take_as_long_in_a_large_club(stores: dict[int, Store]) -> None:
    reads = {size: Reads(store) for size, store in stores.items()}
    assert set(GAMES) == set(stores[SMALL].stats.games())
    whole = {name: read() for name, read in reads[SMALL].all(lambda _: PAGE).items()}
    # As many matches on a page in each club: the small one has only so many of them.
    work = {size: club.all(lambda name: max(1, whole[name])) for size, club in reads.items()}
    took: dict[tuple[str, int], list[float]] = {}
    for round in range(ROUNDS):
        for name in work[SMALL]:
            for size in SIZES:
                start = time.perf_counter()
                found = work[size][name]()
                spent = time.perf_counter() - start
                assert found == whole[name], (name, size)
                if round:  # the first one fills caches
                    took.setdefault((name, size), []).append(1000 * spent)
    limits = Limits()
    for name in work[SMALL]:
        small, middle, large = (median(took[name, size]) for size in SIZES)
        print(f"{name:30} {small:7.2f} {middle:7.2f} {large:7.2f} ms")
        limits.most(name, large / small, MOST_TIMES, " times")
    limits.check()


@pytest.mark.parametrize("what", ["export_club", "club_csv"])
def test_an_export_takes_as_much_memory_in_a_large_club(
    stores: dict[int, Store], what: str
) -> None:
    """The most that a process of its own ever has in memory."""
    peaks: dict[int, int] = {}
    for number, store in stores.items():
        url = store._database.engine.url.render_as_string(hide_password=False)
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", EXPORT, url, what], capture_output=True, text=True, check=True
        )
        size, peaks[number] = map(int, done.stdout.split())
        print(
            f"\n{what} of {number}: {size / 1e6:.1f} MB in {time.perf_counter() - start:.1f} s, "
            f"peak {peaks[number] / 1024:.1f} MiB"
        )
    limits = Limits()
    limits.most(f"peak of {what}", peaks[LARGE] / peaks[SMALL], MOST_MEMORY, " times")
    limits.check()


@pytest.mark.parametrize("words", ["lake", "rain", "player", "nowhere"])
def test_what_free_text_costs(stores: dict[int, Store], words: str) -> None:
    """It looks at one match after the other until a page is full: no limit, only told."""
    for size, store in stores.items():
        start = time.perf_counter()
        found = store.history(text=words).items
        print(
            f"\n“{words}” among {size}: {1000 * (time.perf_counter() - start):.1f} ms, {len(found)}"
        )


def test_a_sample_is_as_if_it_had_been_played(stores: dict[int, Store]) -> None:
    assert stores[SMALL].audit() == (SMALL, [])
    large = stores[LARGE]
    assert rows(large, "SELECT count(*) FROM match") == [(LARGE,)]
