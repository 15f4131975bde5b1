"""The club's tables: standings, records, house rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.web.club.test_players import won
from tests.web.pages import Page, Web


def standing(page: Page) -> list[str]:
    """The names in the table, from the top."""
    return [e.text for table in page.root.all("table", class_="sheet standing")
            for e in table.all("th", scope="row")]  # fmt: skip


def test_a_club_without_matches_has_empty_tables(web: Web) -> None:
    page = web.get("/club/tables")
    assert "No match of this game has ended yet." in page.text
    assert standing(page) == []


def test_who_won_most_stands_first(web: Web) -> None:
    won(web, "Ana", "Ben")
    won(web, "Ben", "Cleo")
    won(web, "Ben", "Ana")
    page = web.get("/club/tables")
    assert standing(page) == ["1. Ben", "2. Ana", "3. Cleo"]
    assert "2 of 3" in page.text
    assert standing(web.get("/club/tables/german_whist?season=all")) == standing(page)
    assert standing(web.get("/club/tables/pitch")) == []


def test_a_table_between_two_days(web: Web) -> None:
    won(web, "Ana", "Ben")
    assert "ended in these days" in web.get("/club/tables/german_whist?to=2020-01-01").text
    today = datetime.now(UTC).date()
    day, near = timedelta(days=1), "/club/tables/german_whist?from=%s&to=%s"
    assert len(standing(web.get(near % (today - day, today + day)))) == 2
    assert standing(web.get(near % (today - 3 * day, today - 2 * day))) == []
    assert len(standing(web.get(near % (today - day, "")))) == 2
    assert len(standing(web.get(near % ("", today + day)))) == 2


@pytest.mark.parametrize(
    "days", ["from=2026-13-01", "to=yesterday", "from=2026-02-02&to=2026-02-01", "from=20260101"]
)
def test_days_that_are_none_are_refused_and_kept(web: Web, days: str) -> None:
    page = web.get(f"/club/tables/pitch?{days}", 422)
    assert "day" in page.trouble
    typed = [e.attrs["value"] for e in page.root.all("input", type="date")]
    assert [part.partition("=")[2] for part in days.split("&")] == [t for t in typed if t]


def test_records_name_their_match(web: Web) -> None:
    id = won(web, "Ana", "Ben")
    page = web.get("/club/tables/german_whist")
    assert "Widest margin" in page.text
    assert any(e.attrs["href"] == f"/t/{id}/sheet" for e in page.root.all("a", class_="game past"))


def test_house_rules_are_compared_where_they_differed(web: Web) -> None:
    won(web, "Ana", "Ben")
    assert "House rules and what came of them" not in web.get("/club/tables/german_whist").text
    id = web.start("german_whist", ["Ana", "Ben"], start=(14, 0), rules={"target": "20"})
    web.answer(id, "end=conceded.0")
    page = web.get("/club/tables/german_whist")
    table = page.root.one("table", class_="sheet effects")
    assert [e.text for e in table.all("th", scope="row")] == ["15", "20"]


def test_an_unknown_game_has_no_table(web: Web) -> None:
    web.get("/club/tables/nogame", 404)
