"""What was put right in a match: answers that were said anew, taken back or brought back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine.entry import known
from referee.engine.match import Entry, Setup, Sheet, fold, standing
from referee.engine.message import Said
from referee.engine.question import Question

# Remarks, what only turns the page, and seats, whose values are ids.
NOT_TOLD = ("note", "agree", "next", "seat")
MOST_FOLDS = 40  # of earlier logs, to word answers to questions that are no longer asked


@dataclass(frozen=True)
class Revision:
    """Entry `seq` changed an answer of a hand: `old` is what stood before, None where it had been
    taken back; `new` what stands from then on, None where it was taken back."""

    seq: int
    hand: int
    key: str
    old: Said | None
    new: Said | None


def revisions(setup: Setup, log: Sequence[Entry], sheet: Sheet) -> dict[int, list[Revision]]:
    """The changes by hand (from 0), in the order in which they were made.

    Nothing of a secret is told before its hand is scored."""
    words = Words(setup, log, sheet)
    found: list[Revision] = []
    for (hand, key), rows in by_question(log).items():
        if len(rows) < 2 or key.split(".", 1)[0] in NOT_TOLD:
            continue
        before: Entry | None = None
        for n, row in enumerate(rows, 1):
            after = next(reversed(standing(rows[:n])), None)
            old, new = value_of(before), value_of(after)
            if old != new and n > 1:
                told = [None if e is None else words.of(e) for e in (before, after)]
                if not any(
                    e is not None and w is None for e, w in zip((before, after), told, strict=True)
                ):
                    found.append(Revision(row.seq, hand, key, *told))
            before = after
    by_hand: dict[int, list[Revision]] = {}
    for revision in sorted(found, key=lambda r: r.seq):
        by_hand.setdefault(revision.hand, []).append(revision)
    return by_hand


def by_question(log: Sequence[Entry]) -> Mapping[tuple[int, str], list[Entry]]:
    """The rows about each answer; those that withdraw are with what they withdraw in the end."""
    about: dict[int, tuple[int, str]] = {}
    found: dict[tuple[int, str], list[Entry]] = {}
    for row in log:
        about[row.seq] = about.get(row.undoes or 0, (row.hand, row.key))
        found.setdefault(about[row.seq], []).append(row)
    return found


def value_of(entry: Entry | None) -> str | None:
    return None if entry is None else entry.value


class Words:
    """Puts answers into words: of the question as it is asked now, or as it was asked then."""

    def __init__(self, setup: Setup, log: Sequence[Entry], sheet: Sheet) -> None:
        self.setup, self.log, self.sheet = setup, log, sheet
        self.folds = 0

    def of(self, entry: Entry) -> Said | None:
        """None where it must not be told, or cannot."""
        asked = self.asked(self.sheet, entry)
        if (asked is None or entry.value not in asked.legal) and self.folds < MOST_FOLDS:
            self.folds += 1
            then = fold(self.setup, self.log[: entry.seq], self.sheet)
            asked = self.asked(then, entry) or asked
        if asked is None or entry.value not in asked.legal:
            return None
        scored = entry.hand < len(self.sheet.rows) and self.sheet.rows[entry.hand].score is not None
        return None if asked.secret and not scored else asked.said(entry.value)

    def asked(self, sheet: Sheet, entry: Entry) -> Question | None:
        if entry.hand >= len(sheet.rows):
            return None
        return known(self.setup, sheet, sheet.rows[entry.hand], entry.key)
