"""Players: remembered, counted, renamed."""

from __future__ import annotations

import pytest

from referee.store import Store
from tests.web.pages import FOUR, WHIST, Web
from tests.web.test_new import IMPOSSIBLE, quoted


def id_of(store: Store, name: str) -> str:
    return next(p.id for p in store.players() if p.name == name)


def test_nobody_yet(web: Web) -> None:
    assert "Nobody yet" in web.get("/players").text


def test_players_are_listed_with_matches_and_wins(web: Web) -> None:
    id = web.start("german_whist", ["Ana", "Ben"], start=(14, 0))
    web.say(id, WHIST)
    rows = [e.text for e in web.get("/players").root.all("summary")]
    assert sorted(rows) == ["Ana 1 match, 1 win", "Ben 1 match, 0 wins"]


def test_a_new_name_stands_everywhere(web: Web) -> None:
    id = web.start("german_whist", ["Ana", "Ben"])
    page = web.get("/players")
    entry = next(e for e in page.root.all("details") if e.text.startswith("Ben"))
    action = entry.one("form").attrs["action"]
    web.post(action, {"name": " Benedetta "})
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
    field = page.root.one("details", open="").one("input", name="name")
    assert field.attrs["value"] == name[:200]


@pytest.mark.parametrize("who", ["nobody", "a" * 24, "x" * 3000, "%00"])
def test_an_unknown_player_is_not_found(web: Web, who: str) -> None:
    web.post(f"/players/{who}", {"name": "Zoe"}, 404)


def test_players_with_the_same_letters_but_not_the_same_name_stay_two(
    web: Web, store: Store
) -> None:
    web.start("pitch", [*FOUR, "Anа"])  # the last letter is Cyrillic
    assert len(store.players()) == 5
