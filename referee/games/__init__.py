"""The rule sheets, by the name that a stored match carries."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import Game
from referee.games.call_partner_euchre import CallPartnerEuchre
from referee.games.german_whist import GermanWhist
from referee.games.pitch import Pitch

GAMES: Mapping[str, type[Game]] = {
    game.name: game for game in (Pitch, GermanWhist, CallPartnerEuchre)
}
