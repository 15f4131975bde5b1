"""Phones that answer at the same instant, through a real server: nothing is lost or doubled."""

from __future__ import annotations

import http.client
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from referee.store import NewMatch, Store
from tests.cli.conftest import PATIENCE, Home, find_port
from tests.devices import owner
from tests.trials.trial import Trial

DUELS = 100  # with one server
SAVED, STALE = 303, 409
POINTS = ("high=0", "low=1", "jack=none", "game=1")  # asked on one screen


class House:
    """A server, and the matches in its club."""

    def __init__(self, home: Home) -> None:
        assert home.run("upgrade").returncode == 0
        self.store = Store(f"sqlite:///{home.file}")
        self.cookie = owner(self.store)
        self.port = find_port()
        self.home = home
        home.serve(self.port)

    def match(self) -> str:
        return self.store.create(NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"]))

    def post(self, match: str, answer: str, seen: int, uid: str) -> int:
        """The status with which an answer comes back."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"referee={self.cookie}",
            "Origin": f"http://127.0.0.1:{self.port}",
        }
        body = urlencode({"hand": 0, "answer": answer, "seen": seen, "uid": uid})
        try:
            line.request("POST", f"/t/{match}/answer", body, headers)
            return line.getresponse().status
        finally:
            line.close()

    def at_once(self, match: str, seen: int, taps: list[tuple[str, str]]) -> list[int]:
        """The statuses of answers, each with its uid, sent by as many phones together."""
        gate = threading.Barrier(len(taps))

        def tap(what: tuple[str, str]) -> int:
            gate.wait(PATIENCE)
            return self.post(match, what[0], seen, what[1])

        with ThreadPoolExecutor(len(taps)) as pool:
            return list(pool.map(tap, taps))

    def answers(self, match: str) -> list[str]:
        return [f"{entry.key}={entry.value}" for entry in self.store.load(match).log]


@contextmanager
def open_house(home: Home) -> Iterator[House]:
    house = House(home)
    try:
        yield house
        assert house.store.audit()[1] == []
    finally:
        house.store.close()
        home.stop()


def duel(house: House, chance: Random) -> None:
    """Two or more phones at one table.  Raises AssertionError where one of them is wronged."""
    match = house.match()
    contracts = [f"contract={chance.randrange(4)}.{bid}" for bid in (2, 3)]
    kind = chance.choice(("different", "different", "same", "twice"))
    if kind == "different":  # one wins, the other is told
        statuses = house.at_once(match, 0, [(answer, answer) for answer in contracts])
        assert sorted(statuses) == [SAVED, STALE], (kind, statuses)
        assert house.answers(match) == [contracts[statuses.index(SAVED)]]
    else:  # both say the same, or one phone sends its intent twice
        uids = ("tap", "tap" if kind == "twice" else "other")
        statuses = house.at_once(match, 0, [(contracts[0], uid) for uid in uids])
        assert statuses == [SAVED, SAVED], (kind, statuses)
        assert house.answers(match) == [contracts[0]]
    assert house.post(match, "trump=C", 1, "trump") == SAVED
    said = chance.sample(POINTS, chance.randrange(2, 5))
    statuses = house.at_once(match, 2, [(answer, answer) for answer in said])
    assert statuses == [SAVED] * len(said), statuses  # different questions never conflict
    assert sorted(house.answers(match)[2:]) == sorted(said)


def attempt(seed: int, piece: int) -> list[str]:
    chance = Random(f"duels {seed} {piece}")
    with (
        tempfile.TemporaryDirectory(prefix="referee-duels-") as folder,
        open_house(Home(Path(folder) / "instance")) as house,
    ):
        for _ in range(DUELS):
            duel(house, chance)
    return []


DUELLED = Trial("duels", 300, "duels", attempt, DUELS)
