"""The rule sheet of German Whist."""

from referee.games.german_whist.game import GermanWhist
