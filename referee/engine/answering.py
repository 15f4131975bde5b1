"""An answer or a correction as a new row of the log, and what refuses it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.errors import (
    HouseRuleError,
    IllegalAnswer,
    Refusal,
    StaleQuestion,
)
from referee.engine.house import with_rules
from referee.engine.log import Entry, standing
from referee.engine.match import Dealt, Setup, Sheet, fold
from referee.engine.message import msg
from referee.engine.offers import offers
from referee.engine.question import Question


def answer(
    setup: Setup,
    log: Sequence[Entry],
    hand: int,
    key: str,
    value: str,
    seen: int | None = None,
    sheet: Sheet | None = None,
) -> Entry | None:
    """The row that records an answer, or None where just that is on record already.

    `seen` is the newest row that the phone had seen, `sheet` the log's fold where it is known.
    Raises StaleQuestion where the key is not
    open or was answered since, IllegalAnswer where a rule forbids the value: nothing changes.
    """
    stands = next(
        (e.value for e in reversed(standing(log)) if (e.hand, e.key) == (hand, key)), None
    )
    if seen is not None and any((e.hand, e.key) == (hand, key) for e in log[seen:]):
        if stands == value:
            return None
        raise StaleQuestion(hand, key, stands)
    sheet = fold(setup, log) if sheet is None else sheet
    try:
        question = find(setup, log, sheet, hand, key, value)
    except StaleQuestion:
        if stands == value:  # said before, and the table has gone on since
            return None
        raise StaleQuestion(hand, key, stands) from None
    if value not in question.legal:
        raise IllegalAnswer(hand, key, value, question.refusal(value))
    if stands == value and not seat_taken(sheet, hand, key, value):
        return None
    entry = Entry(len(log) + 1, hand, key, value)
    if key.startswith("rule."):
        check_rule(setup, sheet, entry)
    return entry


def seat_taken(sheet: Sheet, hand: int, key: str, who: str) -> bool:
    """Whether somebody else sits there now: a later change of seats moved `who` away."""
    name, _, seat = key.partition(".")
    known = name == "seat" and hand < len(sheet.rows)
    return known and sheet.rows[hand].players[int(seat)] != who


def find(
    setup: Setup, log: Sequence[Entry], sheet: Sheet, hand: int, key: str, value: str
) -> Question:
    """The question that `key` names in that hand.  Raises what explains why there is none."""
    ends = sheet.counted[-1].number
    if sheet.outcome is not None and (
        hand > ends or key == "next" or (key == "end" and sheet.outcome.how == "won")
    ):
        raise IllegalAnswer(hand, key, value, sheet.game.over)
    if hand == len(sheet.rows) and sheet.asking is not None:
        # The first answer of the next hand says that the last one was right.
        if sheet.asking.questions[0].key == "next":
            closed = (*log, Entry(len(log) + 1, hand - 1, "next", "ok"))
            return find(setup, closed, fold(setup, closed, sheet), hand, key, value)
        raise IllegalAnswer(hand, key, value, sheet.asking.questions[0].missing)
    if not 0 <= hand < len(sheet.rows):
        raise StaleQuestion(hand, key)
    row = sheet.rows[hand]
    question = known(setup, sheet, row, key)
    if question is not None:
        return question
    if row.hand.open:
        waiting = row.hand.open[0]
        if key == "next":
            raise IllegalAnswer(hand, key, value, waiting.missing)
        if waiting.turn is not None and key.split(".", maxsplit=1)[0] == waiting.key.split(".")[0]:
            raise IllegalAnswer(hand, key, value, waiting.turn)
    raise StaleQuestion(hand, key)


def known(setup: Setup, sheet: Sheet, row: Dealt, key: str) -> Question | None:
    """The question of that key in a hand, of the play or one that may be answered at any time."""
    questions = row.hand.questions()
    if row.number == sheet.number and sheet.asking is not None:
        questions |= {q.key: q for q in sheet.asking.questions}
    # The offers are many, and mostly not what was asked for.
    return questions.get(key) or offers(setup, sheet, row).get(key)


def check_rule(setup: Setup, sheet: Sheet, entry: Entry) -> None:
    """Refuse a house rule that is unknown, or that this table cannot play by."""
    name = entry.key.removeprefix("rule.")
    try:
        game = with_rules(sheet.game, {name: entry.value})
        if game.teams(len(setup.players)) != sheet.game.teams(len(setup.players)):
            raise HouseRuleError(msg("Who plays with whom cannot change in the middle of a match."))
    except HouseRuleError as error:
        refusal = Refusal("HOUSE_RULE", "", error.text)
        raise IllegalAnswer(entry.hand, entry.key, entry.value, refusal) from error


def carried(sheet: Sheet) -> list[tuple[str, str]]:
    """What a hand has established that a coarser level would ask for: to be written down with the
    change of level, so that nothing known is asked again."""
    row = sheet.now
    return [(k, v) for k, v in row.hand.facts.items() if row.said.get(k) != v]
