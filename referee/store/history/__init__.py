"""What is looked up about the past: lists, players, standings."""

from referee.store.history import lists
from referee.store.history.records import LastMatch, Page, Summary
from referee.store.history.search import Wanted
from referee.store.history.stats import Stats
