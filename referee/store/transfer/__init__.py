"""Files that a club travels in: out and in."""

from referee.store.transfer import check, csv, export, write
from referee.store.transfer.check import Imported, Told
