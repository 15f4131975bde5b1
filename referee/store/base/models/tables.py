"""The tables as statements see them that bypass the unit of work, each under one name."""

from __future__ import annotations

from referee.store.base.models.columns import table_of
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

CLUB = table_of(Club)
PLAYER = table_of(Player)
MATCH = table_of(Match)
SAT = table_of(MatchPlayer)
ENTRY = table_of(Entry)
LINE = table_of(SettledLine)
DEVICE = table_of(Device)
CLAIM = table_of(SeatClaim)
LINK = table_of(JoinLink)
SHARE = table_of(Share)
CARD = table_of(HouseCard)
ERASURE = table_of(Erasure)
PLAYER_SUM = table_of(PlayerStat)
PAIR_SUM = table_of(PairStat)
RULE_SUM = table_of(RuleStat)
