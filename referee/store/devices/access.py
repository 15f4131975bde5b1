"""Who a device is and what it may do: every page, every stream and every save asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from referee.store.base.database import Database
from referee.store.base.errors import Busy, NotSaved
from referee.store.base.ids import hashed
from referee.store.base.records import Access, Device
from referee.store.devices import devices
from referee.store.devices import seats as claims
from referee.store.devices.remembered import Remembered


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
            access, seen = self._database.read(lambda s: claims.of_token(s, token, match))
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
