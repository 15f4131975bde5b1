"""Counters: calls of our functions, and what is asked of the database."""

from __future__ import annotations

import dis
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from tests.bench.house.lines import REFEREE

OURS_BEGIN = str(REFEREE) + "/"
CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")


@cache
def start(code: CodeType) -> int:
    """Where a call of that code begins; a generator that goes on is further on."""
    found = (step.offset for step in dis.get_instructions(code) if step.opname == "RESUME")
    return next(found, 0)


class Calls:
    """Calls of functions of ours, in every thread that began after `watch`.

    A generator that goes on is no new call; comprehensions are functions where Python makes them
    such (before 3.12)."""

    def __init__(self) -> None:
        self.on = False
        self.made: Counter[tuple[str, str, int]] = Counter()

    def watch(self) -> None:
        threading.setprofile(self._hear)
        sys.setprofile(self._hear)

    def unwatch(self) -> None:
        threading.setprofile(None)
        sys.setprofile(None)

    def _hear(self, frame: FrameType, what: str, _argument: object) -> None:
        if not self.on or what != "call":
            return
        code = frame.f_code
        if not code.co_filename.startswith(OURS_BEGIN) or not code.co_filename.endswith(".py"):
            return
        if frame.f_lasti > start(code):
            return
        self.made[code.co_filename, code.co_qualname, code.co_firstlineno] += 1

    @property
    def files(self) -> set[str]:
        return {file for file, *_ in self.made}


class Statements:
    """What is asked of the database, without beginning and ending transactions."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.transactions = 0

    def _hear(self, _conn: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not statement.lstrip().upper().startswith(CONTROL):
            self.said.append(" ".join(statement.split()))

    def _begin(self, _connection: Connection) -> None:
        self.transactions += 1

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listens to every engine, so that none has to be found."""
        event.listen(Engine, "before_cursor_execute", self._hear)
        event.listen(Engine, "begin", self._begin)
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", self._hear)
            event.remove(Engine, "begin", self._begin)
