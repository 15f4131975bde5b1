"""From answers to rows of the log: cleaned, checked by the engine, with what they bring along."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import (
    NOT_AN_ANSWER,
    Entry,
    IllegalAnswer,
    RefereeError,
    Setup,
    answer,
    fold,
    msg,
)
from referee.engine import carried as carried_facts
from referee.store.base import Refused, TooMuch, clean_note
from referee.store.matches.records import Match

MOST_HANDS = 500  # in a match
Answer = tuple[int, str, str]  # hand, key, value


def new_rows(match: Match, answers: Sequence[Answer], seen: int | None) -> list[Entry]:
    """The rows for several answers at once; those that stand already make none."""
    log, sheet = list(match.log), match.sheet
    seen = None if seen is None else max(seen, 0)
    for number, (hand, key, value) in enumerate(answers):
        if number:
            sheet = fold(match.setup, log, sheet)
        if hand >= MOST_HANDS:
            raise TooMuch(msg("A match holds at most %(n)s hands.", n=MOST_HANDS))
        value = clean_value(hand, key, value)
        before = log[:]
        entry = answer(match.setup, log, hand, key, value, seen, sheet)
        if entry is None:
            continue
        if key in ("bids", "play"):
            # Written before the change of level, so that one undo takes the change back; the
            # finer level does not ask for these and so does not mind them.
            for carried_key, carried_value in carried(match.setup, before, entry):
                log.append(Entry(len(log) + 1, hand, carried_key, carried_value))
        log.append(Entry(len(log) + 1, entry.hand, entry.key, entry.value))
    return log[len(match.log) :]


def carried(setup: Setup, log: Sequence[Entry], level: Entry) -> list[tuple[str, str]]:
    """What is known in mid-hand and the coarser level would ask for again."""
    known = carried_facts(fold(setup, log))
    trial = [*log, level]
    kept: list[tuple[str, str]] = []
    progress = True
    while known and progress:  # one fact may open the question that the next one answers
        progress = False
        for fact in known[:]:
            try:
                entry = answer(setup, trial, level.hand, *fact)
            except RefereeError:
                continue  # not asked at this level, or not yet
            known.remove(fact)
            progress = True
            if entry is not None:
                trial.append(entry)
                kept.append(fact)
    return kept


def clean_value(hand: int, key: str, value: str) -> str:
    """An answer fit to be stored.  Raises TooMuch, IllegalAnswer."""
    try:
        cleaned = clean_note(value)
    except TooMuch:
        if key == "note":
            raise
    except Refused:
        pass
    else:
        if key == "note":
            return cleaned
        if "\n" not in value:
            return value
    raise IllegalAnswer(hand, key, value[:40], NOT_AN_ANSWER)
