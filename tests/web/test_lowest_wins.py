"""A game that the lowest total wins, and one without a goal, on the pages that order or praise."""

from __future__ import annotations

import re

import pytest

from referee.store import Store
from tests.golf import strokes
from tests.web.pages import Element, Page, Web
from tests.web.screens.test_picture import drawn, parts

pytestmark = pytest.mark.usefixtures("golf")
THREE = ("Ana", "Ben", "Cleo")


def started(web: Web, *hand: int, game: str = "golf", target: int = 20) -> str:
    rules = {"target": str(target)} if game == "golf" else {}
    id = web.start(game, THREE, rules=rules)
    web.say(id, strokes(*hand))
    return id


def sides(page: Page) -> list[tuple[str, str]]:
    """The names in the list of gains, from the top, each with its total."""
    [gains] = [e for e in page.root.all("ul") if e.attrs.get("class", "").startswith("gain")]
    return [(li.all("bdi")[0].text, li.all("bdi")[-1].text) for li in gains.all("li")]


def pips(tile: Element) -> tuple[int, int]:
    """How many are full, and how many there are."""
    free, full = (path.attrs["d"].count("M") for path in tile.one("svg").all("path"))
    return full, full + free


def test_a_hand_that_is_scored_puts_the_lowest_first(web: Web) -> None:
    id = started(web, 8, -2, 5)
    page = web.get(f"/t/{id}")
    assert [name for name, _ in sides(page)] == ["Ben", "Cleo", "Ana"]
    gained = {e.text: "down" in e.attrs["class"] for e in page.root.all("span")
              if e.attrs.get("class", "").startswith("up")}  # fmt: skip
    assert gained == {"+8": True, "−2": False, "+5": True}
    id = started(web, 8, -2, 5, game="rounds")
    page = web.get(f"/t/{id}")
    assert [name for name, _ in sides(page)] == ["Ana", "Cleo", "Ben"]
    assert len(page.root.all("span", class_="up down")) == 1


def test_the_end_puts_the_lowest_first_as_the_winner(web: Web) -> None:
    id = started(web, 21, 8, 5)
    page = web.get(f"/t/{id}")
    assert page.heading == "Cleo won"
    assert sides(page) == [("Cleo", "5"), ("Ben", "8"), ("Ana", "21")]
    assert [e.all("bdi")[0].text for e in page.root.all("li", class_="won")] == ["Cleo"]
    room = web.get(f"/t/{id}/tv").root.one("ul", class_="scores")
    assert [e.one("span", class_="n").text for e in room.all("li", class_="on")] == ["Cleo"]


def test_tiles_show_how_near_the_end_is(web: Web) -> None:
    id = started(web, 8, -2, 5)
    web.answer(id, "next=ok")
    for path in (f"/t/{id}", f"/t/{id}/tv"):
        tiles = web.get(path).root.one("ul", class_="scores").all("li")
        assert [pips(tile) for tile in tiles] == [(8, 20), (0, 20), (5, 20)]


@pytest.mark.parametrize(
    ("target", "shown"), [(25, (19, 25)), (26, (9, 13)), (50, (9, 25)), (101, (3, 21))]
)
def test_a_high_goal_has_pips_for_several_points_each(
    web: Web, target: int, shown: tuple[int, int]
) -> None:
    id = started(web, 19, 0, 0, target=target)
    web.answer(id, "next=ok")
    tile = web.get(f"/t/{id}").root.one("ul", class_="scores").all("li")[0]
    assert pips(tile) == shown


def test_a_game_without_a_goal_shows_none(web: Web) -> None:
    id = started(web, 8, -2, 5, game="rounds")
    web.answer(id, "next=ok")
    for path in (f"/t/{id}", f"/t/{id}/tv"):
        assert not web.get(path).root.one("ul", class_="scores").all("svg", class_="pips")
    figure = web.get(f"/t/{id}/sheet").root.one("figure", class_="plot")
    assert not figure.all("path", class_="target")
    assert "Target" not in figure.text


