"""What was put right in a match: answers that were said anew, taken back or brought back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine.answering import known
from referee.engine.errors import HouseRuleError
from referee.engine.house import agreed, encode, house_rules
from referee.engine.match import Dealt, Entry, Setup, Sheet, fold, standing
from referee.engine.message import Message, Said, msg
from referee.engine.question import Question
from referee.engine.rulings import KEY, read_ruling
from referee.engine.table import Seat

NOT_TOLD = ("agree", "next")  # what only turns the page
MOST_FOLDS = 40  # of earlier logs, to word answers to questions that are no longer asked
NO_WORDS = msg("an answer that is no longer asked for")


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


class Words:
    """Puts answers into words: of the question as it is asked now, or as it was asked then."""

    def __init__(
        self, setup: Setup, log: Sequence[Entry], sheet: Sheet, names: Mapping[str, str]
    ) -> None:
        self.setup, self.log, self.sheet, self.names = setup, log, sheet, names
        self.folds = 0

    def of(self, entry: Entry) -> Said | None:
        """None where it must not be told: a secret, or what might have been one."""
        asked = self.asked(self.sheet, entry)
        legal = asked is not None and entry.value in asked.legal
        if not legal and entry.seq and self.folds < MOST_FOLDS:
            self.folds += 1
            then = fold(self.setup, self.log[: entry.seq], self.sheet)
            asked = self.asked(then, entry) or asked
            legal = asked is not None and entry.value in asked.legal
        scored = entry.hand < len(self.sheet.rows) and self.sheet.rows[entry.hand].score is not None
        if not scored and (asked is None or asked.secret):
            return None
        return self.said(asked, entry) if asked is not None and legal else NO_WORDS

    def asked(self, sheet: Sheet, entry: Entry) -> Question | None:
        if entry.hand >= len(sheet.rows):
            return None
        return known(self.setup, sheet, sheet.rows[entry.hand], entry.key)

    def said(self, asked: Question, entry: Entry) -> Message:
        """The answer in full: what offers call "a note" or "a change of seats" elsewhere."""
        name, _, which = entry.key.partition(".")
        if name == "seat":
            who = self.names.get(entry.value, entry.value)
            return msg("Seat %(n)s: %(who)s", n=int(which) + 1, who=who)
        if name == "rule":
            rule = house_rules(self.sheet.game)[which]
            try:
                label = rule.label(rule.decode(entry.value))
            except HouseRuleError:  # no longer allowed
                label = entry.value
            return msg("%(rule)s: %(value)s", rule=rule.text, value=label)
        if name == "note":
            return msg("Note: %(text)s", text=entry.value)
        if KEY.fullmatch(entry.key):
            codes = self.sheet.game.irregularities(self.sheet.rows[entry.hand].table)
            ruling = read_ruling(codes, entry.key, entry.value)
            if ruling is not None:
                return msg("%(facts)s %(ruling)s", facts=ruling.facts, ruling=ruling.words)
        if entry.value not in asked.notes and "%(answer)s" not in asked.noted.text:
            label = asked.legal[entry.value]
            return msg("%(question)s %(answer)s", question=asked.prompt, answer=label)
        return asked.said(entry.value)
