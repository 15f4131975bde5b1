"""Matches are created, answered and read back."""

from __future__ import annotations

from datetime import UTC

import pytest

from referee.engine import HouseRuleError, IllegalAnswer, StaleQuestion, house_rules, standing
from referee.games import GAMES
from referee.store import BadName, NewMatch, NotFound, Store, TooMuch
from referee.store.matches import load as matches
from tests.store.conftest import four
from tests.store.steps import SET, answers, change, play, rows


def test_a_new_match_asks_its_first_question(store: Store) -> None:
    key = store.create(four(target="11"))
    match = store.load(key)
    assert match.id == key
    assert [match.names[who] for who in match.setup.players] == ["Ana", "Ben", "Cleo", "Dan"]
    assert match.setup.game.goal == 11
    assert (match.version, match.log, match.ended) == (0, (), None)
    assert match.created.tzinfo is UTC
    assert match.sheet.asking is not None


def test_ids_are_long_random_and_lower_case(store: Store) -> None:
    keys = {store.create(four()) for _ in range(20)}
    assert len(keys) == 20
    assert all(len(key) * 5 >= 96 and key == key.lower() and key.isalnum() for key in keys)


def test_the_same_intent_creates_one_match(store: Store) -> None:
    assert store.create(four(uid="once")) == store.create(four(uid="once"))
    assert rows(store, "SELECT count(*) FROM match") == [(1,)]


def test_the_complete_house_rules_are_stored(store: Store, match: str) -> None:
    row = store.load(match)
    stored = rows(store, "SELECT rules FROM match")[0][0]
    names = house_rules(GAMES["pitch"])
    assert all(name in str(stored) for name in names)
    assert row.setup.game == GAMES["pitch"]()


@pytest.mark.parametrize(
    "new",
    [
        NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"], {"target": "x"}),
        NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"], {"colour": "red"}),
        NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"], dealer=4),
        NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"], bids="some"),
        NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"], start=(1, 2, 3)),
        NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"], start=(1, 1000)),
        NewMatch("pitch", ["Ana"]),
        NewMatch("snap", ["Ana", "Ben"]),
    ],
    ids=lambda new: f"{new.game}-{len(new.players)}-{new.rules}-{new.start}",
)
def test_nonsense_creates_nothing(store: Store, new: NewMatch) -> None:
    with pytest.raises(HouseRuleError):
        store.create(new)
    assert rows(store, "SELECT count(*) FROM player") == [(0,)]


@pytest.mark.parametrize("second", ["Ana", " ana ", "ＡＮＡ", ""])
def test_two_players_need_two_names(store: Store, second: str) -> None:
    with pytest.raises(BadName):
        store.create(four("Ana", second, "Cleo", "Dan"))
    assert rows(store, "SELECT count(*) FROM player") == [(0,)]


def test_players_are_known_again_by_name(store: Store) -> None:
    first = store.load(store.create(four()))
    second = store.load(store.create(four("dan", "CLEO", "Eva", "Ana")))
    assert second.setup.players[0] == first.setup.players[3]
    assert len(store.players()) == 5


def test_totals_brought_over_count(store: Store) -> None:
    key = store.create(NewMatch("pitch", ["A", "B", "C", "D"], start=(5, -2)))
    assert store.load(key).sheet.totals == (5, -2)


def test_answers_are_saved_and_scored(store: Store, match: str) -> None:
    saved = play(store, match, 0)
    assert saved.fresh
    assert saved.match == store.load(match)
    assert saved.match.sheet.totals == (-2, 3)
    assert saved.match.version == store.version(match) == len(SET)
    assert sorted(saved.match.times) == [1, 2, 3, 4, 5, 6]
    assert all(at.tzinfo is UTC for at in saved.match.times.values())


def test_the_same_intent_counts_once(store: Store, match: str) -> None:
    first = store.record(match, answers(0), uid="tap", seen=0)
    again = store.record(match, answers(0), uid="tap", seen=0)
    other = store.record(match, [(0, "trump", "H")], uid="tap")
    assert (first.fresh, again.fresh, other.fresh) == (True, False, False)
    assert first.match == again.match == other.match


def test_intents_of_two_matches_do_not_mix(store: Store, match: str) -> None:
    other = store.create(four())
    assert store.record(match, [(0, "contract", "0.2")], uid="tap").fresh
    assert store.record(other, [(0, "contract", "0.2")], uid="tap").fresh


@pytest.mark.parametrize("uid", ["", "x" * 500, "ü\ud800\0", "a b:c"])
def test_an_odd_intent_is_an_intent(store: Store, match: str, uid: str) -> None:
    assert store.record(match, [(0, "contract", "0.2")], uid=uid).fresh
    assert store.record(match, [(0, "contract", "0.3")], uid=uid).fresh is (uid == "")


def test_what_stands_already_makes_no_row(store: Store, match: str) -> None:
    play(store, match, 0)
    assert not play(store, match, 0).fresh
    assert store.version(match) == 6


def test_a_late_answer_changes_nothing(store: Store, match: str) -> None:
    store.record(match, [(0, "contract", "0.2")], uid="a", seen=0)
    with pytest.raises(StaleQuestion) as late:
        store.record(match, [(0, "contract", "1.3")], uid="b", seen=0)
    assert late.value.stands == "0.2"
    same = store.record(match, [(0, "contract", "0.2")], uid="c", seen=0)
    assert (same.fresh, same.match.version) == (False, 1)


