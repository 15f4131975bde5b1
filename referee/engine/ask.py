"""What rule sheets share: ask for a suit, a seat, who took each trick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from referee.engine.board import Board
from referee.engine.cards import SUITS, Card, Suit
from referee.engine.errors import Refusal
from referee.engine.message import Message, PlayerName, Said, SideName, msg, msgs
from referee.engine.question import Ask, Asking, Known, Question
from referee.engine.table import Seat, Side, Table

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
    """Ask which suit is trump."""
    labels: dict[str, Said] = {s: s for s in SUITS}
    noted = msg("%(answer)s are trump")
    return (yield from ask(Question(key, "suit", prompt, labels, seat, help, noted), Suit))


def ask_winners(
    table: Table,
    count: int,
    leader: Seat | None,
    missing: Refusal,
    help: Message | None = None,
    board: Callable[[Board], Board] = lambda board: board,
) -> Asking[tuple[Seat, ...]]:
    """Ask who took each of `count` tricks (level `winners`); `leader` is None where not known."""
    taken: list[Seat] = []

    def lies() -> Board:
        last = taken[-1] if taken else None
        leads = leader if len(taken) < count else None
        tricks = {seat: taken.count(seat) for seat in table.seats}
        n = min(len(taken) + 1, count)
        at = Board(n, count, leader=leads, turn=leads, last_winner=last, taken=tricks)
        return board(at)

    for n in range(1, count + 1):
        yield Known(board=lies)
        leads = msg("%(who)s leads.", who=PlayerName(leader)) if leader is not None else help
        question = Question(
            f"trick.{n}",
            "seat",
            msg("Who took trick %(n)s of %(count)s?", n=n, count=count),
            seat_labels(table.seats),
            help=leads,
            noted=msg("%(answer)s took trick %(n)s", n=n),
            details={
                str(s): msgs("%(n)s trick", "%(n)s tricks", taken.count(s)) for s in table.seats
            },
            missing=missing,
        )
        leader = yield from ask(question, to_seat)
        taken.append(leader)
    yield Known(board=lies)
    return tuple(taken)
