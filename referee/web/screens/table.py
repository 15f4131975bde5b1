"""What the table screens show, worked out from a match: no rules, no HTML."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import request
from markupsafe import Markup

from referee.engine import (
    Answered,
    Board,
    CardCounter,
    Dealt,
    Entry,
    Message,
    NothingToUndo,
    PlayerName,
    Proved,
    Question,
    Ruling,
    Said,
    Seat,
    Sheet,
    Side,
    agreed,
    best_first,
    free_ruling,
    house_rules,
    msg,
    name_of,
    newest,
    redoable,
    rulings_of,
    worth,
)
from referee.store import Match
from referee.web.words import Voice

MANY = 5  # more tiles than this are drawn narrow


@dataclass(frozen=True)
class Tile:
    """A side on the green band: its name, total and what it is doing."""

    name: str
    total: int
    goal: int | None
    roles: tuple[Said, ...]
    on: bool  # the table waits for somebody of this side


@dataclass(frozen=True)
class Undo:
    """What a tap on undo would take back."""

    seq: int
    said: Said


@dataclass(frozen=True)
class Screen:
    """Everything that a table screen needs."""

    match: Match
    row: Dealt
    voice: Voice
    tiles: tuple[Tile, ...]
    tags: tuple[Answered, ...]
    undo: Undo | None
    redo: int | None
    uid: str

    @property
    def sheet(self) -> Sheet:
        return self.match.sheet

    @property
    def many(self) -> bool:
        return len(self.tiles) > MANY

    @property
    def stage(self) -> str:
        """Which screen the table sees: a question, the score of a hand, or the end."""
        asking = self.sheet.asking
        if asking is None:
            return "over"
        return "summary" if asking.questions[0].key == "next" else "ask"

    @property
    def asked(self) -> Seat | None:
        """Whose answer the table waits for, if anybody's."""
        seats = {q.seat for q in self.row.hand.open}
        return seats.pop() if len(seats) == 1 and self.sheet.asking is not None else None

    @property
    def board(self) -> Board | None:
        """The play as it lies, while cards or tricks are written down."""
        return self.row.hand.board if self.row.score is None else None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What is on record about this hand."""
        return rulings_of(self.sheet.game, self.row.table, self.row.said)

    @property
    def offences(self) -> tuple[Proved, ...]:
        """What the cards prove and nobody has recorded yet; said here once, and never a secret."""
        known = {r.value for r in self.rulings}
        return tuple(o for o in self.row.hand.offences if o.ruling not in known)

    @property
    def free_ruling(self) -> str | None:
        """The key under which another ruling of this hand is recorded, while there is one."""
        return free_ruling(self.row)

    @property
    def beside(self) -> tuple[Question, ...]:
        """What may be told about the trick that is played now."""
        return self.row.hand.beside if self.board is not None else ()

    @property
    def counter(self) -> CardCounter | None:
        """The counter of cards, where they may be counted instead of answering."""
        offers = self.row.hand.offers if self.row.score is None else ()
        return next((q.counter for q in offers if q.counter is not None), None)

    @property
    def finer(self) -> bool:
        """Whether the play is written down in such detail that the table may have enough of it."""
        return self.row.table.play != "totals" and self.row.score is None

    @property
    def agreed(self) -> list[Side]:
        """The sides that said, on a phone of their own, that the score is right."""
        return [s for s in self.row.table.sides if f"agree.{s}" in self.row.said]

    @property
    def before(self) -> Dealt | None:
        """The hand before this one."""
        return self.sheet.rows[self.row.number - 1] if self.row.number else None

    @property
    def last_said(self) -> Markup:
        """The headline of the hand before, in its own names."""
        assert self.before is not None
        assert self.before.score is not None
        return voice_of(self.match, self.before)(self.before.score.headline)

    @property
    def house(self) -> list[Message]:
        """The house rules that differ from the usual ones, in words."""
        known = house_rules(self.sheet.game)
        return [
            msg("%(rule)s: %(value)s", rule=known[name].text, value=known[name].label(value))
            for name, value in agreed(self.sheet.game).items()
            if value != known[name].default
        ]

    @property
    def standings(self) -> list[Side]:
        """Sides by their total after this hand, the best first."""
        return best_first(self.row.after, self.sheet.game.best)

    def worth(self, points: int) -> int:
        """Points as a number above nought where they are good to have, below where they are not."""
        return worth(points, self.sheet.game.best)

    def answer(self, question: Question) -> str | None:
        """The answer that stands for a question of this hand, unless it is a secret yet."""
        return self.row.hand.public().answers().get(question.key)


def screen_of(match: Match, number: int | None = None) -> Screen:
    """The screen of a match at one hand (the current one by default)."""
    sheet = match.sheet
    row = sheet.rows[sheet.number if number is None else number]
    voice = voice_of(match, row)
    return Screen(
        match,
        row,
        voice,
        tuple(tile(match, row, voice, side) for side in row.table.sides),
        tags(row),
        undo_of(match),
        redo_of(match.log),
        secrets.token_hex(12),
    )


def hand_asked(match: Match) -> int:
    """The hand that a page is about: `hand` in the address, counted from 1, or the current one."""
    text = request.args.get("hand", "")
    number = int(text) - 1 if text.isascii() and text.isdecimal() and len(text) < 5 else -1
    return number if 0 <= number < len(match.sheet.rows) else match.sheet.number


def voice_of(match: Match, row: Dealt) -> Voice:
    return Voice([match.names[who] for who in row.players], row.table.teams)


def tile(match: Match, row: Dealt, voice: Voice, side: Side) -> Tile:
    sheet = match.sheet
    team = row.table.teams[side]
    asked = {q.seat for q in row.hand.open} if sheet.asking is not None else set()
    roles: list[Said] = []
    for seat in team:
        words: list[Message] = []
        if seat in row.hand.roles and row.score is None:
            words.append(row.hand.roles[seat])
        if seat == row.table.dealer and sheet.outcome is None:
            words.append(msg("deals"))
        if len(team) > 1:
            roles += [msg("%(who)s %(what)s", who=PlayerName(seat), what=w) for w in words]
        else:
            roles += words
    on = any(seat in asked for seat in team)
    return Tile(voice.side(side), sheet.totals[side], sheet.game.goal, tuple(roles), on)


def tags(row: Dealt) -> tuple[Answered, ...]:
    """What was answered before the question on the screen, without secrets."""
    shown = {q.key for q in row.hand.asking.questions} if row.hand.asking else set()
    return tuple(a for a in row.hand.public().answered if a.question.key not in shown)


def undo_of(match: Match) -> Undo | None:
    try:
        last = newest(match.log)
    except NothingToUndo:
        return None
    return Undo(last.seq, name_of(match.setup, match.sheet, last))


def redo_of(log: tuple[Entry, ...]) -> int | None:
    entry = redoable(log)
    return entry.seq if entry is not None else None
