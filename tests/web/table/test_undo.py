"""Undo and redo, named, back to the deal."""

from tests.web.pages import FOUR, OURS, PITCH, WHIST, Web, new_uid


def test_undo_names_what_it_takes_back_down_to_the_deal(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " next=ok")
    texts = []
    page = web.get(f"/t/{id}")
    while any("Undo" in b.text for b in page.root.all("button")):
        texts.append(page.button("Undo").text)
        page = web.press(page, "Undo")
    assert texts == [
        "Undo: next deal",
        "Undo: Game to Ben & Dan",
        "Undo: nobody took Jack",
        "Undo: Low to Ana & Cleo",
        "Undo: High to Ana & Cleo",
        "Undo: clubs are trump",
        "Undo: Ana bid 2",
    ]
    assert "hand 1" in page.text
    assert page.text.startswith("Pitch")
    assert any(a.startswith("contract=") for a in page.answers)


def test_redo_brings_back_each_step(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    pages = [web.get(f"/t/{id}").heading]
    for one in (WHIST + " next=ok").split():
        web.say(id, one)
        pages.append(web.get(f"/t/{id}").heading)
    page = web.get(f"/t/{id}")
    for _ in range(3):
        page = web.press(page, "Undo")
    found = [page.heading]
    for _ in range(3):
        page = web.press(page, "Redo")
        found.append(page.heading)
    assert found == pages
    assert not [b for b in page.root.all("button") if b.text == "Redo"]


def test_a_new_answer_ends_redo(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, "trump=H")
    page = web.press(web.get(f"/t/{id}"), "Undo")
    assert [b for b in page.root.all("button") if b.text == "Redo"]
    page = web.press(page, "trump=S")
    assert not [b for b in page.root.all("button") if b.text == "Redo"]


def test_a_double_tap_on_undo_takes_back_one(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, "contract=0.2 trump=C")
    data = {"seq": "2", "uid": new_uid()}
    web.post(f"/t/{id}/undo", data)
    web.post(f"/t/{id}/undo", data)
    assert "trump=C" in web.get(f"/t/{id}").answers
    # Another phone that still shows the same undo: late, and told so.
    late = web.post(f"/t/{id}/undo", {"seq": "2", "uid": new_uid()}, 409)
    assert late.trouble
    assert "trump=C" in web.get(f"/t/{id}").answers


def test_redo_that_comes_too_late_says_so(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, "trump=H")
    web.post(f"/t/{id}/undo", {"seq": "1", "uid": new_uid()})
    web.answer(id, "trump=S")
    late = web.post(f"/t/{id}/redo", {"seq": "2", "uid": new_uid()}, 409)
    assert late.trouble == "Something else was entered meanwhile. Nothing was brought back."


def test_undo_for_htmx_is_the_fragment(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, "trump=H")
    headers = {**OURS, "HX-Request": "true"}
    page = web.post(f"/t/{id}/undo", {"seq": "1", "uid": new_uid()}, 200, headers)
    assert page.root.text == web.get(f"/t/{id}", fragment=True).root.text


def test_undo_after_the_end_opens_the_match_again(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2], start=(14, 0))
    web.say(id, WHIST)
    assert f"/t/{id}" in web.get("/history").links
    page = web.press(web.get(f"/t/{id}"), "Undo")
    assert any(a.startswith("tricks=") for a in page.answers)
    assert f"/t/{id}" not in web.get("/history").links
    assert f"/t/{id}" in web.get("/").links


def test_an_ended_match_is_taken_back_at_its_table_alone(web: Web) -> None:
    """On its sheet, months later, one would not see what one tap takes away."""
    id = web.start("german_whist", FOUR[:2], start=(14, 0))
    web.say(id, "trump=H")
    pages = [f"/t/{id}/sheet", f"/t/{id}/hands", f"/t/{id}/hand/1"]
    for path in pages:
        assert web.get(path).root.all("form", action=f"/t/{id}/undo"), path
    web.say(id, "tricks=9")
    for path in pages:
        assert not web.get(path).root.all("form", action=f"/t/{id}/undo"), path
    web.post(f"/t/{id}/undo", {"uid": "u", "seq": "2"})
    web.post(f"/t/{id}/redo", {"uid": "r", "seq": "3"})
    assert web.get(f"/t/{id}").root.all("form", action=f"/t/{id}/undo")