def test_the_sheet_marks_what_is_good_to_have(web: Web) -> None:
    for game, marked in (("golf", ["-2"]), ("rounds", ["8", "5"])):
        page = web.get(f"/t/{started(web, 8, -2, 5, game=game)}/sheet")
        found = [e.one("b").text.replace("−", "-") for e in page.root.all("td", class_="won")]
        assert found == marked


def test_the_plot_has_the_best_on_top_and_says_where_it_ends(web: Web) -> None:
    figure = web.get(f"/t/{started(web, 8, -2, 5)}/sheet").root.one("figure", class_="plot")
    ends = [float(e.attrs["cy"]) for e in figure.one("svg", role="img").all("circle")]
    assert ends[1] < ends[2] < ends[0]  # Ben is lowest, and drawn highest
    line = re.match(r"M34 ([\d.]+)H", figure.one("path", class_="target").attrs["d"])
    assert line is not None
    assert float(line[1]) > ends[0]
    assert "Ends at 20" in figure.one("figcaption").text
    figure = web.get(f"/t/{started(web, 8, -2, 5, game='rounds')}/sheet").root.one("figure")
    ends = [float(e.attrs["cy"]) for e in figure.one("svg", role="img").all("circle")]
    assert ends[0] < ends[2] < ends[1]


def test_the_picture_puts_the_lowest_first(web: Web) -> None:
    svg = drawn(web, started(web, 21, 8, 5))
    assert [e.text for e in parts(svg, "name")] == ["Cleo", "Ben", "Ana"]
    assert [e.text for e in parts(svg, "total")] == ["5", "8", "21"]
    told = [text.strip() for text in svg.itertext() if text.strip()]
    assert told.index("★ won") == told.index("5") + 1


def test_giving_up_makes_the_lowest_of_the_others_win(web: Web) -> None:
    id = started(web, 8, 2, 5)
    assert "gave up the match" in web.get(f"/t/{id}/change?change=end=conceded.1").text
    web.answer(id, "end=conceded.1")
    page = web.get(f"/t/{id}")
    assert [e.all("bdi")[0].text for e in page.root.all("li", class_="won")] == ["Cleo"]
    assert [name for name, _ in sides(page)] == ["Ben", "Cleo", "Ana"]


def test_lists_and_tables_of_the_club_name_the_lowest_as_winner(web: Web, store: Store) -> None:
    id = started(web, 21, 8, 5)
    history = web.get("/history?game=golf").root
    assert [e.all("bdi")[0].text for e in history.all("span", class_="nw won")] == ["Cleo"]
    page = web.get("/club/tables/golf?season=all")
    [table] = page.root.all("table", class_="sheet standing")
    names = [e.text for e in table.all("th", scope="row")]
    assert names == ["1. Cleo", "2. Ben", "3. Ana"]
    assert "3 points ahead at the end" in page.text
    cleo = next(p.id for p in store.players() if p.name == "Cleo")
    assert "1 of 1" in web.get(f"/players/{cleo}").text
    gone = web.get(f"/t/{id}/delete").text
    assert gone.index("Cleo 5") < gone.index("Ben 8") < gone.index("Ana 21")


def test_hearts_is_such_a_game(web: Web) -> None:
    id = web.start("hearts", (*THREE, "Dan"), rules={"target": "20"})
    web.say(id, "queen=2 hearts.0=3 hearts.1=2 hearts.2=8 hearts.3=0")
    page = web.get(f"/t/{id}")
    assert page.heading == "Dan won"
    assert [name for name, _ in sides(page)] == ["Dan", "Ben", "Ana", "Cleo"]
    assert "Ends at 20" in web.get(f"/t/{id}/sheet").root.one("figcaption").text
    assert parts(drawn(web, id), "name")[0].text == "Dan"
