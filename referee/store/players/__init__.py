"""The players of a club and its house-rule cards."""

from referee.store.players import cards, merging, players
from referee.store.players.cards import HouseCard
from referee.store.players.players import Names, PlayerRow
