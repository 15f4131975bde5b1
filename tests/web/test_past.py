"""A match as it is kept: plot, corrections, place and note, picture, public page."""

from __future__ import annotations

from flask import Flask

from referee.store import Store
from tests.web.pages import FOUR, PITCH, Web, new_uid


def test_place_and_note_are_kept_shown_and_found(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.post(f"/t/{id}/about", {"place": "At the <b>mill</b>", "note": "Rain\nall day"})
    sheet = web.get(f"/t/{id}/sheet")
    assert "At the <b>mill</b>" in sheet.text
    assert "Rain all day" in sheet.text
    assert f"/t/{id}" in web.get("/history?open=yes&q=mill").links
    assert f"/t/{id}" not in web.get("/history?open=yes&q=nowhere").links


def test_the_filters_survive_paging_and_a_bad_day_is_told(web: Web) -> None:
    for _ in range(21):
        web.answer(web.start("pitch", FOUR), "end=stopped")
    page = web.get("/history?game=pitch&q=ana")
    older = next(a for a in page.root.all("a") if a.text == "Older matches")
    assert "q=ana" in older.attrs["href"]
    assert "game=pitch" in older.attrs["href"]
    assert web.client.get("/history?from=yesterday").status_code == 422


def test_a_correction_shows_old_and_new(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " game=1 next=ok" if "game=" not in PITCH else PITCH + " next=ok")
    assert "Corrected" not in web.get(f"/t/{id}/hands").text
    data = {"hand": "0", "answer": "low=1", "then": "sheet", "uid": new_uid()}
    web.post(f"/t/{id}/answer", data)
    record = web.get(f"/t/{id}/hands")
    assert record.root.all("del")
    assert record.root.all("ins")


def test_the_plot_has_a_title_and_its_numbers(web: Web) -> None:
    id = web.start("pitch", FOUR)
    assert not web.get(f"/t/{id}/sheet").root.all("figure")
    web.say(id, PITCH)
    plot = web.get(f"/t/{id}/sheet").root.one("figure", class_="plot")
    assert plot.one("title").text == "Totals after each hand"
    assert len(plot.one("tbody").all("tr")) == 2


def test_a_public_page_without_names_tells_none(app: Flask, web: Web, store: Store) -> None:
    canary = ("Xanana", "Xbenb", "Xcleoc", "Xdand")
    id = web.start("pitch", canary)
    web.say(id, PITCH)
    web.post(f"/t/{id}/note", {"hand": "0", "text": "Xnote", "uid": new_uid()})
    store.past.describe(id, "Xplace", "Xabout")
    token = store.past.share(id, False).token
    anybody = app.test_client()
    for path in (f"/s/{token}", f"/s/{token}/result.svg"):
        answer = anybody.get(path)
        told = answer.get_data(as_text=True) + str(answer.headers)
        assert answer.status_code == 200
        assert "Player 1" in told
        for word in (*canary, "Xnote", "Xplace", "Xabout", "<form", id):
            assert word not in told, (path, word)
        assert "noindex" in answer.headers["X-Robots-Tag"]
    named = store.past.share(id, True).token
    assert anybody.get(f"/s/{token}").status_code == 404
    assert "Xanana" in anybody.get(f"/s/{named}").text
    store.past.unshare(id)
    assert anybody.get(f"/s/{named}").status_code == 404
