"""The rule sheet of Pitch."""

from referee.games.pitch.game import Pitch
