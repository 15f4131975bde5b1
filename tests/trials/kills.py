"""A server that is killed while it saves: what it acknowledged is there, once, in order."""

from __future__ import annotations

import http.client
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from referee.store import NewMatch, Store
from tests.cli.conftest import PATIENCE, Home, find_port
from tests.devices import owner
from tests.trials.trial import Trial

PHONES = 3
SAVES = 8  # acknowledged between two kills, at least
KILLS = 10  # of one server's file
LATEST = 0.02  # seconds after these saves


class Phone(threading.Thread):
    """Writes note after note; sends one again, as the same intent, until it is acknowledged."""

    def __init__(self, match: str, cookie: str, port: int) -> None:
        super().__init__(daemon=True)
        self.match, self.port = match, port
        self.headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"referee={cookie}",
            "Origin": f"http://127.0.0.1:{port}",
        }
        self.acknowledged: list[str] = []
        self.refused: list[int] = []
        self.sent_again = 0
        self.enough = threading.Event()

    def run(self) -> None:
        number = 0
        while not self.enough.is_set():
            number += 1
            while not self.saved(str(number)):
                self.sent_again += 1
                time.sleep(0.02)
            self.acknowledged.append(str(number))

    def saved(self, value: str) -> bool:
        body = urlencode({"hand": 0, "answer": f"note={value}", "uid": f"tap{value}"})
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("POST", f"/t/{self.match}/answer", body, self.headers)
            status = line.getresponse().status
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()
        if status != 303:
            self.refused.append(status)
        return status == 303


def kill(home: Home, kills: int, chance: Random) -> None:
    """Kill a server so often while phones save.  Raises AssertionError where a save is lost."""
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    table = NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"])
    matches = [store.create(table) for _ in range(PHONES)]
    cookie = owner(store)
    store.close()

    port = find_port()
    phones = [Phone(match, cookie, port) for match in matches]
    server = home.serve(port)
    for phone in phones:
        phone.start()
    for _ in range(kills):
        before = sum(len(phone.acknowledged) for phone in phones)
        end = time.monotonic() + PATIENCE
        while sum(len(phone.acknowledged) for phone in phones) < before + SAVES:
            assert time.monotonic() < end, [phone.refused[-3:] for phone in phones]
            time.sleep(0.001)
        time.sleep(chance.uniform(0, LATEST))
        server.kill()
        server.wait()
        server = home.serve(port)
    for phone in phones:
        phone.enough.set()
    for phone in phones:
        phone.join(PATIENCE)
    home.stop()

    assert all(phone.sent_again for phone in phones)  # the kills hit requests in flight
    store = Store(f"sqlite:///{home.file}")
    for match, phone in zip(matches, phones, strict=True):
        assert phone.refused == []
        assert [entry.value for entry in store.load(match).log] == phone.acknowledged
    assert store.audit() == (PHONES, [])
    store.close()
    with closing(sqlite3.connect(home.file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def attempt(seed: int, piece: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="referee-kills-") as folder:
        home = Home(Path(folder) / "instance")
        try:
            kill(home, KILLS, Random(f"kills {seed} {piece}"))
        finally:
            home.stop()
    return []


KILLED = Trial("kills", 50, "kills", attempt, KILLS)
