"""All that is kept: taken along, brought in, let go; from pages."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from pathlib import Path

import pytest
from flask import Flask

from referee.store import NotSaved, Store
from referee.store.keeping import Keeping
from tests.web.conftest import owners
from tests.web.pages import (
    FIVE,
    FOUR,
    HANDS,
    OURS,
    PITCH,
    WHIST,
    Element,
    Page,
    Web,
    fields,
    new_uid,
)


def id_of(store: Store, name: str) -> str:
    return next(p.id for p in store.players() if p.name == name)


def finished(web: Web, *players: str) -> str:
    id = web.start("german_whist", players, start=(14, 0))
    web.say(id, WHIST)
    return id


def sent(web: Web, file: bytes) -> Page:
    answer = web.client.post(
        "/club/data/look", data={"file": (io.BytesIO(file), "club.jsonl")}, headers=OURS
    )
    return Page("/club/data/look", answer)


def test_a_club_goes_to_another_server(web: Web, other_web: Web) -> None:
    id = finished(web, "Ana", "Ben")
    web.start("pitch", FOUR)
    file = web.client.get("/club/data/club.jsonl")
    assert "attachment" in file.headers["Content-Disposition"]
    look = sent(other_web, file.data)
    assert "2 matches are new" in look.text
    assert "Ana" in look.text
    assert "Nothing has been written yet" in look.text
    assert not [link for link in other_web.get("/history").links if link.startswith("/t/")]
    token = look.root.one("input", name="token").attrs["value"]
    other_web.post("/club/data/import", {"token": token})
    assert "Ana 17 won" in other_web.get("/history").text
    assert "1. Ana" in other_web.get("/club/tables/german_whist").text
    again = sent(other_web, file.data)
    assert "0 matches are new, 2 are here already." in again.text
    other_web.post("/club/data/import", {"token": token}, 422)  # taken in once
    assert id not in other_web.get("/history").text


def test_what_broke_off_is_taken_in_when_it_is_tried_again(
    web: Web, other_web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(web, "Ana", "Ben")
    look = sent(other_web, web.client.get("/club/data/club.jsonl").data)
    token = look.root.one("input", name="token").attrs["value"]

    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Keeping, "take_in", full)
        other_web.post("/club/data/import", {"token": token}, 503)
    other_web.post("/club/data/import", {"token": token})
    assert "Ana 17 won" in other_web.get("/history").text


@pytest.mark.parametrize("file", [b"", b"hello", b'{"format": 1}\n', b"\xff\xfe", b"[" * 5000])
def test_what_is_no_file_of_ours_is_refused(web: Web, file: bytes) -> None:
    page = sent(web, file)
    assert page.response.status_code == 422
    assert page.trouble
    assert "0 matches" in web.get("/club/data").text


def test_an_upload_may_be_large_but_not_endless(
    app: Flask, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.club.data.LARGEST_FILE", 100_000)
    assert sent(web, b"x" * 80_000).response.status_code == 422  # read, and no club
    assert sent(web, b"x" * 120_000).response.status_code == 413
    assert not list((Path(app.instance_path) / "imports").iterdir())


def test_an_upload_that_nobody_takes_in_goes(app: Flask, web: Web) -> None:
    finished(web, "Ana", "Ben")
    file = web.client.get("/club/data/club.jsonl").data
    sent(web, file)
    folder = Path(app.instance_path) / "imports"
    [old] = folder.iterdir()
    os.utime(old, (time.time() - 4000, time.time() - 4000))
    sent(web, file)
    assert old not in set(folder.iterdir())


@pytest.mark.parametrize("token", ["", "../../etc/passwd", "0" * 24, "%00"])
def test_only_a_file_that_was_sent_is_taken_in(web: Web, token: str) -> None:
    assert web.post("/club/data/import", {"token": token}, 422).trouble


def test_a_match_as_a_file_and_as_a_table(web: Web) -> None:
    id = finished(web, "=Ana", "Ben")
    assert json.loads(web.client.get(f"/t/{id}/match.json").data)["format"] == "referee match"
    table = web.client.get(f"/t/{id}/match.csv").get_data(as_text=True)
    assert "'=Ana" in table
    assert "\n=Ana" not in table
    assert ",=Ana" not in table


@pytest.mark.parametrize("game", HANDS)
def test_a_table_gives_its_reasons_in_words(web: Web, game: str) -> None:
    players, answers = HANDS[game]
    id = web.start(game, players)
    web.say(id, answers)
    rows = list(csv.DictReader(io.StringIO(web.client.get(f"/t/{id}/match.csv").get_data(True))))
    assert rows
    for row in rows:
        assert re.fullmatch(r"[^(){}<>=%]+", row["reason"]), row


def test_the_secret_of_a_running_hand_is_in_no_file(web: Web) -> None:
    id = web.start("call_partner_euchre", FIVE)
    web.say(id, "maker=1 trump=S called=AH partner=3")
    assert web.client.get(f"/t/{id}/match.json").status_code == 409
    assert len(web.client.get(f"/t/{id}/match.csv").data.splitlines()) == 1  # scores come later
    web.answer(id, "tricks=3")
    assert web.client.get(f"/t/{id}/match.json").status_code == 200


def test_a_match_is_deleted_after_it_is_said_what_goes(web: Web, store: Store) -> None:
    id, other = finished(web, "Ana", "Ben"), finished(web, "Ben", "Ana")
    page = web.get(f"/t/{id}/delete")
    assert "Ana 17" in page.text
    web.get(f"/t/{id}/sheet")
    web.post(f"/t/{id}/delete", {})
    web.get(f"/t/{id}", 404)
    web.post(f"/t/{id}/delete", {}, 404)  # a double tap
    assert [p.wins for p in sorted(store.players(), key=lambda p: p.name)] == [0, 1]
    assert [a for a in web.get("/history").links if a.startswith("/t/")] == [f"/t/{other}"]
    assert store.audit()[1] == []


def test_a_player_is_forgotten_and_the_notes_are_reworded(web: Web, store: Store) -> None:
    id = web.start("pitch", ["Xanana", *FOUR[1:]])
    web.say(id, PITCH)
    web.post(f"/t/{id}/note", {"hand": "0", "text": "Xanana led", "uid": new_uid()})
    store.past.describe(id, "At Xanana's", "")
    player = id_of(store, "Xanana")
    page = web.get(f"/players/{player}/forget")
    forms = [f for f in page.root.all("form") if f.attrs["action"].endswith("/reword")]
    assert sorted(f.one("textarea").text for f in forms) == ["At Xanana's", "Xanana led"]
    for form in forms:
        fields = {e.attrs["name"]: e.attrs["value"] for e in form.all("input")}
        web.post(form.attrs["action"], {**fields, "text": "somebody"})
    assert not [
        f for f in web.get(f"/players/{player}/forget").root.all("form")
        if f.attrs["action"].endswith("/reword")
    ]  # fmt: skip
    totals = store.load(id).sheet.totals
    web.post(f"/players/{player}/forget", {})
    assert store.load(id).sheet.totals == totals
    pages = ("/", "/history", "/players?hidden=yes", f"/t/{id}", f"/t/{id}/sheet", f"/t/{id}/hands")
    for path in pages:
        assert "Xanana" not in web.get(path).text, path
    assert "somebody" in web.get(f"/t/{id}/hands").text
    assert store.audit()[1] == []


@pytest.mark.parametrize(
    "mention", [{"kind": "x"}, {"seq": "-1"}, {"id": "a" * 24}, {"seq": "9999"}]
)
def test_a_text_that_is_not_there_is_not_reworded(
    web: Web, store: Store, mention: dict[str, str]
) -> None:
    id = finished(web, "Ana", "Ben")
    body = {"kind": "hand", "id": id, "seq": "1", "text": "S", **mention}
    answer = web.client.post(f"/players/{id_of(store, 'Ana')}/reword", data=body, headers=OURS)
    assert answer.status_code in (400, 404, 422)
    assert store.load(id).log[0].value == "H"


def test_an_answer_is_no_note(web: Web, store: Store) -> None:
    id = finished(web, "Ana", "Ben")
    body = {"kind": "hand", "id": id, "seq": "1", "text": "S"}
    answer = web.client.post(f"/players/{id_of(store, 'Ana')}/reword", data=body, headers=OURS)
    assert answer.status_code in (400, 404, 422)
    assert store.load(id).log[0].value != "S"


def test_everything_is_deleted_only_by_who_is_sure(web: Web, store: Store) -> None:
    id = finished(web, "Ana", "Ben")
    web.post("/club/data/delete", {})
    assert store.load(id).id == id
    assert "1 match" in web.get("/club/data/delete").text
    web.post("/club/data/delete", {"sure": "yes"})
    web.get(f"/t/{id}", 404)
    assert store.players() == []
    assert "0 matches, 0 players" in web.get("/club/data").text  # the owner is still in


def test_a_text_that_is_refused_is_kept_on_the_page(web: Web, store: Store) -> None:
    id = web.start("pitch", ["Xanana", *FOUR[1:]])
    web.post(f"/t/{id}/note", {"hand": "0", "text": "Xanana led", "uid": new_uid()})
    path = f"/players/{id_of(store, 'Xanana')}"
    form = web.get(f"{path}/forget").root.one("form", action=f"{path}/reword")
    fields = {e.attrs["name"]: e.attrs["value"] for e in form.all("input")}
    long = "somebody led " * 50
    page = web.post(form.attrs["action"], {**fields, "text": long}, 422)
    assert page.root.one("textarea").text == long.strip()
    assert "too long" in page.trouble


def reworded(page: Page, kind: str) -> Element:
    """The form that rewords the text of that kind."""
    form = page.root.one("input", name="kind", value=kind).inside("form")
    assert form is not None
    return form


@pytest.mark.parametrize("kind", ["hand", "note", "place", "card"])
@pytest.mark.parametrize("forgotten", [False, True])
def test_two_phones_that_reword_a_text_are_told_and_lose_nothing(
    app: Flask, web: Web, store: Store, kind: str, forgotten: bool
) -> None:
    other = owners(app, store)
    id = web.start("pitch", ["Xanana", *FOUR[1:]])
    web.post(f"/t/{id}/note", {"hand": "0", "text": "Xanana led", "uid": new_uid()})
    store.past.describe(id, "Xananas", "Xanana\nwon")
    store.save_card("pitch", "Xanana's", {"target": "7"})
    player = id_of(store, "Xanana")
    path = f"/players/{player}/forget"
    first, second = ([*fields(reworded(phone.get(path), kind))] for phone in (web, other))
    web.post(f"/players/{player}/reword", {**dict(first), "text": "somebody"})
    if forgotten:
        store.keeping.forget(player)
    mine = {**dict(second), "text": "a player"}
    met = other.post(f"/players/{player}/reword", mine, 409)
    assert "Somebody else" in met.trouble
    form = reworded(met, kind)  # though it holds the name no more
    assert "somebody" in form.text
    assert form.one("textarea").text == "a player"
    met = other.post(f"/players/{player}/reword", mine, 409)  # a double tap writes nothing
    other.post(f"/players/{player}/reword", dict(fields(reworded(met, kind))))
    match = store.load(id)
    texts = {"hand": match.sheet.rows[0].said["note"], "note": match.note, "place": match.place,
             "card": store.cards("pitch")[0].name}  # fmt: skip
    assert texts[kind] == "a player"
    assert "somebody" not in texts.values()


@pytest.mark.parametrize(("kind", "most"), [("hand", 500), ("note", 2000), ("place", 80)])
def test_a_text_is_reworded_within_the_limit_of_its_kind(
    web: Web, store: Store, kind: str, most: int
) -> None:
    id = web.start("pitch", ["Xanana", *FOUR[1:]])
    web.post(f"/t/{id}/note", {"hand": "0", "text": "Xanana led", "uid": new_uid()})
    store.past.describe(id, "Xananas", "Xanana won")
    path = f"/players/{id_of(store, 'Xanana')}"
    form = reworded(web.get(f"{path}/forget"), kind)
    assert form.one("textarea").attrs["maxlength"] == str(most)
    body = dict(fields(form))
    assert web.post(f"{path}/reword", {**body, "text": "x" * (most + 1)}, 422).trouble
    web.post(f"{path}/reword", {**body, "text": "x" * most})
    match = store.load(id)
    assert "x" * most in (match.sheet.rows[0].said["note"], match.note, match.place)


def test_forgetting_twice_is_once(web: Web, store: Store) -> None:
    finished(web, "Ana", "Ben")
    player = id_of(store, "Ana")
    for _ in range(2):
        web.post(f"/players/{player}/forget", {})
    assert [p.name for p in store.players(hidden=True)] == ["#1"]


def test_copies_that_upgrades_left_are_named(web: Web, store: Store, tmp_path: Path) -> None:
    id = finished(web, "Ana", "Ben")
    copy = "referee0-20261130T055805.sqlite"
    (tmp_path / copy).touch()
    player = id_of(store, "Ana")
    for path in ("/club/data", "/club/data/delete", f"/t/{id}/delete", f"/players/{player}/forget"):
        assert copy in web.get(path).text, path


def test_it_is_said_that_the_file_is_not_clean_yet(
    web: Web, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = finished(web, "Ana", "Ben")
    with monkeypatch.context() as busy:
        busy.setattr(store._database, "scrub", lambda: False)
        told = web.post(f"/t/{id}/delete", {}).response.location
        page = web.get(told)
        assert "Clean it now" in page.trouble
        page.root.one("form", action="/club/data/clean")
        assert web.post("/club/data/clean", {}).response.location == told
    assert not web.get(web.post("/club/data/clean", {}).response.location).trouble


def test_uploads_go_with_a_name(app: Flask, web: Web, store: Store) -> None:
    finished(web, "Ana", "Ben")
    sent(web, web.client.get("/club/data/club.jsonl").data)
    web.post(f"/players/{id_of(store, 'Ana')}/forget", {})
    assert not list((Path(app.instance_path) / "imports").iterdir())
