"""What tests of joining share: a clock, what each link allows, and whose token is whose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from referee.store import Joined, Store

ROLES = ("owner", "scorer", "seat", "watcher", "display")
PLACES = ("0", "1", "2", "3", "4", "5", "6", "watch", "score", "display", "owner", "", "00", "٠")
ALLOWED = {
    "owner": {"owner"},
    "scorer": {"score", "watch", "0", "1", "2", "3"},
    "seat": {"watch", "0", "1", "2", "3"},
    "watcher": {"watch"},
    "display": {"display"},
}

Join = Callable[..., tuple[str, Joined]]


@dataclass
class Clock:
    """A clock that is put forward by hand."""

    now: datetime = field(default_factory=lambda: datetime(2026, 3, 1, 19, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **how_long: int) -> None:
        self.now += timedelta(**how_long)


def device_of(store: Store, token: str) -> str:
    device = store.devices.device(token)
    assert device is not None
    return device.id
