"""The rule sheets, by the name that a stored match carries."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.game import Game
from referee.games.call_partner_euchre.game import CallPartnerEuchre
from referee.games.german_whist.game import GermanWhist
from referee.games.pitch.game import Pitch

GAMES: Mapping[str, type[Game]] = {
    game.name: game for game in (Pitch, GermanWhist, CallPartnerEuchre)
}
