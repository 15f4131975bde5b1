"""The score of a hand as it is added up: each line with its reason, and what is counted."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.message import Message, Said, SideName, msg
from referee.engine.score import Line, Reason, Score
from referee.engine.table import Seat, Side, Table


class Tally:
    """What a rule sheet says of a finished hand.

    `headline` says it in a sentence, and `summary` in one line of the score sheet."""

    headline: Message
    summary: Message | None = None

    def __init__(self, table: Table) -> None:
        self.table = table
        self._score = Score((), msg("%(side)s: %(why)s."))
        self._counts: dict[Seat, dict[str, int]] = {seat: {} for seat in table.seats}

    def line(
        self, side: Side, points: int, why: Said, rule: str, reason: Message | None = None
    ) -> None:
        """`points` to `side`, why in a few words, the rule; `reason` where there is more to say."""
        text = reason or msg("%(side)s: %(why)s.", side=SideName(side), why=why)
        self._score = replace(
            self._score, lines=(*self._score.lines, Line(side, points, why, rule))
        )
        self.reason(text, rule)

    def reason(self, text: Message, rule: str) -> None:
        """A sentence of *Why this score*."""
        self._score = replace(self._score, story=(*self._score.story, Reason(text, rule)))

    def role(self, seat: Seat, words: Message) -> None:
        """What a player was, or took."""
        self._score = replace(self._score, roles={**self._score.roles, seat: words})

    def count(self, seat: Seat, **counts: int) -> None:
        """What a player did, by the names of the game's `measures`."""
        self._counts[seat] |= counts

    def score(self, result: object) -> Score:
        """All of it; the score keeps the `result` that it was added up from."""
        return replace(
            self._score,
            headline=self.headline,
            summary=self.summary,
            counts=self._counts,
            result=result,
        )
