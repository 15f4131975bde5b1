"""Hostile and foreign names on every page: told as they are, and never run."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from referee.store import Store, clean_name
from tests.web.names import NAMES
from tests.web.pages import HANDS, OURS, Element, Page, Web, new_uid

GAMES = sorted(HANDS)


def tables() -> list[tuple[str, tuple[str, ...]]]:
    """Every name at some table, the games in turn."""
    found: list[tuple[str, tuple[str, ...]]] = []
    rest = list(NAMES)
    while rest:
        game = GAMES[len(found) % len(GAMES)]
        seats = len(HANDS[game][0])
        names, rest = rest[:seats], rest[seats:]
        found.append((game, (*names, *NAMES)[:seats]))
    return found


def shape(element: Element) -> list[tuple[str, tuple[str, ...]]]:
    """The elements and the names of their attributes: what a name must never change."""
    return [(e.tag, tuple(sorted(e.attrs))) for e in element]


def pages(web: Web, game: str, players: tuple[str, ...]) -> list[Page]:
    """Every page that shows these players, at every stage of a match."""
    query = urlencode([("p", name) for name in players])
    found = [web.get(f"/new/{game}?{query}")]
    id = web.start(game, players)
    own = f"/t/{id}"
    for answer in HANDS[game][1].split():
        found.append(web.get(own))
        web.answer(id, answer)
    web.post(own + "/note", {"hand": "0", "text": players[0], "uid": new_uid()})
    key, _, value = answer.partition("=")
    paths = ["", "/sheet", "/hands", "/hand/1", "/menu", "/rules",
             f"/hand/1?answer={key}={value}", "/change?rule.target=30"]  # fmt: skip
    found += [web.get(own + path) for path in paths]
    found.append(web.answer(id, f"{key}=impossible", status=422))
    web.answer(id, "next=ok")
    found.append(web.get(own))
    web.answer(id, "end=conceded.0", hand=1)
    found += [web.get(path) for path in (own, own + "/sheet", "/", "/history", "/players")]
    found.append(web.get(f"/club/tables/{game}"))
    links = [e for e in found[-1].root.all("a") if "/players/" in e.attrs["href"]]
    found += [web.get(e.attrs["href"]) for e in links if players[0] in e.text][:1]
    found.append(web.get(f"/new/{game}"))
    return found


@pytest.mark.parametrize(("game", "names"), tables(), ids=ascii)
def test_a_name_is_told_as_it_is_and_changes_no_markup(
    web: Web, other_web: Web, game: str, names: tuple[str, ...]
) -> None:
    players = tuple(clean_name(name) for name in names)
    plain = pages(other_web, game, tuple(f"Player {n}" for n in range(len(players))))
    odd = pages(web, game, players)
    for before, after in zip(plain, odd, strict=True):
        assert shape(before.root) == shape(after.root), after.path
        for e in after.root:
            assert not [a for a in e.attrs if a.startswith("on")], after.path
            for link in ("href", "src", "action"):
                ours = ("/", "#", "data:image/svg+xml,") if e.tag == "link" else ("/", "#")
                assert e.attrs.get(link, "/").startswith(ours), after.path
    shown = " ".join(page.text for page in odd)
    for name in players:
        assert name in shown


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])
def test_a_name_comes_back_byte_for_byte(web: Web, store: Store, name: str) -> None:
    web.start("german_whist", [name, "Ben"])
    assert clean_name(name) in {p.name for p in store.players()}
    known = next(p for p in store.players() if p.name == clean_name(name))
    field = web.get(f"/players/{known.id}").root.one("input", name="name")
    assert field.attrs["value"] == clean_name(name)
    same = web.get("/new/german_whist")
    assert clean_name(name) in [e.attrs["value"] for e in same.root.all("input", name="p")]


@pytest.mark.parametrize("text", NAMES, ids=lambda name: ascii(name)[:20])
def test_what_is_echoed_where_it_is_refused_is_told_as_it_is(web: Web, text: str) -> None:
    data = [("p", "Ana"), ("p", "Ben"), ("start", text), ("uid", new_uid())]
    response = web.client.post("/new/german_whist", data=urlencode(data), headers=OURS,
                               content_type="application/x-www-form-urlencoded")  # fmt: skip
    assert response.status_code in (303, 422)
    if response.status_code == 422:
        page = Page("/new/german_whist", response)
        assert text[:20] in page.trouble or " ".join(text[:20].split()) in page.trouble
        assert not [e for e in page.root if any(a.startswith("on") for a in e.attrs)]
