"""The database: matches and their logs, players, history.  Nothing else writes to it."""

from referee.store.base.errors import (
    BadName,
    Busy,
    NotFound,
    NotSaved,
    Overtaken,
    Refused,
    StoreError,
    TooMuch,
)
from referee.store.base.names import clean_name
from referee.store.devices.devices import Device, DeviceRow
from referee.store.devices.grants import Access
from referee.store.devices.links import Invitation, Link
from referee.store.devices.seats import Holder, Joined, Present
from referee.store.history.records import LastMatch, Page, Summary
from referee.store.matches.records import Match, NewMatch, Saved
from referee.store.players.cards import HouseCard
from referee.store.players.players import PlayerRow
from referee.store.store import Store

__all__ = [
    "Access",
    "BadName",
    "Busy",
    "Device",
    "DeviceRow",
    "Holder",
    "HouseCard",
    "Invitation",
    "Joined",
    "LastMatch",
    "Link",
    "Match",
    "NewMatch",
    "NotFound",
    "NotSaved",
    "Overtaken",
    "Page",
    "PlayerRow",
    "Present",
    "Refused",
    "Saved",
    "Store",
    "StoreError",
    "Summary",
    "TooMuch",
    "clean_name",
]
