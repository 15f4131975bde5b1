"""The devices of the club as others use them: each call is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from referee.store.base import Database
from referee.store.devices import devices, links, seats
from referee.store.devices.access import Rights
from referee.store.devices.devices import Device, DeviceRow
from referee.store.devices.grants import Access
from referee.store.devices.links import Invitation, Link
from referee.store.devices.seats import Holder, Joined, Present
from referee.store.history import Summary, lists


class Devices:
    """Who they are, how they come to a table, what they may do.  May raise Busy and NotSaved."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], renamed: Callable[[], None]
    ) -> None:
        """`clock` says when links and codes run out; `renamed` is called when a name changed."""
        self._database, self._clock, self._renamed = database, clock, renamed
        self._rights = Rights(database, clock)
        self.forget = self._rights.forget

    def new_link(self, role: str, match: str | None, by: str | None = None) -> Link:
        """A new link (and code) for a role; `by` is the device that shows it.

        Raises NotFound, also for a match that is over unless the link is for watching.
        """
        return self._database.write(lambda s: links.new(s, role, match, by, self._clock()))

    def invitation(self, secret: str) -> Invitation:
        """What a token or code invites to.  Raises NotFound where it is not, or no longer, good."""
        secret = links.typed(secret)
        return self._database.read(lambda s: links.invitation(s, secret, self._clock()))

    def join(self, secret: str, place: str, token: str | None, name: str) -> Joined:
        """Use a token or code: `place` is a seat ("0"), watch, score, display or owner.

        `token` is what the device has already, `name` what a new one is called.  Raises NotFound.
        """
        secret = links.typed(secret)
        joined = self._database.write(
            lambda s: seats.join(s, secret, place, token, name, self._clock())
        )
        self.forget()
        return joined

    def void_links(self) -> None:
        """Make every link and code void."""
        self._database.write(links.void_all)

    def device(self, token: str) -> Device | None:
        """The device of a token; None where there is none, or it was removed."""
        return self._rights.device(token)

    def access(self, token: str | None, match: str) -> Access | None:
        """What the device of a token may do in a match; None for nothing, or no such match."""
        return None if token is None else self._rights.access(token, match)

    def holders(self, match: str) -> dict[int, Holder]:
        """Which device is in which seat.  Raises NotFound."""
        return self._database.read(lambda s: seats.holders(s, match))

    def present(self, match: str, devices: Collection[str]) -> list[Present]:
        """Who the devices are that have a match open.  Raises NotFound."""
        return self._database.read(lambda s: seats.present(s, match, devices))

    def matches_of(self, device_id: str) -> list[Summary]:
        """The matches that a device is in, open and ended, the newest first."""
        return self._database.read(lambda s: lists.of_device(s, device_id))

    def listed(self) -> list[DeviceRow]:
        return self._database.read(devices.listed)

    def rename(self, device_id: str, name: str) -> None:
        """Raises NotFound, BadName."""
        self._database.write(lambda s: devices.rename(s, device_id, name))
        self.forget()
        self._renamed()  # matches hold the names of the devices that answered

    def remove(self, device_id: str) -> None:
        """Take every right from a device, and void the links that it knows.

        Raises NotFound, Refused for the last owner."""
        self._database.write(lambda s: devices.remove(s, device_id, self._clock()))
        self.forget()

    def has_owner(self) -> bool:
        """Whether any device owns the club yet."""
        return self._database.read(lambda s: bool(devices.owners(s)))
