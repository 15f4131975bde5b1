"""Replay of one hand: what is asked, kept, dropped and hidden."""

from __future__ import annotations

import pytest

from referee.engine import Ask, Asking, Known, Line, Question, Said, Score, Seat, Side, msg, one
from referee.engine.errors import DuplicateKey
from referee.engine.hand import replay
from referee.engine.question import Place

NOTHING = Score((), msg("scored"))


def question(key: str, legal: str, offer: Place | None = None, secret: bool = False) -> Question:
    labels: dict[str, Said] = {value: value for value in legal.split()}
    return Question(key, "choice", msg(key), labels, offer=offer, secret=secret)


def supper() -> Asking[Score]:
    """A hand that asks for a drink, then for two courses on one screen, with an offer."""
    drink = (yield one(question("drink", "wine water")))["drink"]
    yield Known({"colour": "red" if drink == "wine" else "none"}, {Seat(1): msg("drinks")})
    courses = (
        question("soup", "fish leek") if drink == "wine" else question("soup", "leek"),
        question("cheese", "goat cow", secret=True),
        question("bread", "rye", offer="menu"),
    )
    answers = yield Ask(courses, msg("What is eaten?"))
    points = 2 if answers["soup"] == "fish" else 1
    rye = 10 if answers.get("bread") == "rye" else 0
    return Score((Line(Side(0), points + rye, "supper", ""),), msg("eaten"))


def test_the_first_open_screen_is_asked() -> None:
    hand = replay(supper(), {})
    assert [q.key for q in hand.open] == ["drink"]
    assert hand.score is None
    assert hand.facts == {}


def test_questions_of_one_screen_are_answered_in_any_order() -> None:
    for first in ("soup=fish", "cheese=cow"):
        key, value = first.split("=")
        hand = replay(supper(), {"drink": "wine", key: value})
        assert [q.key for q in hand.open] == [k for k in ("soup", "cheese") if k != key]
        assert hand.score is None
    hand = replay(supper(), {"drink": "wine", "cheese": "cow", "soup": "fish"})
    assert hand.score is not None
    assert hand.score.points(Side(0)) == 2


def test_an_offer_stops_nothing_and_counts_where_it_was_taken_up() -> None:
    answers = {"drink": "wine", "cheese": "cow", "soup": "fish"}
    assert [q.key for q in replay(supper(), answers).offers] == ["bread"]
    taken = replay(supper(), {**answers, "bread": "rye"})
    assert taken.offers == ()
    assert taken.score is not None
    assert taken.score.points(Side(0)) == 12


def test_an_offer_with_one_answer_is_not_taken_up_by_itself() -> None:
    hand = replay(supper(), {"drink": "wine"})
    assert "bread" not in hand.answers()
    assert "bread" in hand.questions()


def test_a_question_with_one_legal_answer_is_not_asked() -> None:
    hand = replay(supper(), {"drink": "water"})
    assert [q.key for q in hand.open] == ["cheese"]
    assert [(a.value, a.told) for a in hand.answered if a.question.key == "soup"] == [
        ("leek", False)
    ]


def test_an_answer_that_is_no_longer_legal_is_asked_again() -> None:
    hand = replay(supper(), {"drink": "beer", "soup": "fish"})
    assert [q.key for q in hand.open] == ["drink"]


def test_an_answer_that_is_no_longer_asked_is_ignored() -> None:
    hand = replay(supper(), {"drink": "water", "soup": "fish", "dessert": "cake", "cheese": "cow"})
    assert hand.score is not None
    assert hand.score.points(Side(0)) == 1
    assert "dessert" not in hand.answers()


def test_what_is_known_stands_with_the_open_screen() -> None:
    hand = replay(supper(), {"drink": "wine"})
    assert hand.facts == {"colour": "red"}
    assert hand.roles == {1: msg("drinks")}


def test_a_secret_answer_is_shown_once_the_hand_is_scored() -> None:
    open_hand = replay(supper(), {"drink": "wine", "cheese": "cow"})
    assert open_hand.answers()["cheese"] == "cow"
    assert "cheese" not in open_hand.public().answers()
    assert "cow" not in repr(open_hand.public().answered)
    scored = replay(supper(), {"drink": "wine", "cheese": "cow", "soup": "fish"})
    assert scored.public().answers()["cheese"] == "cow"


def test_a_secret_is_not_shown_as_a_fact_either() -> None:
    def indiscreet() -> Asking[Score]:
        told = yield one(question("cheese", "goat cow", secret=True))
        yield Known({"cheese": told["cheese"], "course": "2"})
        yield one(question("drink", "wine water"))
        return NOTHING

    hand = replay(indiscreet(), {"cheese": "cow"})
    assert hand.facts == {"cheese": "cow", "course": "2"}
    assert hand.public().facts == {"course": "2"}


def test_a_rule_sheet_that_asks_a_key_twice_is_a_bug() -> None:
    def stammers() -> Asking[Score]:
        yield one(question("drink", "wine water"))
        yield one(question("drink", "wine water"))
        return NOTHING

    with pytest.raises(DuplicateKey, match="drink"):
        replay(stammers(), {"drink": "wine"})


def test_a_hand_that_asks_nothing_is_scored_at_once() -> None:
    def silent() -> Asking[Score]:
        yield Known({"weather": "fair"})
        return NOTHING

    hand = replay(silent(), {"drink": "wine"})
    assert hand.score == NOTHING
    assert hand.facts == {"weather": "fair"}
