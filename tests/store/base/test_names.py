"""Real names stay byte for byte; what hides, breaks or floods a line is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.store import BadName, TooMuch, clean_name
from referee.store.base import clean_match_note, clean_note, clean_place, name_key

REAL = [
    "Ana", "José María", "O’Brien", "Jean-Luc", "Nguyễn Văn Hùng", "Łukasz", "Þórður", "Çağla",
    "Σωκράτης", "Дмитрий", "محمد", "علی‌رضا", "דָּוִד", "नरेन्द्र", "क्‍ष", "ชัยวัฒน์", "山田太郎", "김민수",
    "გიორგი", "Հայկ", "ሰላም", "🂡", "👨‍👩‍👧", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "D'Arcy 3rd", "x" * 40, "*", "🫩",
]  # fmt: skip

WRONG = [
    "", " ", "\t\n", "\u200d", "\u200b", "\u3164", "\u2800", "\ufe0f", "\u0301", "\u00ad",
    "An\0a", "Ana\x1b[31m", "Ana\u202egnp", "Ana\u2066", "Ana\u200f", "\ud800", "Ana\udfff",
    "\ue000", "x" * 41, "Z" + "\u0301" * 4, "A\u20dd\u0301\u0302\u0303", "\ufeffAna",
    "a\u2028b\u2029\0",
]  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_a_real_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", WRONG, ids=ascii)
def test_a_name_that_would_break_a_line_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [(" Ana \t Maria\n", "Ana Maria"), ("Jose\u0301", "José"), ("Ana\u00a0B", "Ana B")],
)
def test_white_space_and_accents_are_tidied(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored


@pytest.mark.parametrize(("a", "b"), [("Ana", "ANA"), ("ﬁ", "FI"), ("Straße", "STRASSE")])
def test_case_and_width_make_no_other_name(a: str, b: str) -> None:
    assert name_key(a) == name_key(b)


def test_an_accent_makes_another_name() -> None:
    assert name_key("René") != name_key("Rene")


LIMITS = [(clean_place, 80), (clean_note, 500), (clean_match_note, 2000)]


@pytest.mark.parametrize(("clean", "most"), LIMITS)
def test_a_text_has_the_limit_of_its_kind(clean: Callable[[str], str], most: int) -> None:
    assert clean(" " + "e\u0301" * most + "\r\n") == "é" * most
    with pytest.raises(TooMuch):
        clean("x" * (most + 1))


@pytest.mark.parametrize(("clean", "_most"), LIMITS)
@pytest.mark.parametrize("text", ["a\x07", "\u202ehere", "\ud800", "Z" + "\u0301" * 4], ids=ascii)
def test_a_text_that_would_break_a_line_is_refused(
    clean: Callable[[str], str], _most: int, text: str
) -> None:
    with pytest.raises(BadName):
        clean(text)


def test_a_note_keeps_its_lines_and_a_place_is_one() -> None:
    assert clean_note("one\r\ntwo") == clean_match_note("one\ntwo") == "one\ntwo"
    assert clean_place("At the\r\n mill") == "At the mill"
