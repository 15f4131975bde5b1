"""The database: matches and their logs, players, history.  Nothing else writes to it."""

from referee.store.errors import (
    BadName,
    Busy,
    NotFound,
    NotSaved,
    Overtaken,
    Refused,
    StoreError,
    TooMuch,
)
from referee.store.names import clean_name
from referee.store.records import (
    Access,
    Device,
    DeviceRow,
    Holder,
    HouseCard,
    Invitation,
    Joined,
    LastMatch,
    Link,
    Match,
    NewMatch,
    Page,
    PlayerRow,
    Saved,
    Summary,
)
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
    "Refused",
    "Saved",
    "Store",
    "StoreError",
    "Summary",
    "TooMuch",
    "clean_name",
]
