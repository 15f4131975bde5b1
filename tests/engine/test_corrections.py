"""What was put right: told once for each change, in words, and no secret before its time."""

from __future__ import annotations

from referee.engine import Entry, Said, Setup, fold, in_english, redo, revisions, undo
from referee.engine import answer as answered
from referee.games import GAMES

PLAYERS = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def words(said: Said | None) -> str | None:
    return None if said is None else in_english(said)


class Log:
    """A log that grows as a table says things."""

    def __init__(self, game: str, players: int) -> None:
        self.setup = Setup(GAMES[game](), PLAYERS[:players])
        self.rows: list[Entry] = []

    def say(self, answers: str, hand: int = 0) -> Log:
        for answer in answers.split():
            key, _, value = answer.partition("=")
            row = answered(self.setup, self.rows, hand, key, value)
            if row is not None:
                self.rows.append(row)
        return self

    def undo(self) -> Log:
        self.rows.append(undo(self.rows))
        return self

    def redo(self) -> Log:
        self.rows.append(redo(self.rows))
        return self

    def told(self) -> list[tuple[int, int, str | None, str | None]]:
        """Row, hand, old and new words of every change."""
        found = revisions(self.setup, self.rows, fold(self.setup, self.rows))
        return [
            (change.seq, hand, words(change.old), words(change.new))
            for hand, changes in found.items()
            for change in changes
        ]


def whist() -> Log:
    return Log("german_whist", 2)


def test_what_was_never_changed_is_not_told() -> None:
    assert whist().say("trump=H tricks=9 next=ok").told() == []


def test_a_correction_tells_old_and_new() -> None:
    log = whist().say("trump=H tricks=9 next=ok").say("trump=S", hand=1).say("trump=C")
    [(seq, hand, old, new)] = log.told()
    assert (seq, hand) == (5, 0)
    assert old is not None
    assert "earts" in old
    assert new is not None
    assert "lubs" in new


def test_a_correction_twice_is_told_twice() -> None:
    log = whist().say("trump=H tricks=9 next=ok").say("trump=C").say("trump=S")
    assert [seq for seq, *_ in log.told()] == [4, 5]
    assert log.told()[0][3] == log.told()[1][2]


def test_undo_is_taken_back_and_redo_brought_back() -> None:
    log = whist().say("trump=H").undo()
    assert [(old is None, new is None) for _, _, old, new in log.told()] == [(False, True)]
    log.redo()
    assert [(old is None, new is None) for _, _, old, new in log.told()] == [
        (False, True), (True, False),
    ]  # fmt: skip


def test_the_undo_of_a_correction_is_a_change_back() -> None:
    log = whist().say("trump=H tricks=9 next=ok").say("trump=C").undo()
    first, second = log.told()
    assert (first[2], first[3]) == (second[3], second[2])


def test_said_again_the_same_is_no_change() -> None:
    log = whist().say("trump=H").undo().say("trump=H")
    assert len(log.told()) == 2  # taken back, said again


def test_a_house_rule_is_told_from_what_the_match_was_created_with() -> None:
    log = whist().say("trump=H tricks=9 next=ok").say("rule.target=20").say("rule.target=25").undo()
    rule = "Points needed to win"
    assert [told[2:] for told in log.told()] == [
        (f"{rule}: 15", f"{rule}: 20"), (f"{rule}: 20", f"{rule}: 25"),
        (f"{rule}: 25", f"{rule}: 20"),
    ]  # fmt: skip


def test_a_change_of_seats_names_both() -> None:
    log = whist().say("seat.1=Cleo trump=H").undo().undo()
    assert [told[2:] for told in log.told() if "Seat" in str(told)] == [
        ("Seat 2: Ben", "Seat 2: Cleo"), ("Seat 2: Cleo", "Seat 2: Ben"),
    ]  # fmt: skip


def test_a_change_of_seats_in_a_later_hand_starts_from_who_sat_before() -> None:
    log = whist().say("seat.1=Cleo trump=H tricks=9 next=ok").say("seat.1=Dan", hand=1)
    assert [told[1:] for told in log.told()][-1] == (1, "Seat 2: Cleo", "Seat 2: Dan")


def test_points_brought_over_and_the_dealer_are_told() -> None:
    log = whist().say("start.0=3 dealer=1")
    assert [told[2:] for told in log.told()] == [
        ("0 points brought over", "3 points brought over"), ("0 dealt", "1 dealt"),
    ]  # fmt: skip


def test_the_dealer_whom_the_rules_name_is_no_change() -> None:
    assert whist().say("trump=H tricks=9 next=ok").say("dealer=1", hand=1).told() == []


def test_a_level_of_detail_said_anew_tells_both() -> None:
    log = whist().say("play=winners play=totals")
    [(_, _, old, new)] = log.told()
    assert str(old).endswith("who took each trick")
    assert str(new).endswith("the result")


def test_a_ruling_that_was_ruled_otherwise_tells_how() -> None:
    log = Log("pitch", 4).say("contract=0.2 ruling.1=BID_OUT_OF_TURN:3:2")
    log.say("ruling.1=BID_OUT_OF_TURN:3:2:stands ruling.1=none")
    first, second = log.told()
    assert first[2] != first[3] == second[2]
    assert second[3] == "No ruling"


def test_turning_the_page_is_not_told() -> None:
    assert whist().say("trump=H tricks=9 next=ok").undo().redo().told() == []


def test_a_note_in_other_words_tells_both_and_the_first_one_is_no_change() -> None:
    log = whist().say("trump=H tricks=9 note=one next=ok")
    assert log.told() == []
    assert [told[2:] for told in log.say("note=two").told()] == [("Note: one", "Note: two")]


def test_a_note_that_was_cleared_is_taken_back() -> None:
    log = whist().say("note=one note= note=two").undo()
    assert [told[2:] for told in log.told()] == [
        ("Note: one", None), (None, "Note: two"), ("Note: two", None),
    ]  # fmt: skip
    assert whist().say("note=").told() == []


def test_the_note_of_a_running_hand_hides_no_secret() -> None:
    log = Log("call_partner_euchre", 5).say("maker=1 trump=S called=AH note=one partner=3 note=two")
    assert [told[2:] for told in log.told()] == [("Note: one", "Note: two")]


def test_an_answer_to_a_question_that_is_no_longer_asked_has_words() -> None:
    log = Log("pitch", 4).say("contract=0.2 trump=C high=0 low=0 jack=none game=1 next=ok")
    log.say("contract=0.4").say("contract=0.smear")
    for _, _, old, new in log.told():
        assert old
        assert new


def test_no_secret_is_told_before_the_hand_is_scored() -> None:
    log = Log("call_partner_euchre", 5).say("maker=1 trump=S called=AH partner=3 partner=2")
    assert log.told() == []
    log.say("tricks=3")
    [(_, _, old, new)] = log.told()
    assert old is not None
    assert new is not None
    assert old != new
