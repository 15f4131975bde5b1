"""Questions: what the table must tell the referee, and the answers that are legal now.

A rule sheet is a generator.  It yields an `Ask` (one question, or several on one screen) and is
sent the answers; or it yields `Known`, what follows from the answers so far.  Legality is data:
``value in question.legal``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar

from referee.engine.board import Board
from referee.engine.cards import Suit
from referee.engine.errors import Refusal
from referee.engine.looks import CardCounter, CardPicker
from referee.engine.message import Message, Said, msg
from referee.engine.rulings import Proved
from referee.engine.table import Seat

T = TypeVar("T")
Answers: TypeAlias = Mapping[str, str]
Kind: TypeAlias = Literal[
    "choice", "seat", "side", "suit", "card", "number", "grid", "split", "count", "row", "text"
]
# Where an offer is found: beside the play, on the page of a counter, in the menu.
Place: TypeAlias = Literal["play", "count", "menu"]

NOT_AN_ANSWER = Refusal("NOT_AN_ANSWER", "", msg("That is not one of the answers."))
NOT_YET = Refusal("NOT_YET", "", msg("The hand is not finished yet."))


class FreeText(Mapping[str, Said]):
    """Legal answers of an open text: anything from `shortest` to `longest` characters."""

    def __init__(self, longest: int, shortest: int = 0) -> None:
        self.longest, self.shortest = longest, shortest

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and self.shortest <= len(value) <= self.longest

    def __getitem__(self, value: str) -> Said:
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True)
class Question:
    """One thing to be told.

    `key` names the answer in the log and never changes.  `legal` maps every allowed answer to its
    label.  `refusals` says why a known answer is not allowed now, `otherwise` why any other is not,
    `turn` why somebody else's answer to such a key is not, `missing` why the hand cannot be closed
    without it.  An offer may stay unanswered; it says where it is found.  A secret answer is not
    shown before the hand is scored.  `noted` says the answer afterwards, with ``%(answer)s`` for
    its label, and `notes` say the answers that do not fit into that sentence.

    `short` names answers in a word, those that are refused among them; `rows` puts the answers of a
    grid under labels.  A question for a card may bring its `picker`, one for a count its `counter`.
    """

    key: str
    kind: Kind
    prompt: Message
    legal: Mapping[str, Said]
    seat: Seat | None = None
    help: Message | None = None
    noted: Message = field(default_factory=lambda: msg("%(answer)s"))
    notes: Mapping[str, Message] = field(default_factory=dict)
    details: Mapping[str, Said] = field(default_factory=dict)
    refusals: Mapping[str, Refusal] = field(default_factory=dict)
    otherwise: Refusal = NOT_AN_ANSWER
    turn: Refusal | None = None
    missing: Refusal = NOT_YET
    offer: Place | None = None
    secret: bool = False
    short: Mapping[str, Said] = field(default_factory=dict)
    rows: tuple[tuple[Said, tuple[str, ...]], ...] = ()
    picker: CardPicker | None = None
    counter: CardCounter | None = None

    def said(self, value: str) -> Message:
        """The answer in words: for tags, undo and the record."""
        return self.notes.get(value, self.noted).with_params(answer=self.legal[value])

    def name(self, value: str) -> Said:
        """What an answer is called, be it legal or refused."""
        return self.short.get(value, self.legal.get(value, value))

    def refusal(self, value: str) -> Refusal:
        return self.refusals.get(value, self.otherwise)


@dataclass(frozen=True)
class Ask:
    """Questions that share a screen, answered in any order; the last one moves the hand on.

    `check` gives a question as it stands once others of the screen are answered: what may still be
    answered then.  What has one legal answer only is not asked."""

    questions: tuple[Question, ...]
    prompt: Message
    help: Message | None = None
    # Made anew with each replay: two screens are the same whatever function says so.
    check: Callable[[Question, Answers], Question] | None = field(default=None, compare=False)

    def checked(self, answers: Answers) -> Ask:
        """The screen as it stands after these answers, those among them that were really asked."""
        if self.check is None:
            return self
        told: dict[str, str] = {}
        for asked in self.questions:
            question = self.check(asked, told)
            value = answers.get(question.key)
            if value is not None and value in question.legal and len(question.legal) != 1:
                told[question.key] = value
        return replace(self, questions=tuple(self.check(q, told) for q in self.questions))


@dataclass(frozen=True)
class Known:
    """What follows from the answers: `facts` under the keys that a coarser level asks for, and the
    `roles` that players may be shown in; `offences` that the cards have just proved, and the
    `board` as it lies when the hand waits: only the last one is ever looked at, so it is a call.
    `trump` is the suit that is trump from now on."""

    facts: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[Seat, Message] = field(default_factory=dict)
    offences: tuple[Proved, ...] = ()
    board: Callable[[], Board] | None = None
    trump: Suit | None = None


Asking: TypeAlias = Generator[Ask | Known, Answers, T]
