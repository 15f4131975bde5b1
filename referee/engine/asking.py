"""What rule sheets share: ask for a suit, a seat, the trick winners, every card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.engine.cards import SUITS, Card, Suit
from referee.engine.errors import Refusal
from referee.engine.message import Message, PlayerName, Said, SideName, msg, msgs
from referee.engine.question import NOT_AN_ANSWER, Ask, Asking, Known, Question
from referee.engine.table import Seat, Side, Table
from referee.engine.tricks import Trick, TrickRules

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
    table: Table, count: int, leader: Seat | None, missing: Refusal, help: Message | None = None
) -> Asking[tuple[Seat, ...]]:
    """Ask who took each of `count` tricks (level `winners`); `leader` is None where not known."""
    taken: list[Seat] = []
    for n in range(1, count + 1):
        leads = msg("%(who)s leads.", who=PlayerName(leader)) if leader is not None else help
        question = Question(
            f"trick.{n}",
            "seat",
            msg("Who took trick %(n)s of %(count)s?", n=n, count=count),
            seat_labels(table.seats),
            help=leads,
            noted=msg("trick %(n)s to %(answer)s", n=n),
            details={
                str(s): msgs("%(n)s trick", "%(n)s tricks", taken.count(s)) for s in table.seats
            },
            missing=missing,
        )
        leader = yield from ask(question, to_seat)
        taken.append(leader)
    return tuple(taken)


def ask_trick(
    n: int,
    seats: Sequence[Seat],
    cards: Iterable[Card],
    prompt: Message,
    look: Question,
    offers: tuple[Question, ...] = (),
    barred: Mapping[Seat, Card] = NOBODY,
    why: Refusal = NOT_AN_ANSWER,
    tells: Callable[[Seat, Card], Known] = lambda seat, card: NOTHING,
) -> Asking[Trick]:
    """Ask for the cards of trick `n`, in the order of `seats`, out of `cards`.

    Whose hand holds what is not known, so any card not yet played may be entered: what broke a rule
    at the table is recorded and ruled on, never made unenterable.  `look` is a question to copy the
    picker's look and refusals from; `barred` names a card that a player cannot hold, and `why`;
    `tells` is what a card makes known the moment it falls.
    """
    plays: list[tuple[Seat, Card]] = []
    left = dict.fromkeys(cards)
    for seat in seats:
        lies = tuple(msg("%(who)s %(card)s", who=PlayerName(s), card=c) for s, c in plays)
        legal: dict[str, Said] = {c: c for c in left if c != barred.get(seat)}
        question = replace(
            look,
            key=f"card.{n}.{seat}",
            prompt=prompt.with_params(who=PlayerName(seat)),
            legal=legal,
            refusals={c: why for c in left if c not in legal},
            seat=seat,
            help=msg("On the table: %(cards)s.", cards=lies) if lies else look.help,
            noted=msg("%(who)s %(answer)s", who=PlayerName(seat)),
        )
        answers = yield one(question, *(offers if not plays else ()))
        card = Card(answers[question.key])
        del left[card]
        plays.append((seat, card))
        yield tells(seat, card)
    return Trick(tuple(plays))


def trick_taken(n: int, trick: Trick, rules: TrickRules) -> Known:
    """The fact that level `winners` would have been told."""
    return Known({f"trick.{n}": str(rules.winner(trick))})
