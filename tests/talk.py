"""A table that talks to the referee: the log of a match, entered answer by answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine import (
    AnyGame,
    Bids,
    Dealt,
    Entry,
    Hand,
    IllegalAnswer,
    Play,
    Refusal,
    Score,
    Seat,
    Setup,
    Sheet,
    answer,
    fold,
    redo,
    undo,
    with_rules,
)
from referee.games import GAMES
from referee.tricks.watch import Offence

CASES = Path(__file__).parent / "cases"
LEVELS: tuple[tuple[Bids, Play], ...] = (
    ("final", "totals"),
    ("final", "winners"),
    ("final", "cards"),
    ("every", "totals"),
    ("every", "winners"),
    ("every", "cards"),
)


def rule_sheet(name: str, **rules: str) -> AnyGame:
    """A rule sheet under some house rules, written as in a playthrough header."""
    return with_rules(GAMES[name](), rules)


def table_of(
    game: AnyGame,
    players: int | Iterable[str] = 4,
    dealer: int = 0,
    bids: Bids = "final",
    play: Play = "totals",
    start: tuple[int, ...] = (),
) -> Talk:
    names = tuple(f"P{n}" for n in range(players)) if isinstance(players, int) else tuple(players)
    return Talk(Setup(game, names, Seat(dealer), bids, play, start))


class Talk:
    """A match in progress; every answer goes through the door that the phones use."""

    def __init__(self, setup: Setup, log: Sequence[Entry] = ()) -> None:
        self.setup = setup
        self.log: list[Entry] = list(log)
        self._sheet: tuple[int, Sheet] | None = None

    @property
    def sheet(self) -> Sheet:
        if self._sheet is None or self._sheet[0] != len(self.log):
            self._sheet = (len(self.log), fold(self.setup, self.log))
        return self._sheet[1]

    @property
    def now(self) -> Dealt:
        return self.sheet.now

    @property
    def open(self) -> list[str]:
        """The keys that the table is asked now."""
        if self.sheet.asking is None:
            return []
        given = self.now.hand.answers()
        return [q.key for q in self.sheet.asking.questions if not q.offer and q.key not in given]

    def won(self) -> tuple[int, ...] | None:
        """Who won, nobody where the match was stopped, None where it goes on."""
        return None if self.sheet.outcome is None else self.sheet.outcome.winners

    def row(self, hand: int) -> Dealt:
        return self.sheet.rows[hand]

    def score(self, hand: int | None = None) -> Score:
        score = (self.now if hand is None else self.row(hand)).score
        assert score is not None, f"not scored: {self.open} wanted"
        return score

    def points(self, hand: int | None = None) -> list[int]:
        row = self.now if hand is None else self.row(hand)
        return [self.score(row.number).points(side) for side in row.table.sides]

    def say(self, answers: str, hand: int | None = None, seen: int | None = None) -> Talk:
        """Enter answers as a playthrough writes them: `contract=0.2 trump=C`."""
        for word in answers.split():
            key, value = word.split("=", 1)
            self.tell(key, value, hand, seen)
        return self

    def tell(
        self, key: str, value: str, hand: int | None = None, seen: int | None = None
    ) -> Entry | None:
        """Enter one answer, for the hand that is asked about unless another is named."""
        number = self.sheet.number if hand is None else hand
        entry = answer(self.setup, self.log, number, key, value, seen)
        if entry is not None:
            self.log.append(entry)
        return entry

    def refused(self, key: str, value: str, hand: int | None = None) -> Refusal:
        """Why an answer is refused; the log must stay as it was."""
        before = list(self.log)
        with pytest.raises(IllegalAnswer) as refusal:
            self.tell(key, value, hand)
        assert self.log == before
        return refusal.value.refusal

    def undo(self) -> Talk:
        self.log.append(undo(self.log))
        return self

    def redo(self) -> Talk:
        self.log.append(redo(self.log))
        return self


def cases(name: str) -> list[dict[str, Any]]:
    """The golden cases or deals of a file."""
    lines = (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def as_texts(options: Mapping[str, Any]) -> dict[str, str]:
    """House rules of a golden case as a playthrough header writes them."""
    words = {True: "yes", False: "no"}
    return {k: words[v] if isinstance(v, bool) else str(v) for k, v in options.items()}


def offences_of(hand: Hand) -> tuple[Offence, ...]:
    """What the cards of a hand have proved, as the kit of trick games tells it."""
    assert all(isinstance(proved, Offence) for proved in hand.offences)
    return tuple(proved for proved in hand.offences if isinstance(proved, Offence))
