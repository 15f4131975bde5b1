"""The engine: asks, replays, adds up.  Pure; the standard library alone."""

from referee.engine.answering import answer, carried
from referee.engine.ask import (
    NOBODY,
    NOTHING,
    YES_NO,
    adding_up,
    ask,
    ask_suit,
    one,
    seat_labels,
    side_labels,
    to_seat,
)
from referee.engine.board import Board, BoardLine, Ranks
from referee.engine.cards import RANKS, SAME_COLOUR, SUITS, Card, Suit, pack
from referee.engine.corrections import revisions
from referee.engine.ends import ReachTarget
from referee.engine.errors import (
    HouseRuleError,
    IllegalAnswer,
    NothingToUndo,
    RefereeError,
    Refusal,
    StaleQuestion,
)
from referee.engine.facts import agreed_game
from referee.engine.game import AnyGame, Game, Preset
from referee.engine.hand import Answered, Hand
from referee.engine.house import HouseRule, agreed, encode, house, house_rules, with_rules
from referee.engine.irregularities import (
    ADJUST,
    DISPUTE,
    MISDEAL,
    SECTION,
    adjust,
    dispute,
    misdeal,
)
from referee.engine.laws import Law, Rule, as_played, law
from referee.engine.log import Entry, by_hand, is_fact, newest, redo, redoable, standing, undo
from referee.engine.looks import CardCounter, CardPicker
from referee.engine.match import Dealt, Setup, Sheet, first_ended, fold
from referee.engine.measure import DEALING, HANDS, Counts, Measure, dealing
from referee.engine.message import (
    SUIT_NAMES,
    Message,
    PlayerName,
    Said,
    SideName,
    in_english,
    msg,
    msgs,
)
from referee.engine.offers import HIGHEST_START, free_ruling, offers
from referee.engine.phrases import name_of
from referee.engine.question import NOT_AN_ANSWER, NOT_YET, Answers, Ask, Asking, Known, Question
from referee.engine.ruled import NO_WIN, bar, net, rulings_of
from referee.engine.rulings import Choice, Code, Need, Proved, Ruling, Verdict, read_ruling
from referee.engine.score import (
    Best,
    Line,
    Outcome,
    Reason,
    Score,
    best_first,
    best_of,
    highest,
    worth,
)
from referee.engine.table import BIDS, PLAYS, Bids, Play, Seat, Side, Table, alternate
from referee.engine.tally import Tally