def test_an_illegal_answer_takes_the_others_with_it(store: Store, match: str) -> None:
    before = store.load(match)
    with pytest.raises(IllegalAnswer):
        store.record(match, [(0, "contract", "0.2"), (0, "trump", "X")], uid="a")
    assert store.load(match) == before
    # The intent is not used up: what was refused may be put right and sent again.
    assert store.record(match, [(0, "contract", "0.2"), (0, "trump", "C")], uid="a").fresh


@pytest.mark.parametrize("value", ["C\0", "\ud800", "\u202eC", "C\n", "x" * 100_000])
def test_hostile_text_is_illegal(store: Store, match: str, value: str) -> None:
    store.record(match, [(0, "contract", "0.2")], uid="a")
    with pytest.raises(IllegalAnswer):
        store.record(match, [(0, "trump", value)], uid="b")
    with pytest.raises(StaleQuestion):
        store.record(match, [(0, "é\0" + value, "C")], uid="b")


@pytest.mark.parametrize("hand", [-1, 3, 499])
def test_a_hand_that_is_not_there_is_stale(store: Store, match: str, hand: int) -> None:
    with pytest.raises(StaleQuestion):
        store.record(match, [(hand, "contract", "0.2")], uid="a")


def test_a_match_has_limits(store: Store, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooMuch):
        store.record(match, [(500, "contract", "0.2")], uid="a")
    with pytest.raises(TooMuch):
        store.record(match, [(0, "note", "x" * 501)], uid="a")
    monkeypatch.setattr("referee.store.matches.save.MOST_ENTRIES", 3)
    with pytest.raises(TooMuch):
        play(store, match, 0)
    store.record(match, answers(0)[:3], uid="b")
    assert store.version(match) == 3


def test_a_note_is_kept_as_typed(store: Store, match: str) -> None:
    saved = store.record(match, [(0, "note", "  Cafe\u0301 “x”\r\nnaïve ")], uid="a")
    assert saved.match.log[0].value == "Café “x”\nnaïve"


def test_unknown_matches_are_not_found(store: Store) -> None:
    for call in (store.load, store.version):
        with pytest.raises(NotFound):
            call("a" * 24)
    with pytest.raises(NotFound):
        store.record("a" * 24, [], uid="a")


def test_undo_and_redo_name_what_they_take_back(store: Store, match: str) -> None:
    before = play(store, match, 0).match
    undone = store.undo(match, 6, "u")
    assert undone.match.sheet.totals == (0, 0)
    assert not store.undo(match, 6, "u").fresh
    for late in (6, 7, 0, 99):
        with pytest.raises(StaleQuestion):
            store.undo(match, late, "late")
    redone = store.redo(match, 7, "r")
    assert redone.match.sheet == before.sheet
    with pytest.raises(StaleQuestion):
        store.redo(match, 7, "r2")
    assert [e.undoes for e in redone.match.log[6:]] == [6, 7]


def test_nothing_to_undo_is_stale(store: Store, match: str) -> None:
    with pytest.raises(StaleQuestion):
        store.undo(match, 1, "u")
    with pytest.raises(StaleQuestion):
        store.redo(match, 1, "r")


def test_a_preview_writes_nothing(store: Store, match: str) -> None:
    before = play(store, match, 0).match
    sheet = store.preview(match, [(0, "high", "0")])
    assert sheet.totals != before.sheet.totals
    assert store.load(match) == before
    with pytest.raises(IllegalAnswer):
        store.preview(match, [(0, "high", "7")])


def test_a_coarser_level_asks_nothing_again(store: Store) -> None:
    key = store.create(NewMatch("pitch", ["A", "B", "C", "D"], bids="every"))
    bids = [("bid.1", "2"), ("bid.2", "pass"), ("bid.3", "pass"), ("bid.0", "pass")]
    store.record(key, answers(0, (*bids, ("trump", "H"))), uid="a")
    saved = store.record(key, [(0, "bids", "final")], uid="b")
    hand = saved.match.sheet.now.hand
    assert hand.answers()["contract"] == "1.2"
    assert [question.key for question in hand.open] == ["high", "low", "jack", "game"]
    # One undo takes the change of level back, all of it.
    undone = store.undo(key, standing(saved.match.log)[-1].seq, "c")
    assert undone.match.sheet.now.table.bids == "every"
    assert "bid.1" in undone.match.sheet.now.hand.answers()


def test_the_log_cannot_be_changed(store: Store, match: str) -> None:
    play(store, match, 0)
    for statement in ("UPDATE entry SET value = 'x'", "DELETE FROM entry"):
        with pytest.raises(Exception, match="append-only"):
            change(store, statement)
    assert store.load(match).sheet.totals == (-2, 3)


def test_a_row_number_and_an_intent_are_used_once(store: Store, match: str) -> None:
    store.record(match, [(0, "contract", "0.2")], uid="tap")
    insert = (
        "INSERT INTO entry (match_id, seq, uid, hand, key, value, at) "
        "SELECT match_id, :seq, :uid, hand, key, value, at FROM entry"
    )
    for seq, uid in ((1, "other"), (2, "tap")):
        with pytest.raises(Exception, match=r"(?i)unique"):
            change(store, insert, seq=seq, uid=uid)


def test_place_and_note_are_read_anew_and_no_match_is_read_again(
    store: Store, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = store.create(four(uid="other"))
    for id in (match, other):
        store.load(id)
    monkeypatch.setattr(matches, "fold", None)  # whoever replays a match fails
    store.past.describe(match, "The mill", "Rain")
    found = store.load(match)
    assert (found.place, found.note) == ("The mill", "Rain")
    assert store.load(other).place == ""
