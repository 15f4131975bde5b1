"""Matches and their logs: created, read, written."""

from referee.store.matches import load, save
from referee.store.matches.about import Past, chosen, overtaken
from referee.store.matches.answers import MOST_HANDS, Answer, clean_value
from referee.store.matches.cache import Recent
from referee.store.matches.create import agreed_game, create
from referee.store.matches.load import find, read
from referee.store.matches.records import Match, NewMatch, Saved
from referee.store.matches.save import MOST_ENTRIES, NEW
