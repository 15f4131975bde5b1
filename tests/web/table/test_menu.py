"""The referee's menu: misdeal, who dealt, notes, level, seats, house rules, points, the end."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.store import Store
from tests.web.conftest import owners
from tests.web.pages import FIVE, FOUR, PITCH, WHIST, Web, new_uid


def test_a_misdeal_voids_the_hand_and_can_be_taken_back(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH)
    page = web.press(web.get(f"/t/{id}/menu"), "Misdeal")
    assert store.load(id).sheet.totals == (0, 0)
    web.get(page.path)
    web.press(web.get(f"/t/{id}/menu?hand=1"), "Take this ruling back")
    assert store.load(id).sheet.totals == (2, 1)


def test_who_really_dealt_is_put_right(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    menu = web.get(f"/t/{id}/menu")
    page = web.press(menu, "dealer=2")
    assert store.load(id).sheet.now.table.dealer == 2
    assert "Cleo" in page.text
    assert any(b.attrs.get("aria-pressed") for b in web.get(f"/t/{id}/menu").root.all("button"))


def test_a_note_is_kept_with_its_hand_and_can_be_rewritten(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH)
    text = "Ben's first smear & a <b>beer</b> ☺\nsecond line"
    web.press(web.get(f"/t/{id}/menu"), "Keep", text=text)
    assert "Ben's first smear & a <b>beer</b> ☺ second line" in web.get(f"/t/{id}/hands").text
    menu = web.get(f"/t/{id}/menu")
    assert menu.root.one("textarea").text == "Ben's first smear & a <b>beer</b> ☺ second line"
    web.press(menu, "Keep", text="shorter")
    assert store.load(id).sheet.rows[0].said["note"] == "shorter"


def test_a_note_too_long_is_refused_in_words(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    data = {"hand": "0", "uid": new_uid(), "text": "x" * 501}
    page = web.post(f"/t/{id}/note", data, 413)
    assert "500" in page.trouble
    assert store.load(id).version == 0


def test_the_level_changes_from_this_hand_on(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    page = web.press(web.get(f"/t/{id}/menu"), "Trick by trick")
    assert "bid.1=pass" in page.answers
    assert (store.load(id).sheet.now.table.bids, store.load(id).sheet.now.table.play) == (
        "every",
        "winners",
    )


def test_in_mid_hand_only_less_is_written_down_and_nothing_is_asked_twice(web: Web) -> None:
    id = web.start("pitch", FOUR, "tricks")
    web.say(id, "bid.1=pass bid.2=2 bid.3=pass bid.0=pass trump=H trick.1=2 trick.2=2")
    menu = web.get(f"/t/{id}/menu")
    assert "disabled" in menu.button("Card by card").attrs
    page = web.press(menu, "Quick")
    assert {a.partition("=")[0] for a in page.answers} == {"high", "low", "jack", "game"}


def test_wrong_seating_is_put_right_from_the_start(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " next=ok")
    ben = next(p.id for p in store.players() if p.name == "Ben")
    data = {"seat": "0", "who": ben, "name": "", "from": "start", "uid": new_uid()}
    web.post(f"/t/{id}/seat", data)
    match = store.load(id)
    assert [match.names[who] for who in match.sheet.rows[0].players] == ["Ben", "Ana", *FOUR[2:]]


def test_a_substitute_plays_from_now_on_and_the_record_keeps_both(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " next=ok")
    menu = web.get(f"/t/{id}/menu")
    page = web.press(menu, "From now on", seat="1", name="Zoe")
    assert "Zoe" in page.text
    match = store.load(id)
    assert match.names[match.sheet.rows[0].players[1]] == "Ben"
    assert match.names[match.sheet.rows[1].players[1]] == "Zoe"
    record = web.get(f"/t/{id}/hands").text
    assert "Ben & Dan" in record


def test_a_substitute_after_the_score_plays_from_the_next_hand(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    web.press(web.get(f"/t/{id}/menu"), "From now on", seat="1", name="Zoe")
    web.answer(id, "next=ok")
    match = store.load(id)
    assert match.names[match.sheet.rows[0].players[1]] == "Ben"
    assert match.names[match.sheet.rows[1].players[1]] == "Zoe"


@pytest.mark.parametrize("name", ["x" * 41, "a\x07b", "\u202eabc", "x" * 5000])
def test_a_substitute_with_an_impossible_name_is_refused(web: Web, store: Store, name: str) -> None:
    id = web.start("pitch", FOUR)
    data = {"seat": "0", "who": "", "name": name, "from": "now", "uid": new_uid()}
    page = web.post(f"/t/{id}/seat", data, 422)
    assert "name" in page.trouble.lower()
    assert store.load(id).version == 0
    assert len(store.players()) == 4


@pytest.mark.parametrize("seat", ["", "4", "-1", "１", "0 ", "x" * 5000])
def test_a_seat_that_is_not_there_is_a_bad_request(web: Web, store: Store, seat: str) -> None:
    id = web.start("pitch", FOUR)
    data = {"seat": seat, "who": store.players()[0].id, "from": "now", "uid": new_uid()}
    web.post(f"/t/{id}/seat", data, 400)
    assert store.load(id).version == 0


def test_nobody_can_take_a_seat(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    for who in ("", "nobody", "a" * 24, "x" * 5000):
        data = {"seat": "0", "who": who, "from": "now", "uid": new_uid()}
        web.post(f"/t/{id}/seat", data, 422)
    assert store.load(id).version == 0


def test_a_house_rule_is_put_right_with_a_preview(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    target = {"rule.target": "3"}
    page = web.press(web.get(f"/t/{id}/menu"), "See what changes", typing=target)
    assert "Ana won" in page.text
    assert store.load(id).version == 2
    web.press(page, "Change it")
    outcome = store.load(id).sheet.outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a_house_rule_that_cannot_be_is_refused(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    for value in ("0", "-5", "1e3", "２１", "NaN", "9" * 5000, "", "%00"):
        page = web.get(f"/t/{id}/change?rule.target={value}", 422)
        assert page.trouble, value
    page = web.get(f"/t/{id}/change?rule.team_layout=cut_throat", 422)
    assert page.trouble
    page = web.get(f"/t/{id}/change?rule.target=21")
    assert page.trouble == "Nothing is different."
    assert store.load(id).version == 0


def test_points_brought_over_are_put_right(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2], start=(3, 4))
    assert "brought over" in web.get(f"/t/{id}/sheet").text
    page = web.get(f"/t/{id}/change?start.0=5&start.1=%E2%88%924")
    page = web.press(page, "Change it")
    assert store.load(id).sheet.totals == (5, -4)


@pytest.mark.parametrize(
    ("how", "headline"),
    [
        ("stopped", "stopped"),
        ("conceded.0", "Ana & Cleo gave up"),
        ("conceded.1", "Ben & Dan gave up"),
    ],
)
def test_a_match_is_ended_early_kept_and_opened_again(
    web: Web, store: Store, how: str, headline: str
) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH)
    page = web.press(web.get(f"/t/{id}/menu"), f"end={how}")
    assert headline in page.heading
    history = web.get("/history")
    assert f"/t/{id}" in history.links
    assert ("stopped" in history.text) == (how == "stopped")
    shown = web.press(web.get(f"/t/{id}/menu"), "end=none")
    assert "Play on" in shown.text
    assert "unfinished again and back on the home page" in shown.text
    assert ("the win is withdrawn" in shown.text) == how.startswith("conceded")
    assert store.load(id).sheet.outcome is not None  # only looked at
    page = web.press(shown, "Change it")
    assert page.answers == ["next=ok"]
    assert f"/t/{id}" not in web.get("/history").links
    assert store.load(id).sheet.outcome is None


def test_the_menu_of_an_earlier_hand_is_about_that_hand(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST + " next=ok")
    menu = web.get(f"/t/{id}/menu?hand=1")
    web.press(menu, "Keep", text="about hand one")
    assert store.load(id).sheet.rows[0].said["note"] == "about hand one"


@pytest.mark.parametrize("hand", ["0", "99", "-1", "１", "1e3", "9" * 5000, "x", "%00"])
def test_the_menu_of_a_hand_that_is_not_there_is_about_this_one(web: Web, hand: str) -> None:
    id = web.start("german_whist", FOUR[:2])
    assert "hand 1" in web.get(f"/t/{id}/menu?hand={hand}").text


def test_the_menu_opens_at_every_stage_of_every_game(web: Web) -> None:
    for game, players in (("pitch", FOUR), ("german_whist", FOUR[:2]),
                          ("call_partner_euchre", FIVE)):  # fmt: skip
        id = web.start(game, players)
        web.get(f"/t/{id}/menu")
        web.answer(id, "end=stopped")
        web.get(f"/t/{id}/menu")


def test_a_player_who_was_merged_takes_a_seat_once(web: Web, store: Store) -> None:
    id = web.start("pitch", ["Ana", "Benny", "Cleo", "Dan"])
    ben = store.player("Ben")
    store.merge(store.player("Benny"), ben)
    for typed in ({"who": ben}, {"who": ben, "name": "benny"}, {"who": ben, "name": "Ben"}):
        for seat, names in (("2", "Ana Cleo Ben Dan"), ("1", "Ana Ben Cleo Dan")):
            form = {"seat": seat, **typed}
            page = web.press(web.get(f"/t/{id}/menu"), "From now on", typing=form)
            assert page.status == 200
            match = store.load(id)
            assert [match.names[who] for who in match.sheet.now.players] == names.split()


def test_two_phones_that_write_another_note_on_a_hand_are_told(
    app: Flask, web: Web, store: Store
) -> None:
    other = owners(app, store)
    id = web.start("pitch", FOUR)
    first, second, third = (phone.get(f"/t/{id}/menu") for phone in (web, other, other))
    web.press(first, "Keep", text="Rain")
    met = other.press(second, "Keep", 409, text="Sun")
    assert "Somebody else" in met.trouble
    assert "Rain" in met.root.one("p", class_="about").text
    assert met.root.one("textarea").text == "Sun"
    other.press(third, "Keep")  # left empty as it was: theirs stays
    assert store.load(id).sheet.now.said["note"] == "Rain"
    other.press(met, "Save mine")
    assert store.load(id).sheet.now.said["note"] == "Sun"


@pytest.mark.parametrize(("text", "status"), [("x" * 501, 413), ("a\x07", 422)])
def test_a_note_that_is_refused_is_kept_on_the_page(web: Web, text: str, status: int) -> None:
    id = web.start("pitch", FOUR)
    page = web.press(web.get(f"/t/{id}/menu"), "Keep", status, text=text)
    assert page.trouble
    assert page.root.one("textarea").text == text


def test_a_note_that_comes_in_the_same_moment_is_told_too(
    web: Web, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = web.start("pitch", FOUR)
    page, old = web.get(f"/t/{id}/menu"), store.load(id)
    store.record(id, [(0, "note", "Rain")], uid="theirs")
    loads = iter([old])
    monkeypatch.setattr(store, "load", lambda id: next(loads, None) or type(store).load(store, id))
    met = web.press(page, "Keep", 409, text="Sun")
    assert "Rain" in met.root.one("p", class_="about").text
    assert met.root.one("textarea").text == "Sun"


def test_a_house_rule_that_stands_from_the_first_deal_on_is_not_put_right(web: Web) -> None:
    menu = web.get(f"/t/{web.start('pitch', FOUR)}/menu").root
    names = {e.attrs.get("name") for kind in ("select", "input") for e in menu.all(kind)}
    assert "rule.low_to" in names
    assert "rule.team_layout" not in names
