"""A match as it is kept: plot, corrections, place and note, picture, public page."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.store import Store, clean_name
from tests.devices import owner, phone
from tests.web.names import HOSTILE
from tests.web.pages import FIVE, FOUR, OURS, PITCH, WHIST, Web, fields, new_uid


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


def test_a_public_page_of_a_running_hand_keeps_its_secrets(
    app: Flask, web: Web, store: Store
) -> None:
    told = []
    for secret in ("partner=0", "partner=3"):
        id = web.start("call_partner_euchre", FIVE)
        token = store.past.share(id, True).token
        web.say(id, f"maker=1 trump=S called=AH {secret}")
        text = app.test_client().get(f"/s/{token}").get_data(as_text=True)
        told.append(re.sub("<time.*?</time>", "", text.replace(token, "")))
    assert told[0] == told[1]


@pytest.mark.parametrize("token", ["nobody", "a" * 24, "%00", "A" * 3000])
def test_an_address_that_nobody_made_is_not_found(app: Flask, token: str) -> None:
    for path in (f"/s/{token}", f"/s/{token}/result.svg"):
        assert app.test_client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("place", "note"), [("x" * 81, ""), ("", "x" * 2001), ("\u202ehere", ""), ("", "a\x07")]
)
def test_place_and_note_have_limits_and_lose_nothing(web: Web, place: str, note: str) -> None:
    id = web.start("pitch", FOUR)
    web.post(f"/t/{id}/about", {"place": "Here", "note": "Kept"})
    page = web.post(f"/t/{id}/about", {"place": place, "note": note}, 422)
    assert page.trouble
    field = page.root.one("input", name="place")
    assert field.attrs["value"] == place
    assert "Here" in web.get(f"/t/{id}/sheet").text


def test_a_winner_is_withdrawn_by_a_correction_that_says_so_first(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2], start=(14, 3))
    web.say(id, WHIST)
    assert store.load(id).sheet.outcome is not None
    assert f"/t/{id}" not in web.get("/").links
    preview = web.get(f"/t/{id}/hand/1?answer=tricks=2")
    assert "unfinished again and back on the home page: the win is withdrawn" in preview.text
    assert store.load(id).sheet.outcome is not None  # only looked at
    web.answer(id, "tricks=2")
    assert store.load(id).sheet.outcome is None
    assert f"/t/{id}" in web.get("/").links
    assert f"/t/{id}" not in web.get("/history").links
    assert store.players()[0].matches == 0
    web.answer(id, "tricks=13")
    assert store.load(id).sheet.outcome is not None
    assert f"/t/{id}" in web.get("/history").links
    assert [p.matches for p in store.players()] == [1, 1]


def test_hands_after_what_is_now_the_end_are_marked(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2], start=(12, 0))
    web.say(id, "trump=H tricks=6 next=ok")
    web.answer(id, "trump=S", hand=1)
    web.answer(id, "tricks=8", hand=1)
    web.answer(id, "tricks=13")  # the first hand would have ended it
    sheet = web.get(f"/t/{id}/sheet")
    assert len(sheet.root.all("tr", class_="after")) == 1
    outcome = store.load(id).sheet.outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_the_record_tells_who_put_right_what(app: Flask, web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    seated = app.test_client()
    seated.set_cookie("referee", phone(store, "seat", id, "1", "Blue phone"))
    Web(seated).answer(id, "tricks=8")
    scorer = app.test_client()
    scorer.set_cookie("referee", phone(store, "scorer", id, "score", "Green phone"))
    Web(scorer).answer(id, "tricks=7")
    first, second = web.get(f"/t/{id}/hands").root.all("del")
    told = []
    for change in (first, second):
        item = change.inside("li")
        assert item is not None
        told.append(item)
    assert "Ben ·" in told[0].text  # sits there
    assert "Blue phone" not in told[0].text
    assert "Green phone ·" in told[1].text
    assert told[0].one("ins").text == told[1].one("del").text
    assert told[0].all("time")


def test_hostile_names_change_no_markup_of_record_and_plot(web: Web, store: Store) -> None:
    [device] = store.devices.listed()
    shapes = set()
    for name in map(clean_name, ("Cleo", *HOSTILE)):
        id = web.start("german_whist", FOUR[:2])
        web.say(id, WHIST)
        web.answer(id, f"seat.0={store.player(name)}")
        store.devices.rename(device.id, name)
        record, sheet = web.get(f"/t/{id}/hands"), web.get(f"/t/{id}/sheet")
        [change] = [e for e in record.root.all("li") if e.all("ins")]
        assert change.one("ins").text.endswith(name)
        assert f"{name} ·" in change.text  # by whose phone
        assert f"{name}: 0 to" in sheet.root.one("desc").text
        shapes.add(tuple((e.tag, *sorted(e.attrs)) for p in (record, sheet) for e in p.root))
    assert len(shapes) == 1


def test_the_record_leads_from_hand_to_hand(web: Web) -> None:
    id = web.start("pitch", FOUR)
    for hand in range(3):
        web.say(id, PITCH + " next=ok", hand)
    page = web.get(f"/t/{id}/hands")
    jumps = [link for link in page.links if link.startswith("#hand-")]
    assert jumps == ["#hand-2", "#hand-1", "#hand-3", "#hand-2"]
    for jump in jumps:
        assert page.root.one("section", id=jump[1:]).all("time")


def test_the_record_tells_rulings_with_their_rule(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, "contract=0.2 ruling.1=BID_OUT_OF_TURN:3:2 trump=C high=0 low=0 jack=none game=1")
    hand = web.get(f"/t/{id}/hands").root.one("section", id="hand-1")
    assert "Dan" in hand.text
    assert "out of turn" in hand.text
    assert [e for e in hand.all("a", class_="rule") if "#REF" in e.attrs["href"]]


def test_a_public_page_tells_points_brought_over_and_each_hand(
    app: Flask, web: Web, store: Store
) -> None:
    id = web.start("german_whist", FOUR[:2], start=(14, 3))
    token = store.past.share(id, False).token
    assert "No hand has been played yet." in app.test_client().get(f"/s/{token}").text
    web.say(id, WHIST)
    text = app.test_client().get(f"/s/{token}").text
    assert "brought over" in text
    assert re.search(r"Hand 1: .*Player [12]", text)


def test_without_names_no_phone_late_player_or_owner_s_page_tells_any(
    app: Flask, web: Web, store: Store
) -> None:
    id = web.start("pitch", FOUR)
    token = phone(store, "scorer", id, "score", "Xphone")
    scorer = app.test_client()
    scorer.set_cookie("referee", token)
    web.say(id, PITCH + " next=ok")
    data = {"hand": "0", "answer": "low=1", "then": "sheet", "uid": new_uid()}
    assert scorer.post(f"/t/{id}/answer", data=data, headers=OURS).status_code == 303
    data = {"seat": "0", "who": store.player("Xlate"), "from": "next", "uid": new_uid()}
    web.post(f"/t/{id}/seat", data)
    assert "Xphone" in web.get(f"/t/{id}/hands").text
    assert "Xlate" in web.get(f"/t/{id}/menu").text
    address = f"/s/{store.past.share(id, False).token}"
    for client in (app.test_client(), scorer, web.client):
        for path in (address, address + "/result.svg"):
            answer = client.get(path)
            told = answer.get_data(as_text=True) + str(answer.headers)
            for word in ("Xphone", "Xlate", *FOUR, id, "<form", "<button"):
                assert word not in told, (path, word)
            assert "Set-Cookie" not in answer.headers


def test_a_note_of_any_length_comes_back_whole(web: Web) -> None:
    id = web.start("pitch", FOUR)
    note = "x" * 9000
    page = web.post(f"/t/{id}/about", {"place": "", "note": note}, 422)
    assert page.root.one("textarea", name="note").text.strip() == note


def described(web: Web, id: str) -> tuple[str, str]:
    """Place and note as the form shows them."""
    form = web.get(f"/t/{id}/about").root.one("form", action=f"/t/{id}/about")
    sent = dict(fields(form))
    return sent["place"], sent["note"].removeprefix("\n")


@pytest.fixture
def other(app: Flask, store: Store) -> Web:
    """The phone of another owner."""
    client = app.test_client()
    client.set_cookie("referee", owner(store))
    return Web(client)


def test_two_phones_that_write_another_note_are_told_and_lose_nothing(
    web: Web, other: Web, store: Store
) -> None:
    id = web.start("pitch", FOUR)
    store.past.describe(id, "Mill", "Rain\nall day")
    first, second = (phone.get(f"/t/{id}/about") for phone in (web, other))
    web.press(first, "Keep", place="Mill", note="Rain at <noon>")
    met = other.press(second, "Keep", 409, place="Mill", note="Sun\r\nlater")
    assert "Somebody else" in met.trouble
    assert "Rain at <noon>" in met.text
    assert "Sun" in met.root.one("textarea", name="note").text
    assert store.load(id).note == "Rain at <noon>"
    mine = other.press(met, "Save mine")
    assert mine.path.endswith("/sheet")
    assert store.load(id).note == "Sun\nlater"
    theirs = other.press(met, "Keep theirs", 200)  # pressed late: a third text stands, and stays
    assert theirs.path.endswith("/sheet")
    assert store.load(id).note == "Sun\nlater"


def test_keeping_theirs_keeps_what_else_was_typed(web: Web, other: Web) -> None:
    id = web.start("pitch", FOUR)
    first, second = (phone.get(f"/t/{id}/about") for phone in (web, other))
    web.press(first, "Keep", note="Theirs")
    met = other.press(second, "Keep", 409, place="Barn", note="Mine")
    other.press(met, "Keep theirs")
    assert described(web, id) == ("Barn", "Theirs")


def test_what_one_left_alone_stays_as_another_wrote_it(web: Web, other: Web) -> None:
    id = web.start("pitch", FOUR)
    first, second, third = (phone.get(f"/t/{id}/about") for phone in (web, other, other))
    web.press(first, "Keep", place="Mill")
    other.press(second, "Keep", note="Rain")  # its page showed no place
    other.press(third, "Keep", note="Rain")  # the same again
    assert described(web, id) == ("Mill", "Rain")


def test_a_text_that_was_refused_can_still_be_overtaken(web: Web, other: Web) -> None:
    id = web.start("pitch", FOUR)
    refused = web.press(web.get(f"/t/{id}/about"), "Keep", 422, note="x" * 2001)
    other.press(other.get(f"/t/{id}/about"), "Keep", note="Theirs")
    again = web.press(refused, "Keep", 409, note="Mine")
    assert "Theirs" in again.text
    assert described(web, id)[1] == "Theirs"


def test_a_note_of_a_hand_that_was_changed_stands_among_what_was_put_right(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " next=ok")
    for text in ("Ana led", "Ben <led>"):
        web.post(f"/t/{id}/note", {"hand": "0", "text": text, "uid": new_uid()})
    record = web.get(f"/t/{id}/hands")
    assert record.root.one("del").text == "Note: Ana led"
    assert record.root.one("ins").text == "Note: Ben <led>"
