"""A server that is killed in the middle of saving: what was acknowledged is there, once, in order.

KILLS=50 in the environment makes it many more rounds than the three of every day.
"""

from __future__ import annotations

import http.client
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlencode

from referee.store import NewMatch, Store
from tests.cli.conftest import PATIENCE, Home
from tests.devices import owner

KILLS = int(os.environ.get("KILLS", "3"))
PHONES = 3
SAVES = 8  # acknowledged between two kills


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


def test_no_acknowledged_answer_is_lost_or_doubled(
    home: Home, free_port: Callable[[], int]
) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    table = NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"])
    matches = [store.create(table) for _ in range(PHONES)]
    cookie = owner(store)
    store.close()

    port = free_port()
    phones = [Phone(match, cookie, port) for match in matches]
    server = home.serve(port)
    for phone in phones:
        phone.start()
    for _ in range(KILLS):
        before = sum(len(phone.acknowledged) for phone in phones)
        end = time.monotonic() + PATIENCE
        while sum(len(phone.acknowledged) for phone in phones) < before + SAVES:
            assert time.monotonic() < end, [phone.refused[-3:] for phone in phones]
            time.sleep(0.001)
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
