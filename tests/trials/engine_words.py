"""The engine as random matches speak with it: keys and values in, plain English out.

All that the transcripts know of the engine and of the games is asked for here and in
`engine_said`, so that these may be rebuilt and only the two files follow.  Handed out are strings,
numbers and tuples of them: no name of a class or an attribute gets into a transcript.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass

from referee.engine import Entry, name_of, newest, offers, redo, redoable, undo
from referee.engine import answering as door
from referee.engine.cards import Card
from referee.engine.errors import (
    HouseRuleError,
    IllegalAnswer,
    NothingToUndo,
    RefereeError,
    StaleQuestion,
)
from referee.engine.errors import Refusal as Refused
from referee.engine.house import encode, house_rules, with_rules
from referee.engine.match import Setup, fold
from referee.engine.message import Said, in_english
from referee.engine.question import Question
from referee.engine.table import BIDS, PLAYS, Seat
from referee.games import GAMES

NAMES = tuple(sorted(GAMES))
LEVELS = tuple((bids, play) for play in PLAYS for bids in BIDS)
Pairs = tuple[tuple[str, str], ...]


def english(said: Said | None) -> str:
    """What is said, with players and sides by their numbers; a dash where nothing is."""
    if type(said) in (str, Card):
        return str(said)
    return "-" if said is None else in_english(said, "player {}".format, "side {}".format)


def refusal(refused: Refused | None) -> str:
    if refused is None:
        return "-"
    return f"{refused.code} ({refused.rule}) {english(refused.text)}"


@dataclass(frozen=True)
class Asked:
    """A question in plain words."""

    key: str
    prompt: str
    help: str
    seat: str
    offer: bool
    secret: bool
    legal: tuple[str, ...]  # sorted, to choose from by chance
    answers: tuple[tuple[str, str, str], ...]  # in the order offered: value, label, noted sentence
    details: Pairs
    refused: Pairs  # by value, as far as they can be listed
    otherwise: str
    turn: str
    missing: str
    looks: str


def in_words(question: Question) -> Asked:
    """Of many answers (a pack of cards) only some are said as they would be noted: each that is
    given is said anyway.  Of very many (points) only the ends are listed."""
    q = question
    beside = q.details if q.counter is None else q.counter.worth
    values = list(q.legal)
    ends = (*values[:3], *values[-3:])
    noted = values if len(values) < 15 else ends
    shown = values if len(values) < 60 else ends
    listed = tuple(
        (v, english(q.legal[v]), english(q.said(v)) if v in noted else "") for v in shown
    )
    looks = [q.kind, *(f"{v}: {english(said)}" for v, said in q.short.items())]
    looks += [f"{english(label)} has {values}" for label, values in q.rows]
    if q.picker is not None:
        marks = [f"{card} {english(said)}" for card, said in q.picker.marks.items()]
        looks.append(f"{len(q.picker.pack)} cards, trump {q.picker.trump or '-'} {marks}")
    if q.counter is not None:
        looks.append(f"{english(q.counter.title)}, {q.counter.each} of each")
    return Asked(
        q.key,
        english(q.prompt),
        english(q.help),
        "-" if q.seat is None else str(q.seat),
        q.offer is not None,
        q.secret,
        tuple(sorted(values)),
        listed,
        tuple((value, english(text)) for value, text in beside.items()),
        tuple((value, refusal(q.refusal(value))) for value in q.refusals),
        refusal(q.otherwise),
        refusal(q.turn),
        refusal(q.missing),
        " / ".join(looks),
    )


# -- a game ------------------------------------------------------------------------------------


def book(name: str) -> Iterator[str]:
    """What a game says of itself before anything is played."""
    sheet = GAMES[name]()
    yield f"{name}: {english(sheet.title)}, for {sheet.players}"
    yield f"over: {refusal(sheet.over)}"
    for key, rule in house_rules(sheet).items():
        values = "; ".join(f"{encode(v)}: {english(label)}" for v, label in rule.values.items())
        first = " first" if rule.first else ""
        yield f"house {key} ({rule.rule}) {english(rule.text)} [{values}] {rule.between}{first}"
    for m in sheet.measures:
        yield f"counts {m.name}: {english(m.title)} of {m.of}{' mean' if m.mean else ''}"
    for preset in GAMES[name].presets:
        yield f"preset {english(preset.name)}: {dict(preset.rules)}"


def house_values(name: str) -> dict[str, list[str]]:
    """The values of each house rule that a table may agree on, the ends of a range among them."""
    found = {}
    for key, rule in sorted(house_rules(GAMES[name]).items()):
        found[key] = [encode(v) for v in rule.values] + [str(n) for n in rule.between or ()]
    return found


def player_numbers(name: str) -> tuple[int, ...]:
    return tuple(sorted(GAMES[name].players))


class CannotPlay(Exception):
    """These house rules do not go with that many players."""


class Match:
    """One match.  Raises `CannotPlay` where the house rules do not go with the players."""

    def __init__(
        self,
        name: str,
        players: int,
        rules: Mapping[str, str],
        dealer: int,
        level: tuple[str, str],
        start: tuple[int, ...],
    ) -> None:
        bids, play = next(pair for pair in LEVELS if pair == level)
        try:
            game = with_rules(GAMES[name](), rules)
            sides = len(game.teams(players))
        except HouseRuleError as error:
            raise CannotPlay(english(error.text)) from error
        names = tuple(f"id{n}" for n in range(players))
        totals = start[:sides]
        self.house = house_values(name)
        self.setup = Setup(game, names, Seat(dealer), bids, play, totals, (*names, "id7", "id8"))
        self.log: list[Entry] = []
        self.sheet = fold(self.setup, self.log)
        self.shown: tuple[str, str, list[Asked]] | None = None

    # -- what is said to the referee --

    def say(self, hand: int, key: str, value: str, seen: int | None = None) -> str:
        """How an answer is taken: recorded, on record already, or refused and why."""
        try:
            row = door.answer(self.setup, self.log, hand, key, value, seen, self.sheet)
        except StaleQuestion as stale:
            return f"stale, stands: {stale.stands or '-'}"
        except IllegalAnswer as illegal:
            return f"refused: {refusal(illegal.refusal)}"
        if row is None:
            return "on record"
        if key in ("bids", "play"):  # what is known in mid-hand is written down before it
            for fact in self.known(hand, row):
                self.log.append(Entry(len(self.log) + 1, hand, *fact))
        self.log.append(Entry(len(self.log) + 1, hand, key, value))
        return self._folded()

    def known(self, hand: int, level: Entry) -> list[tuple[str, str]]:
        """What is known in mid-hand and the other level would ask for again."""
        facts, trial = sorted(door.carried(self.sheet)), [*self.log, level]
        kept: list[tuple[str, str]] = []
        while facts:  # one may open the question that the next one answers
            before = len(facts)
            for fact in facts[:]:
                with suppress(RefereeError):
                    row = door.answer(self.setup, trial, hand, *fact)
                    facts.remove(fact)
                    if row is not None:
                        trial.append(row)
                        kept.append(fact)
            if len(facts) == before:
                break
        return kept

    def undo(self) -> str:
        try:
            words = english(name_of(self.setup, self.sheet, newest(self.log)))
            self.log.append(undo(self.log))
        except NothingToUndo:
            return "nothing to undo"
        return f"{self._folded()}: {words}"

    def redo(self) -> str:
        try:
            self.log.append(redo(self.log))
        except NothingToUndo:
            return "nothing to redo"
        return self._folded()

    def _folded(self) -> str:
        self.sheet, self.shown = fold(self.setup, self.log, self.sheet), None
        return "recorded" if redoable(self.log) is None else "recorded, may be redone"

    def afresh(self) -> Match:
        """The same match with everything replayed from its log."""
        other = copy(self)
        other.sheet, other.shown = fold(self.setup, tuple(self.log)), None
        return other

    # -- what the referee asks --

    @property
    def seen(self) -> int:
        return len(self.log)

    @property
    def hand(self) -> int:
        """The hand that is asked about."""
        return self.sheet.number

    @property
    def hands(self) -> int:
        return len(self.sheet.rows)

    @property
    def by_cards(self) -> bool:
        return self.sheet.now.table.play == "cards"

    @property
    def over(self) -> bool:
        return self.sheet.outcome is not None

    def screen(self) -> tuple[str, str, list[Asked]]:
        """The prompt and the help of the screen, and the questions still open on it."""
        if self.shown is None:
            self.shown = self._screen()
        return self.shown

    def _screen(self) -> tuple[str, str, list[Asked]]:
        asking = self.sheet.asking
        if asking is None:
            return "-", "-", []
        given = self.sheet.now.hand.answers()
        waiting = [q for q in asking.questions if not q.offer and q.key not in given]
        return english(asking.prompt), english(asking.help), [in_words(q) for q in waiting]

    def extra_keys(self) -> list[str]:
        """What may be told besides, in the play of this hand: in the order of the play."""
        return [q.key for q in self.sheet.now.hand.offers]

    def extras(self, newest: int) -> list[Asked]:
        return [in_words(q) for q in self.sheet.now.hand.offers[-newest:]]

    def any_time(self, hand: int) -> list[Asked]:
        """What may be said of a hand at any time; a ruling's answers are in `irregularities`."""
        row = self.sheet.rows[hand]
        return [in_words(q) for q in offers(self.setup, self.sheet, row).values()]

    def answered(self, hand: int) -> list[tuple[str, str, str]]:
        """Key, value and sentence of each answer that stands; what only one value could answer is
        marked, and what is hidden from a shared screen."""
        row = self.sheet.rows[hand].hand
        shown = row.public().answers()
        return [
            (
                a.question.key,
                a.value,
                f"{english(a.said)}{'' if a.told else ' (settled)'}"
                f"{'' if a.question.key in shown else ' (hidden)'}",
            )
            for a in row.answered
        ]

    def legal(self, hand: int, key: str) -> list[str]:
        """What may be answered in a hand, or answered anew; nothing where the key is not asked."""
        question = self.sheet.rows[hand].hand.questions().get(key)
        return [] if question is None else sorted(question.legal)

    def codes(self, hand: int) -> list[tuple[str, tuple[list[str], ...], list[str]]]:
        """What may go wrong: the code, the values of each field it needs, the ways to rule."""
        found = []
        for code in self.sheet.game.irregularities(self.sheet.rows[hand].table):
            needs = tuple(sorted(need.legal) for need in code.needs)
            found.append((code.name, needs, sorted(code.choices)))
        return sorted(found)
