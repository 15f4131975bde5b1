"""The append-only log of a match: rows, those that stand, and the rows that undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.engine.errors import NothingToUndo

# Keys that are facts of the match rather than answers of a hand: they do not open a hand.
FACTS = ("seat", "rule", "start", "bids", "play", "dealer", "note", "agree")


def is_fact(key: str) -> bool:
    return key.split(".", 1)[0] in FACTS


@dataclass(frozen=True)
class Entry:
    """A row of the append-only log.

    `seq` counts rows from 1.  The last standing row for a hand and key is the answer.  A row that
    `undoes` another withdraws it, and what that one superseded stands again.
    """

    seq: int
    hand: int
    key: str
    value: str
    undoes: int | None = None


def standing(log: Sequence[Entry]) -> list[Entry]:
    """The answers that stand: neither withdrawn, nor withdrawals themselves."""
    withdrawn: set[int] = set()
    for entry in reversed(log):  # a withdrawal may be withdrawn itself, by a later row
        if entry.undoes is not None and entry.seq not in withdrawn:
            withdrawn.add(entry.undoes)
    return [e for e in log if e.undoes is None and e.seq not in withdrawn]


def by_hand(entries: Iterable[Entry]) -> list[dict[str, str]]:
    """The answers by hand, in the order last said; the last row for a key wins."""
    hands: list[dict[str, str]] = []
    for entry in entries:
        while len(hands) <= entry.hand:
            hands.append({})
        hands[entry.hand].pop(entry.key, None)
        hands[entry.hand][entry.key] = entry.value
    return hands


def corrected_hands(rows: Sequence[Entry]) -> frozenset[int]:
    """Hands with an answer that came after they were closed."""
    closed: dict[int, int] = {}  # hand -> the first row that closes it
    for entry in rows:
        if is_fact(entry.key):
            continue
        below = entry.hand + 1 if entry.key == "next" else entry.hand
        for hand in range(below):
            closed.setdefault(hand, entry.seq)
    return frozenset(
        e.hand for e in rows if not is_fact(e.key) and e.seq > closed.get(e.hand, e.seq)
    )


def newest(log: Sequence[Entry]) -> Entry:
    """The entry that undo takes back.  Raises NothingToUndo."""
    rows = standing(log)
    if not rows:
        raise NothingToUndo("nothing stands in the log")
    return rows[-1]


def undo(log: Sequence[Entry]) -> Entry:
    """The row that withdraws the newest standing entry."""
    last = newest(log)
    return Entry(len(log) + 1, last.hand, last.key, last.value, undoes=last.seq)


def redoable(log: Sequence[Entry]) -> Entry | None:
    """The withdrawal that redo would take back: none once something new was said."""
    withdrawn = {e.undoes for e in log if e.undoes is not None}
    for entry in reversed(log):
        if entry.undoes is None:
            return None
        target = log[entry.undoes - 1]
        if target.undoes is None and entry.seq not in withdrawn:
            return entry
    return None


def redo(log: Sequence[Entry]) -> Entry:
    """The row that withdraws the newest undo.  Raises NothingToUndo."""
    undone = redoable(log)
    if undone is None:
        raise NothingToUndo("nothing to redo")
    return Entry(len(log) + 1, undone.hand, undone.key, undone.value, undoes=undone.seq)


def untouched(log: Sequence[Entry]) -> bool:
    """Whether nothing but facts of the match is on record."""
    return all(is_fact(e.key) for e in standing(log))
