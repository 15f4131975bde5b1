"""What rule sheets share: ask for a suit, a seat, who took each trick."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from referee.engine.cards import SUITS, Card, Suit
from referee.engine.message import Message, PlayerName, Said, SideName, msg
from referee.engine.question import Answers, Ask, Asking, Known, Question
from referee.engine.table import Seat, Side

T = TypeVar("T")
NOBODY: Mapping[Seat, Card] = {}
NOTHING = Known()
YES_NO: Mapping[str, Said] = {"yes": msg("Yes"), "no": msg("No")}


def one(question: Question, *offers: Question) -> Ask:
    """A screen for one question, with offers that may be taken up there."""
    return Ask((question, *offers), question.prompt, question.help)


def ask(question: Question, value: Callable[[str], T]) -> Asking[T]:
    """Ask one question; `value` turns the answer into what it stands for."""
    return value((yield one(question))[question.key])


def to_seat(answer: str) -> Seat:
    return Seat(int(answer))


def seat_labels(seats: Iterable[Seat]) -> dict[str, Said]:
    return {str(s): PlayerName(s) for s in seats}


def side_labels(sides: Iterable[Side]) -> dict[str, Said]:
    return {str(s): SideName(s) for s in sides}


def ask_suit(
    key: str, prompt: Message, seat: Seat | None = None, help: Message | None = None
) -> Asking[Suit]:
    """Ask which suit is trump; it is from then on."""
    labels: dict[str, Said] = {s: s for s in SUITS}
    noted = msg("%(answer)s are trump")
    trump = yield from ask(Question(key, "suit", prompt, labels, seat, help, noted), Suit)
    yield Known(trump=trump)
    return trump


def adding_up(total: int, keys: Collection[str]) -> Callable[[Question, Answers], Question]:
    """The check of a screen whose answers to `keys` are numbers that make up a total: no number may
    be more than the others leave, and the last one follows from them."""

    def check(question: Question, told: Answers) -> Question:
        if question.key not in keys:
            return question
        others = [int(told[key]) for key in keys if key in told and key != question.key]
        left, last = total - sum(others), len(others) == len(keys) - 1
        legal = {n: q for n, q in question.legal.items() if int(n) <= left}
        return replace(question, legal={str(left): left} if last else legal)

    return check
