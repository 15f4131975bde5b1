"""The plot of a match: inside its frame, every side told apart, the numbers under it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from referee.store import Store
from referee.web.screens.plot import APART, BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Plot, draw
from tests.web.pages import FOUR, PITCH, Web


def points(path: str) -> list[tuple[float, float]]:
    found = [tuple(map(float, point.split())) for point in re.split("[ML]", path) if point]
    return [(x, y) for x, y in found]


def plotted(sides: int, hands: int, step: int) -> Plot:
    rows = [(n, tuple(step * n * (side - 1) for side in range(sides))) for n in range(hands + 1)]
    return draw(rows, 21)


@pytest.mark.parametrize("sides", [2, 6, 8])
@pytest.mark.parametrize("hands", [1, 2, 7, 60])
@pytest.mark.parametrize("step", [0, 1, -1, 30])
def test_lines_and_labels_stay_in_the_frame_and_off_each_other(
    sides: int, hands: int, step: int
) -> None:
    plot = plotted(sides, hands, step)
    assert len(plot.lines) == sides
    for line in plot.lines:
        way = points(line.path)
        assert len(way) == hands + 1
        assert [x for x, _ in way] == sorted({x for x, _ in way})
        assert all(LEFT <= x <= WIDTH - RIGHT for x, _ in way)
        assert all(TOP <= y <= HEIGHT - BOTTOM for _, y in way)
        assert way[-1] == (line.x, line.y)
    labels = sorted(line.label for line in plot.lines)
    assert 0 <= labels[0] <= labels[-1] <= HEIGHT - BOTTOM
    assert all(b - a >= APART for a, b in pairwise(labels))
    heights = sorted(tick.at for tick in plot.heights)
    assert all(b - a >= APART for a, b in pairwise(heights))
    assert 1 <= len(plot.hands) <= 6


def test_the_highest_total_is_drawn_highest() -> None:
    plot = draw([(0, (0, 0, 0)), (1, (5, -3, 0))], 21)
    assert plot.lines[0].y < plot.lines[2].y == plot.zero < plot.lines[1].y
    assert plot.goal is not None
    assert plot.goal.at < plot.lines[0].y


def test_a_game_without_a_target_has_no_line_for_it() -> None:
    assert draw([(0, (0, 0)), (1, (1, 2))], None).goal is None


def test_the_numbers_stand_under_the_plot(web: Web) -> None:
    id = web.start("pitch", FOUR)
    assert not web.get(f"/t/{id}/sheet").root.all("figure")
    web.say(id, PITCH)
    figure = web.get(f"/t/{id}/sheet").root.one("figure", class_="plot")
    picture = figure.one("svg", role="img")
    title, desc = picture.one("title"), picture.one("desc")
    assert picture.attrs["aria-labelledby"].split() == [title.attrs["id"], desc.attrs["id"]]
    assert "Ana & Cleo: 0 to 2." in desc.text
    rows = figure.one("details").all("tr")
    assert [row.text for row in rows[1:]] == ["start00", "121"]
    assert not [e for e in figure if "style" in e.attrs]


def test_hands_after_the_end_are_not_drawn(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2], start=(12, 0))
    web.say(id, "trump=H tricks=6 next=ok")
    web.say(id, "trump=S tricks=8", hand=1)
    web.answer(id, "tricks=13")
    [counted, after] = store.load(id).sheet.rows
    assert (counted.counted, after.counted) == (True, False)
    rows = web.get(f"/t/{id}/sheet").root.one("details").all("tr")
    assert len(rows) == 3  # header, start, one hand
