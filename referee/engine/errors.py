"""What the engine refuses, one class a cause."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.message import Message


@dataclass(frozen=True)
class Refusal:
    """Why an answer is refused: a stable code, the rule it rests on, and the sentence to show."""

    code: str
    rule: str
    text: Message


class RefereeError(Exception):
    """Base of everything that the engine raises on purpose."""


class DuplicateKey(RefereeError):
    """A rule sheet asked the same key twice in one hand: a bug in it."""


class HouseRuleError(RefereeError):
    """A house rule has a name, a value or a table that the game does not know."""

    def __init__(self, text: Message) -> None:
        super().__init__(text.text)
        self.text = text


class StaleQuestion(RefereeError):
    """The answer is for a question that is not open, or that somebody answered meanwhile.

    `stands` is the answer that stands for the key, where there is one.
    """

    def __init__(self, hand: int, key: str, stands: str | None = None) -> None:
        super().__init__(f"hand {hand + 1}: {key} is not open")
        self.hand, self.key, self.stands = hand, key, stands


class IllegalAnswer(RefereeError):
    """The answer is not among the legal ones; `refusal` says which rule it breaks."""

    def __init__(self, hand: int, key: str, value: str, refusal: Refusal) -> None:
        super().__init__(f"hand {hand + 1}: {key}={value!r}: {refusal.code} ({refusal.rule})")
        self.hand, self.key, self.value, self.refusal = hand, key, value, refusal


class NothingToUndo(RefereeError):
    """The log holds no standing entry to take back, or no withdrawal to take back."""
