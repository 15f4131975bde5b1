"""The tables.  SQLModel checks nothing that goes into a table model: callers hand in clean values.

Times are UTC.  `id` columns count up and never leave the store; `public_id` is what others see.
"""

from referee.store.base.models.columns import UtcTime, table_of
from referee.store.base.models.devices import CLAIM, DEVICE, LINK, Device, JoinLink, SeatClaim
from referee.store.base.models.matches import (
    CARD,
    CLUB,
    ENTRY,
    ERASURE,
    LINE,
    MATCH,
    PLAYER,
    SAT,
    SHARE,
    Club,
    Entry,
    Erasure,
    HouseCard,
    Match,
    MatchPlayer,
    Player,
    SettledLine,
    Share,
)
from referee.store.base.models.statistics import (
    PAIR_SUM,
    PLAYER_SUM,
    RULE_SUM,
    PairStat,
    PlayerStat,
    RuleStat,
)
