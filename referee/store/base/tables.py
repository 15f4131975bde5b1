"""The tables as statements see them that bypass the unit of work, each under one name."""

from __future__ import annotations

from referee.store.base import models
from referee.store.base.models import table_of

CLUB = table_of(models.Club)
PLAYER = table_of(models.Player)
MATCH = table_of(models.Match)
SAT = table_of(models.MatchPlayer)
ENTRY = table_of(models.Entry)
LINE = table_of(models.SettledLine)
DEVICE = table_of(models.Device)
CLAIM = table_of(models.SeatClaim)
LINK = table_of(models.JoinLink)
SHARE = table_of(models.Share)
CARD = table_of(models.HouseCard)
ERASURE = table_of(models.Erasure)
PLAYER_SUM = table_of(models.PlayerStat)
PAIR_SUM = table_of(models.PairStat)
RULE_SUM = table_of(models.RuleStat)
