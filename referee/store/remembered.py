"""What devices may do, remembered for some seconds: every page and every save asks.

Only where this process alone changes it, which then clears all; a process beside it would be heard
too late.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

SECONDS = 5.0
MOST = 4_096  # answers; then all are forgotten


class Remembered:
    """Answers by question, until they are too old or anything has changed."""

    def __init__(self, on: bool) -> None:
        self._on = on
        self._known: dict[Any, tuple[float, Any]] = {}
        self._changes = 0
        self._lock = Lock()

    def ask(self, question: tuple[str, ...], find: Callable[[], T]) -> T:
        """The answer, found now if it is not known."""
        now, changes = time.monotonic(), self._changes
        known = self._known.get(question)
        if known is not None and now - known[0] < SECONDS:
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
