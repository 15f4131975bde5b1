"""Who a device is and what it may do: every page, every stream and every save asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, TypeVar

from referee.store.base import Busy, Database, NotSaved, hashed
from referee.store.devices import devices
from referee.store.devices.devices import Device
from referee.store.devices.grants import Access, of_token

T = TypeVar("T")

LONGEST = timedelta(minutes=1)
MOST = 4_096  # answers; then all are forgotten


class Remembered:
    """Answers by question, until they are too old or anything has changed.

    Only where this process alone changes what they say, which then clears all; a server beside it
    would be heard too late.  A command of the owner's, run beside the server, may be.
    """

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


class Rights:
    """The answers of one store, remembered until `forget`.  May raise Busy and NotSaved."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock
        self._remembered = Remembered(database.sqlite, clock)  # one process has the file
        self.forget = self._remembered.forget

    def device(self, token: str) -> Device | None:
        def find() -> Device | None:
            device, seen = self._database.read(lambda s: devices.known(s, token))
            if device is not None:
                self._saw(device.id, seen)
            return device

        return self._remembered.ask(("device", hashed(token)), find)

    def access(self, token: str, match: str) -> Access | None:
        def find() -> Access | None:
            access, seen = self._database.read(lambda s: of_token(s, token, match))
            if access is not None:
                self._saw(access.device, seen)
            return access

        return self._remembered.ask(("access", hashed(token), match), find)

    def _saw(self, device_id: str, before: datetime | None) -> None:
        """Note that a device is here, if that is news."""
        now = self._clock()
        if before is None or not devices.is_news(before, now):
            return
        try:
            self._database.write(lambda s: devices.saw(s, device_id, now))
        except (Busy, NotSaved):
            pass  # who cannot write may still read
