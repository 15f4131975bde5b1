"""What holds for every match: it ends, and its log can be undone, corrected and reordered."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from referee.engine import (
    Entry,
    IllegalAnswer,
    NothingToUndo,
    Setup,
    Sheet,
    agreed,
    encode,
    fold,
    redoable,
    with_rules,
)
from tests.every_game.playing import (
    MOST_HANDS,
    Draw,
    any_side,
    match_log,
    matches,
    played,
    quick,
)
from tests.talk import Talk


def plain(sheet: Sheet) -> Sheet:
    """The sheet without the mark that says which hands were corrected later."""
    return replace(sheet, rows=tuple(replace(row, corrected=False) for row in sheet.rows))


def renumbered(rows: list[Entry]) -> list[Entry]:
    return [replace(row, seq=n) for n, row in enumerate(rows, 1)]


@given(matches())
@quick(40)
def test_a_match_ends_and_then_nothing_is_asked_or_accepted(draw: Draw) -> None:
    chance = draw.chance
    talk = Talk(draw.setup)
    for number in range(MOST_HANDS):
        assert talk.sheet.number == number
        told, _ = played(talk.sheet.game, talk.now.table, chance)
        seq = len(talk.log)
        talk.log += [Entry(seq + n, number, *pair) for n, pair in enumerate(told.items(), 1)]
        assert talk.now.score is not None
        if talk.won() is not None:
            break
        assert talk.open == ["next"]
        if number < MOST_HANDS - 1:
            talk.tell("next", "ok")
    if talk.won() is None:
        talk.tell("end", f"conceded.{any_side(chance, talk.now.table)}")
    outcome = talk.sheet.outcome
    assert outcome is not None
    assert outcome.winners
    assert set(outcome.winners) <= set(talk.now.table.sides)
    assert talk.sheet.asking is None
    assert talk.sheet.number == len(talk.sheet.rows) - 1
    for hand, key in ((talk.sheet.number, "next"), (talk.sheet.number + 1, "trump")):
        assert talk.refused(key, "ok", hand).code == "MATCH_OVER"


@given(matches())
@quick(40)
def test_points_are_added_up_from_the_lines_alone(draw: Draw) -> None:
    sheet = fold(draw.setup, match_log(draw, 5))
    totals = list(draw.setup.start or [0] * len(sheet.start))
    for row in sheet.rows:
        assert list(row.table.totals) == totals
        for line in row.score.lines if row.score else ():
            totals[line.side] += line.points
        assert list(row.after) == totals
    assert list(sheet.totals) == totals


@given(matches())
@quick(20)
def test_undo_goes_back_to_the_deal_and_redo_brings_back_each_step(draw: Draw) -> None:
    talk = Talk(draw.setup)
    sheets = [talk.sheet]
    for row in match_log(draw, 2):
        talk.log.append(row)
        sheets.append(talk.sheet)
    for before in reversed(sheets[:-1]):
        assert talk.undo().sheet == before
    with pytest.raises(NothingToUndo):
        talk.undo()
    for after in sheets[1:]:
        assert talk.redo().sheet == after
    assert redoable(talk.log) is None
    with pytest.raises(NothingToUndo):
        talk.redo()


@given(matches())
@quick(40)
def test_an_answer_corrected_and_corrected_back_changes_nothing(draw: Draw) -> None:
    chance = Random(draw.seed + 1)
    log = match_log(draw, 3)
    talk = Talk(draw.setup, log)
    before = talk.sheet
    for _ in range(3):
        rows = [e for e in log if e.key in before.rows[e.hand].hand.questions()]
        if not rows:
            return
        row = chance.choice(rows)
        question = before.rows[row.hand].hand.questions()[row.key]
        other = chance.choice(list(question.legal))
        talk.tell(row.key, other, row.hand)
        seq = len(talk.log) + 1
        talk.log.append(Entry(seq, row.hand, row.key, row.value))
        assert plain(talk.sheet) == plain(before)


@given(matches())
@quick(40)
def test_the_order_of_the_rows_is_irrelevant(draw: Draw) -> None:
    log = match_log(draw, 3)
    mixed = list(log)
    Random(draw.seed + 2).shuffle(mixed)
    assert plain(fold(draw.setup, renumbered(mixed))) == plain(fold(draw.setup, log))


@given(matches())
@quick(40)
def test_the_same_log_and_the_stored_house_rules_give_the_same_match(draw: Draw) -> None:
    log = match_log(draw, 3)
    stored = {name: encode(value) for name, value in agreed(draw.game).items()}
    again = with_rules(type(draw.game)(), stored)
    setup: Setup = replace(draw.setup, game=again)
    assert fold(setup, list(log)) == fold(draw.setup, log)


@given(matches())
@quick(30)
def test_every_answer_of_a_match_may_be_said_at_the_door(draw: Draw) -> None:
    """What replay takes, `answer` takes; and it records the same row."""
    log = match_log(draw, 2)
    talk = Talk(draw.setup)
    for row in log:
        assert talk.tell(row.key, row.value, row.hand, seen=len(talk.log)) == row


@given(matches())
@quick(30)
def test_what_is_not_legal_is_refused_and_changes_nothing(draw: Draw) -> None:
    talk = Talk(draw.setup)
    for row in match_log(draw, 1):
        question = talk.now.hand.questions().get(row.key)
        if question is None:  # a fact of the match
            talk.log.append(row)
            continue
        for value in ("", "nonsense", "99", *question.refusals):
            with pytest.raises(IllegalAnswer) as refused:
                talk.tell(row.key, value)
            assert refused.value.refusal == question.refusal(value)
        talk.log.append(row)
