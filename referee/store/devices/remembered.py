"""What devices may do, remembered for a while: every page and every save asks.

Only where this process alone changes it, which then clears all; a server beside it would be heard
too late.  A command of the owner's, run beside the server, may be.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

LONGEST = timedelta(minutes=1)
MOST = 4_096  # answers; then all are forgotten


class Remembered:
    """Answers by question, until they are too old or anything has changed."""

    def __init__(self, on: bool, clock: Callable[[], datetime]) -> None:
        self._on, self._clock = on, clock
        self._known: dict[Any, tuple[datetime, Any]] = {}
        self._changes = 0
        self._lock = Lock()

    def ask(self, question: tuple[str, ...], find: Callable[[], T]) -> T:
        """The answer, found now if it is not known."""
        now, changes = self._clock(), self._changes
        known = self._known.get(question)
        if known is not None and abs(now - known[0]) < LONGEST:  # a clock may be put back
            answer: T = known[1]
            return answer
        found = find()
        with self._lock:
            # What was found before a change may be wrong after it.
            if self._on and changes == self._changes:
                if len(self._known) >= MOST:
                    self._known = {}
                self._known[question] = now, found
        return found

    def forget(self) -> None:
        """Something has changed: call it after the commit."""
        with self._lock:
            self._changes += 1
            self._known = {}
