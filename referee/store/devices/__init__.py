"""Who may do what: devices, links, seats."""

from referee.store.devices import devices, links, seats
from referee.store.devices.access import Rights
from referee.store.devices.devices import LAST_OWNER, Device, DeviceRow
from referee.store.devices.grants import Access
from referee.store.devices.links import Invitation, Link
from referee.store.devices.room import Devices
from referee.store.devices.seats import Holder, Joined, Present
