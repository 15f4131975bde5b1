"""What an entry of the log said, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.answering import known
from referee.engine.errors import HouseRuleError
from referee.engine.house import house_rules
from referee.engine.log import Entry
from referee.engine.match import Setup, Sheet, fold
from referee.engine.message import Message, Said, msg
from referee.engine.question import Question
from referee.engine.rulings import KEY, read_ruling

MOST_FOLDS = 40  # of earlier logs, to word answers to questions that are no longer asked
NO_WORDS = msg("an answer that is no longer asked for")


def name_of(setup: Setup, sheet: Sheet, entry: Entry) -> Said:
    """What an entry said, in words: "Undo: hearts are trump"."""
    if entry.hand < len(sheet.rows):
        row = sheet.rows[entry.hand]
        question = known(setup, sheet, row, entry.key)
        hidden = question is not None and question.secret and row.score is None
        if question is not None and entry.value in question.legal and not hidden:
            return question.said(entry.value)
    return msg("next deal") if entry.key == "next" else msg("the last answer")


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
