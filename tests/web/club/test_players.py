"""Players: remembered, counted, renamed."""

from __future__ import annotations

import pytest

from referee.store import Store
from tests.web.match.test_new import IMPOSSIBLE, quoted
from tests.web.pages import FOUR, WHIST, Web


def id_of(store: Store, name: str) -> str:
    return next(p.id for p in store.players() if p.name == name)


def test_nobody_yet(web: Web) -> None:
    assert "Nobody yet" in web.get("/players").text


def test_players_are_listed_with_matches_and_wins(web: Web) -> None:
    id = web.start("german_whist", ["Ana", "Ben"], start=(14, 0))
    web.say(id, WHIST)
    rows = [e.text for e in web.get("/players").root.all("a", class_="game past")]
    assert sorted(rows) == ["Ana 1 match, 1 win", "Ben 1 match, 0 wins"]


def test_a_new_name_stands_everywhere(web: Web, store: Store) -> None:
    id = web.start("german_whist", ["Ana", "Ben"])
    web.post(f"/players/{id_of(store, 'Ben')}", {"name": " Benedetta "})
    for path in ("/players", f"/t/{id}", "/", "/new/german_whist"):
        text = web.get(path).text
        assert "Benedetta" in text, path
        assert "Ben " not in text, path


def test_a_name_may_change_its_case(web: Web, store: Store) -> None:
    web.start("german_whist", ["ana", "Ben"])
    web.post(f"/players/{id_of(store, 'ana')}", {"name": "Ana"})
    assert {p.name for p in store.players()} == {"Ana", "Ben"}


@pytest.mark.parametrize("name", [*IMPOSSIBLE, "Ben", "BEN"], ids=ascii)
def test_a_name_that_cannot_be_is_refused_and_kept(web: Web, store: Store, name: str) -> None:
    web.start("german_whist", ["Ana", "Ben"])
    ana = id_of(store, "Ana")
    page = web.post(f"/players/{ana}", f"name={quoted(name)}".encode(), 422)
    assert "name" in page.trouble or "called" in page.trouble
    assert {p.name for p in store.players()} == {"Ana", "Ben"}
    field = page.root.one("input", name="name")
    assert field.attrs["value"] == name[:200]


@pytest.mark.parametrize("who", ["nobody", "a" * 24, "x" * 3000, "%00"])
def test_an_unknown_player_is_not_found(web: Web, who: str) -> None:
    web.post(f"/players/{who}", {"name": "Zoe"}, 404)


def test_players_with_the_same_letters_but_not_the_same_name_stay_two(
    web: Web, store: Store
) -> None:
    web.start("pitch", [*FOUR, "Anа"])  # the last letter is Cyrillic
    assert len(store.players()) == 5


def won(web: Web, *players: str) -> str:
    """A match of German Whist that the first of two players wins."""
    id = web.start("german_whist", list(players), start=(14, 0))
    web.say(id, WHIST)
    return id


def test_a_page_tells_what_a_player_did_and_with_whom(web: Web, store: Store) -> None:
    for _ in range(2):
        won(web, "Ana", "Ben")
    won(web, "Cleo", "Ana")
    page = web.get(f"/players/{id_of(store, 'Ana')}")
    assert "3 matches, 2 wins" in page.text
    assert "Matches won 2 of 3 67%" in page.text
    assert "2 of the last 3 won" in page.text
    rivals = [e.text for e in page.root.one("ul", class_="pairs").all("li")]
    assert [text.partition("few")[0].strip() for text in rivals] == [
        "Ben won 2 of 2", "Cleo won 0 of 1",
    ]  # fmt: skip
    assert "few" in rivals[0]


def test_two_players_side_by_side(web: Web, store: Store) -> None:
    matches = [won(web, "Ana", "Ben"), won(web, "Ana", "Ben"), won(web, "Ben", "Ana")]
    ana, ben = id_of(store, "Ana"), id_of(store, "Ben")
    page = web.get(f"/players/{ana}/and/{ben}")
    assert "Ana won 2 67%" in page.text
    assert "Ben won 1 33%" in page.text
    links = [e.attrs["href"] for e in page.root.all("a", class_="game past")]
    assert links == [f"/t/{id}/sheet" for id in reversed(matches)]
    response = web.client.get(f"/players/{ana}/and?other={ben}")
    assert (response.status_code, response.headers["Location"]) == (303, page.path)


@pytest.mark.parametrize("other", ["", "a" * 24, "same"])
def test_two_who_are_not_two_are_not_found(web: Web, store: Store, other: str) -> None:
    won(web, "Ana", "Ben")
    ana = id_of(store, "Ana")
    web.get(f"/players/{ana}/and/{ana if other == 'same' else other or 'b'}", 404)


def test_a_merge_counts_for_the_other_and_is_taken_back(web: Web, store: Store) -> None:
    won(web, "Ana", "Ben")
    won(web, "Anna", "Ben")
    ana, anna = id_of(store, "Ana"), id_of(store, "Anna")
    page = web.post(f"/players/{anna}/merge", {"into": ana})
    assert "2 matches, 2 wins" in web.get(f"/players/{ana}").text
    assert {p.name for p in store.players()} == {"Ana", "Ben"}
    response = web.client.get(f"/players/{anna}")
    assert response.headers["Location"] == f"/players/{ana}"
    page = web.get(f"/players/{ana}")
    assert "Anna counts as this player." in page.text
    web.post(f"/players/{anna}/unmerge", {})
    assert "1 match, 1 win" in web.get(f"/players/{ana}").text
    assert {p.name for p in store.players()} == {"Ana", "Anna", "Ben"}


def test_who_sat_at_one_table_cannot_be_one(web: Web, store: Store) -> None:
    won(web, "Ana", "Ben")
    page = web.post(f"/players/{id_of(store, 'Ana')}/merge", {"into": id_of(store, "Ben")}, 422)
    assert "table" in page.trouble or "match" in page.trouble
    web.post(f"/players/{id_of(store, 'Ana')}/merge", {"into": ""}, 422)
    assert {p.name for p in store.players()} == {"Ana", "Ben"}


def test_a_hidden_player_is_offered_no_more_and_comes_back(web: Web, store: Store) -> None:
    won(web, "Ana", "Ben")
    ben = id_of(store, "Ben")
    assert "hidden players" not in web.get("/players").text  # there are none
    web.post(f"/players/{ben}/hide", {})
    assert "Ben" not in web.get("/players").text
    assert "/players?hidden=yes" in web.get("/players").links
    assert "Ben" in web.get("/players?hidden=yes").text
    assert "hidden" in web.get(f"/players/{ben}").text
    web.post(f"/players/{ben}/hide", {"hidden": "no"})
    assert "Ben" in web.get("/players").text
