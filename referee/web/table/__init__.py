"""The table while it plays: questions, answers, corrections, the referee's menu."""

from referee.web.table import answer, correct, menu, play, rulings
from referee.web.table.menu import DEPTHS, depths_of
from referee.web.table.play import pages
from referee.web.table.texts import OVERTAKEN, Text, met
