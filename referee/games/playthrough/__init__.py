"""Recorded matches as text files, in the language of the log."""

from referee.games.playthrough.read import LONGEST_FILE, Playthrough, PlaythroughError, read
from referee.games.playthrough.write import say, write
