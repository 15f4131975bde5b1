"""The database: matches and their logs, players, history.  Nothing else writes to it."""

from referee.store.base import (
    BadName,
    Busy,
    NotFound,
    NotSaved,
    Overtaken,
    Refused,
    StoreError,
    TooMuch,
    clean_name,
)
from referee.store.devices import (
    Access,
    Device,
    DeviceRow,
    Holder,
    Invitation,
    Joined,
    Link,
    Present,
)
from referee.store.history import LastMatch, Page, Summary
from referee.store.matches import Match, NewMatch, Saved
from referee.store.players import HouseCard, PlayerRow
from referee.store.store import Store
from referee.store.upgrade import upgrade
