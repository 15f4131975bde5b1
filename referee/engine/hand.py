"""Replay of one hand: the rule sheet is run again over the recorded answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.engine.board import Board
from referee.engine.cards import Suit
from referee.engine.errors import DuplicateKey
from referee.engine.message import Message
from referee.engine.question import Answers, Ask, Asking, Known, Question
from referee.engine.rulings import Proved
from referee.engine.score import Score
from referee.engine.table import Seat


@dataclass(frozen=True)
class Answered:
    """A question and the answer that stands; `told` is False where only one was legal."""

    question: Question
    value: str
    told: bool = True

    @property
    def said(self) -> Message:
        return self.question.said(self.value)


@dataclass(frozen=True)
class Hand:
    """One hand, replayed: what was answered, what is asked now, what it scored."""

    answered: tuple[Answered, ...] = ()
    asking: Ask | None = None
    offers: tuple[Question, ...] = ()
    beside: tuple[Question, ...] = ()  # offers of the trick that is played now
    facts: Mapping[str, str] = field(default_factory=dict)
    trump: Suit | None = None  # once it was said or the play has shown it
    roles: Mapping[Seat, Message] = field(default_factory=dict)
    score: Score | None = None
    offences: tuple[Proved, ...] = ()  # proved by the cards so far, as they came to light
    board: Board | None = None  # the play as it lies, where it is written down

    @property
    def open(self) -> tuple[Question, ...]:
        """The questions on the screen that still want an answer."""
        given = {a.question.key for a in self.answered}
        questions = self.asking.questions if self.asking else ()
        return tuple(q for q in questions if q.key not in given and not q.offer)

    def questions(self) -> dict[str, Question]:
        """Every question that may be answered, or answered anew, by key."""
        known = [a.question for a in self.answered]
        return {q.key: q for q in (*known, *self.open, *self.offers)}

    def answers(self) -> dict[str, str]:
        return {a.question.key: a.value for a in self.answered}

    def public(self) -> Hand:
        """The hand as a shared screen may show it: no secret before it is scored."""
        if self.score is not None:
            return self
        secret = {a.question.key for a in self.answered if a.question.secret}
        shown = tuple(a for a in self.answered if a.question.key not in secret)
        facts = {k: v for k, v in self.facts.items() if k not in secret}
        return replace(self, answered=shown, facts=facts)


def replay(hand: Asking[Score], answers: Answers) -> Hand:
    """Run a hand up to the first screen that `answers` leave open.

    A question with a single legal answer is not asked.  An answer that is no longer legal (an
    earlier one was corrected) is asked again; one that is no longer asked is ignored.
    """
    answered: list[Answered] = []
    offers: list[Question] = []
    beside: tuple[Question, ...] = ()
    trump: Suit | None = None
    facts: dict[str, str] = {}
    roles: dict[Seat, Message] = {}
    offences: list[Proved] = []
    board: Callable[[], Board] | None = None
    seen: set[str] = set()

    def so_far(asking: Ask | None, score: Score | None) -> Hand:
        lies = None if board is None else board()
        return Hand(
            tuple(answered), asking, tuple(offers), beside, facts, trump, roles, score,
            tuple(offences), lies,
        )  # fmt: skip

    try:
        step = next(hand)
        while True:
            if isinstance(step, Known):
                facts.update(step.facts)
                roles.update(step.roles)
                offences += step.offences
                board = step.board or board
                trump = step.trump or trump
                step = hand.send({})
                continue
            step = step.checked(answers)
            given: dict[str, str] = {}
            waiting = False
            for question in step.questions:
                if question.key in seen:
                    raise DuplicateKey(question.key)
                seen.add(question.key)
                told = question.offer is not None or len(question.legal) != 1
                value = answers.get(question.key) if told else next(iter(question.legal))
                if value is not None and value in question.legal:
                    given[question.key] = value
                    answered.append(Answered(question, value, told))
                elif question.offer:
                    offers.append(question)
                else:
                    waiting = True
            if step.questions[0].offer == "play":
                beside = tuple(q for q in step.questions if q.key not in given)
            if waiting:
                return so_far(step, None)
            step = hand.send(given)
    except StopIteration as stop:
        return so_far(None, stop.value)
