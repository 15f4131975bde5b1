"""The tables.  SQLModel checks nothing that goes into a table model: callers hand in clean values.

Times are UTC.  `id` columns count up and never leave the store; `public_id` is what others see.
"""

from referee.store.base.models.columns import UtcTime, table_of
from referee.store.base.models.devices import Device, JoinLink, SeatClaim
from referee.store.base.models.matches import (
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
from referee.store.base.models.statistics import PairStat, PlayerStat, RuleStat
from referee.store.base.models.tables import (
    CARD,
    CLAIM,
    CLUB,
    DEVICE,
    ENTRY,
    ERASURE,
    LINE,
    LINK,
    MATCH,
    PAIR_SUM,
    PLAYER,
    PLAYER_SUM,
    RULE_SUM,
    SAT,
    SHARE,
)

__all__ = [
    "CARD",
    "CLAIM",
    "CLUB",
    "DEVICE",
    "ENTRY",
    "ERASURE",
    "LINE",
    "LINK",
    "MATCH",
    "PAIR_SUM",
    "PLAYER",
    "PLAYER_SUM",
    "RULE_SUM",
    "SAT",
    "SHARE",
    "Club",
    "Device",
    "Entry",
    "Erasure",
    "HouseCard",
    "JoinLink",
    "Match",
    "MatchPlayer",
    "PairStat",
    "Player",
    "PlayerStat",
    "RuleStat",
    "SeatClaim",
    "SettledLine",
    "Share",
    "UtcTime",
    "table_of",
]
