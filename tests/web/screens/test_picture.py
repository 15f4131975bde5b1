"""The result as a picture: what it tells, for every name, inside its frame."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest

from referee.store import Store, clean_name
from tests.web.names import NAMES
from tests.web.pages import FOUR, Web


def drawn(web: Web, id: str) -> Element:
    answer = web.client.get(f"/t/{id}/result.svg")
    assert answer.mimetype == "image/svg+xml"
    return fromstring(answer.get_data())


def parts(svg: Element, name: str) -> list[Element]:
    return [e for e in svg.iter() if e.get("class") == name]


def test_the_picture_tells_the_result_and_where_it_was(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2], start=(3, 14))
    assert "not finished" in "".join(drawn(web, id).itertext())
    web.say(id, "trump=H tricks=4")
    store.past.describe(id, "At the <mill>", "")
    svg = drawn(web, id)
    assert [e.text for e in parts(svg, "name")] == ["Ben", "Ana"]
    assert parts(svg, "total")[0].text == str(max(store.load(id).sheet.totals))
    told = [text.strip() for text in svg.itertext() if text.strip()]
    assert "At the <mill>" in told
    assert told.count("★ won") == 1
    assert not [e for e in svg.iter() if e.get("style") or e.tag.endswith(("style", "script"))]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])
def test_the_picture_tells_a_name_as_it_is(web: Web, name: str) -> None:
    id = web.start("german_whist", [name, "Ben"])
    assert clean_name(name) in [e.text for e in parts(drawn(web, id), "name")]


@pytest.mark.parametrize("players", [2, 4, 6, 7])
def test_every_name_and_total_lies_inside_the_picture(web: Web, players: int) -> None:
    names = [f"{letter}" + "W" * 39 for letter in "ABCDEFG"[:players]]
    svg = drawn(web, web.start("german_whist" if players == 2 else "pitch", names))
    tall = int(svg.get("height", "0"))
    frames = [e for e in svg.iter() if e.tag.endswith("}svg") and e is not svg]
    assert len(frames) == players
    ends = [int(e.get("y", "")) + int(e.get("height", "")) for e in frames]
    assert ends == sorted(ends)
    assert ends[-1] <= tall
    for e in parts(svg, "name"):
        assert 10 <= float(e.get("font-size", "0")) <= 580 / 40
