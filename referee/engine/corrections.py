"""What was put right in a match: answers that were said anew, taken back or brought back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine.house import agreed, encode, house_rules
from referee.engine.log import Entry, standing
from referee.engine.match import Dealt, Setup, Sheet
from referee.engine.message import Said
from referee.engine.phrases import Words
from referee.engine.table import Seat

NOT_TOLD = ("agree", "next")  # what only turns the page


@dataclass(frozen=True)
class Revision:
    """Entry `seq` changed an answer of a hand: `old` is what stood before, None where it had been
    taken back; `new` what stands from then on, None where it was taken back."""

    seq: int
    hand: int
    key: str
    old: Said | None
    new: Said | None


def revisions(
    setup: Setup, log: Sequence[Entry], sheet: Sheet, names: Mapping[str, str] | None = None
) -> dict[int, list[Revision]]:
    """The changes by hand (from 0), in the order in which they were made.

    What the match was created with counts as said before: its house rules, seats and points
    brought over.  `names` tells players' ids in words.  Nothing of a secret is told before its
    hand is scored."""
    words = Words(setup, log, sheet, names or {})
    found: list[Revision] = []
    for (hand, key), rows in by_question(log).items():
        if key.split(".", 1)[0] in NOT_TOLD:
            continue
        created = given(setup, sheet, hand, key)
        before = created
        for n, row in enumerate(rows, 1):
            after = next(reversed(standing(rows[:n])), created)
            if after is not None and is_empty(after):
                after = None
            first = n == 1 and before is None
            if not first and value_of(before) != value_of(after):
                told = [words.of(e) for e in (before, after) if e is not None]
                if None not in told:
                    old = None if before is None else told[0]
                    new = None if after is None else told[-1]
                    found.append(Revision(row.seq, hand, key, old, new))
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


def is_empty(entry: Entry) -> bool:
    """Whether it clears a note: as good as taken back."""
    return entry.key == "note" and not entry.value


def given(setup: Setup, sheet: Sheet, hand: int, key: str) -> Entry | None:
    """What held before anybody said anything, as an entry numbered 0; None where nothing did."""
    name, _, which = key.partition(".")
    value: str | None = None
    before = sheet.rows[hand - 1] if 0 < hand <= len(sheet.rows) else None
    if name == "rule" and which in house_rules(setup.game):
        value = encode(agreed(setup.game)[which])
    elif name == "start" and which.isdecimal():
        value = str(dict(enumerate(setup.start)).get(int(which), 0))
    elif name == "seat" and which.isdecimal():
        players = setup.players if before is None else before.players
        value = dict(enumerate(players)).get(int(which))
    elif key == "dealer":
        value = str(setup.dealer if before is None else dealer_after(sheet, before))
    return None if value is None else Entry(0, hand, key, value)


def dealer_after(sheet: Sheet, row: Dealt) -> Seat:
    """Who deals next, as far as the rules say."""
    return row.table.eldest if row.score is None else sheet.game.next_dealer(row.table, row.score)
