"""The kit for games of tricks: what may be played, who takes it, what the cards prove."""

from referee.tricks import irregularities
from referee.tricks.play import Play, ask_trick, open_trick, trick_taken
from referee.tricks.rules import Trick, TrickRules
from referee.tricks.watch import claimed_revoke
from referee.tricks.winners import ask_winners
