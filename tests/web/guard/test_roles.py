"""Every address, tried as everybody: who may, who may not, and that a refusal changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.app import create_app
from referee.settings import Settings
from referee.store import NewMatch, Store
from referee.web.guard.roles import NEEDS
from referee.web.live import View
from referee.web.live.publish import render
from tests.devices import owner, phone
from tests.web.conftest import an_app
from tests.web.pages import FIVE, FOUR, OURS, PITCH, Page, Web, new_uid, parse

EVERYBODY = ("nobody", "watcher", "display", "seat", "scorer", "owner", "removed", "foreign")
READ = ("watcher", "display", "seat", "scorer", "owner")
ENTER = ("seat", "scorer", "owner")
SCORE = ("scorer", "owner")
OWN = ("owner",)
PLACES = {"watcher": "watch", "display": "display", "seat": "0", "scorer": "score"}

# Who gets through at each address: written down here once more, on purpose.
ALLOWED: dict[str, tuple[str, ...]] = {
    "static": EVERYBODY,
    "home.index": EVERYBODY,
    "join.code": EVERYBODY,
    "join.link": EVERYBODY,
    "join.enter": EVERYBODY,
    "join.show": READ,
    "rules.games": EVERYBODY,
    "rules.of_game": EVERYBODY,
    "rules.of_match": READ,
    "matches.play": READ,
    "matches.tv": READ,
    "matches.sheet": READ,
    "matches.hands": READ,
    "matches.hand": READ,
    "matches.answer": ENTER,
    "matches.undo": ENTER,
    "matches.redo": ENTER,
    "matches.agree": ("seat",),
    "menu.menu": ENTER,
    "rulings.listed": ENTER,
    "rulings.code": ENTER,
    "rulings.compose": ENTER,
    "rulings.count": ENTER,
    "rulings.counted": ENTER,
    "menu.change": ENTER,
    "menu.note": ENTER,
    "menu.seat": ENTER,
    "menu.own_questions": SCORE,
    "new.form": OWN,
    "new.start": OWN,
    "new.remove_card": OWN,
    "history.matches": OWN,
    "past.about": SCORE,
    "past.describe": SCORE,
    "past.share": SCORE,
    "past.unshare": SCORE,
    "past.picture": READ,
    "past.public": EVERYBODY,
    "past.public_picture": EVERYBODY,
    "keeping.data": OWN,
    "keeping.club_jsonl": OWN,
    "keeping.club_csv": OWN,
    "keeping.look": OWN,
    "keeping.take_in": OWN,
    "keeping.club": OWN,
    "keeping.clean": OWN,
    "keeping.delete_club": OWN,
    "keeping.match": OWN,
    "keeping.delete_match": OWN,
    "keeping.player": OWN,
    "keeping.forget": OWN,
    "keeping.reword": OWN,
    "keeping.match_json": READ,
    "keeping.match_csv": READ,
    "players.everybody": OWN,
    "players.one": OWN,
    "players.two": OWN,
    "players.with_whom": OWN,
    "players.rename": OWN,
    "players.merge": OWN,
    "players.unmerge": OWN,
    "players.hide": OWN,
    "club.tables": OWN,
    "club.table": OWN,
    "devices.listed": OWN,
    "devices.rename": OWN,
    "devices.removing": OWN,
    "devices.remove": OWN,
    "devices.new_links": OWN,
}


@dataclass
class Table:
    """A match with somebody in every role, and what a request needs."""

    app: Flask
    store: Store
    id: str
    cookies: dict[str, str]

    def client(self, who: str) -> FlaskClient:
        client = self.app.test_client()
        if who in self.cookies:
            client.set_cookie("referee", self.cookies[who])
        return client

    def ask(self, who: str, method: str, path: str, body: dict[str, str]) -> TestResponse:
        return self.client(who).open(path, method=method, data=body or None, headers=OURS)

    def state(self) -> object:
        match = self.store.load(self.id)
        return (
            match.log, match.own_questions, self.store.devices.holders(self.id),
            self.store.players(),
            [(d.id, d.name, d.places, d.owner) for d in self.store.devices.listed()],
            self.store.open_matches(),
        )  # fmt: skip


@pytest.fixture
def table(app: Flask, store: Store, stores: Callable[[], Store]) -> Table:
    """A hand of Pitch that is scored, then one answer taken back."""
    id = store.create(NewMatch("pitch", FOUR))
    for n, answer in enumerate(PITCH.split()):
        key, _, value = answer.partition("=")
        store.record(id, [(0, key, value)], uid=f"a{n}")
    store.undo(id, store.version(id), uid="undo")
    cookies = {role: phone(store, role, id, place) for role, place in PLACES.items()}
    cookies["owner"] = owner(store)
    cookies["removed"] = phone(store, "scorer", id, "score")
    removed = store.devices.device(cookies["removed"])
    assert removed is not None
    store.devices.remove(removed.id)
    cookies["foreign"] = owner(stores())
    return Table(app, store, id, cookies)


def request_to(table: Table, endpoint: str, method: str) -> tuple[str, dict[str, str]]:
    """An address with real parts, and a body that would do something."""
    store, id = table.store, table.id
    # Whoever uses it watches as well, and keeps its role.
    link = store.devices.new_link("watcher", id)
    assert link.code is not None
    victim = store.devices.device(phone(store, "watcher", id, "watch"))
    assert victim is not None
    version = store.version(id)
    player, other = (p.id for p in store.players()[:2])
    path = {
        "static": "/static/referee.css",
        "home.index": "/",
        "join.code": "/join",
        "join.link": f"/J/{link.token}",
        "join.enter": "/join/enter",
        "join.show": f"/t/{id}/code",
        "rules.games": "/rules",
        "rules.of_game": "/rules/pitch",
        "rules.of_match": f"/t/{id}/rules",
        "matches.play": f"/t/{id}",
        "matches.hand": f"/t/{id}/hand/1",
        "menu.menu": f"/t/{id}/menu",
        "menu.change": f"/t/{id}/change?rule.target=7",
        "menu.own_questions": f"/t/{id}/own-questions",
        "rulings.listed": f"/t/{id}/rulings",
        "rulings.code": f"/t/{id}/rulings/1",
        "rulings.compose": f"/t/{id}/ruling?code=1&seat=0",
        "rulings.count": f"/t/{id}/count",
        "rulings.counted": f"/t/{id}/count",
        "new.form": "/new/pitch",
        "new.start": "/new/pitch",
        "new.remove_card": "/cards/x/remove",
        "history.matches": "/history",
        "past.about": f"/t/{id}/about",
        "past.describe": f"/t/{id}/about",
        "past.picture": f"/t/{id}/result.svg",
        "past.public": f"/s/{store.past.share(id, True).token}",
        "past.public_picture": f"/s/{store.past.share(id, True).token}/result.svg",
        "keeping.data": "/club/data",
        "keeping.club_jsonl": "/club/data/club.jsonl",
        "keeping.club_csv": "/club/data/club.csv",
        "keeping.look": "/club/data/look",
        "keeping.take_in": "/club/data/import",
        "keeping.club": "/club/data/delete",
        "keeping.clean": "/club/data/clean",
        "keeping.delete_club": "/club/data/delete",  # not sure: it asks again
        "keeping.match_json": f"/t/{id}/match.json",
        "keeping.match_csv": f"/t/{id}/match.csv",
        "keeping.match": f"/t/{id}/delete",
        "keeping.delete_match": f"/t/{spare(store)}/delete",
        "keeping.player": f"/players/{player}/forget",
        "keeping.forget": f"/players/{player}/forget",
        "keeping.reword": f"/players/{player}/reword",
        "players.everybody": "/players",
        "players.one": f"/players/{player}",
        "players.two": f"/players/{player}/and/{other}",
        "players.with_whom": f"/players/{player}/and?other={other}",
        "players.rename": f"/players/{player}",
        "players.merge": f"/players/{player}/merge",
        "players.unmerge": f"/players/{player}/unmerge",
        "players.hide": f"/players/{player}/hide",
        "club.tables": "/club/tables",
        "club.table": "/club/tables/pitch",
        "devices.listed": "/devices",
        "devices.rename": f"/devices/{victim.id}",
        "devices.removing": f"/devices/{victim.id}/remove",
        "devices.remove": f"/devices/{victim.id}/remove",
        "devices.new_links": "/devices/new-links",
    }.get(endpoint) or f"/t/{id}/{endpoint.partition('.')[2]}"
    body = {
        "join.code": {"code": link.code},
        "join.enter": {"secret": link.token, "as": "watch"},
        "matches.answer": {"hand": "0", "answer": "game=0"},
        "matches.undo": {"seq": str(version - 2)},
        "matches.redo": {"seq": str(version)},
        "matches.agree": {"hand": "0"},
        "menu.note": {"hand": "0", "text": "A note"},
        "rulings.counted": {"count.0.T": "3", "count.1.A": "1"},
        "menu.seat": {"seat": "0", "who": player, "from": "start"},
        "menu.own_questions": {"only": "yes"},
        "new.start": {"dealer": "0", "depth": "quick"},
        "players.rename": {"name": "Zoe"},
        "devices.rename": {"name": "Zoe's"},
        "players.merge": {"into": other},  # they sat at one table
    }.get(endpoint, {})
    if endpoint == "matches.agree":  # there must be a score to agree to
        store.record(id, [(0, "game", "0")], uid="scored")
    return path, {} if method == "GET" else {"uid": new_uid(), **body}


def spare(store: Store) -> str:
    """A match that may go."""
    return store.create(NewMatch("german_whist", ("Ana", "Ben")))


def routes(app: Flask) -> list[tuple[str, str]]:
    found = {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}
    }
    return sorted(found)


def test_every_address_says_what_it_needs(app: Flask) -> None:
    endpoints = {endpoint for endpoint, _ in routes(app)}
    assert endpoints == set(NEEDS) == set(ALLOWED)


@pytest.mark.parametrize("who", EVERYBODY)
def test_who_gets_through_where(table: Table, who: str) -> None:
    for endpoint, method in routes(table.app):
        path, body = request_to(table, endpoint, method)
        before = table.state()
        answer = table.ask(who, method, path, body)
        where = f"{method} {path} as {who}: {answer.status_code}"
        if who in ALLOWED[endpoint]:
            # A redo after an undo that this test made, a card that is not there: known, no more.
            assert answer.status_code in (200, 303, *MEANT.get(endpoint, ())), where
        else:
            known = who in READ and path.startswith(f"/t/{table.id}")
            assert answer.status_code == (403 if known else 404), where
            assert table.state() == before, where
            assert "Set-Cookie" not in answer.headers, where
        answer.close()


MEANT = {"new.remove_card": (404,), "matches.undo": (409,), "matches.redo": (409,),
         "new.start": (422,), "players.merge": (422,), "keeping.look": (422,),
         "keeping.take_in": (422,), "keeping.reword": (400, 404, 422),
         "players.unmerge": (404,)}  # fmt: skip


@pytest.mark.parametrize("who", [who for who in EVERYBODY if who != "owner"])
def test_a_match_of_others_answers_like_one_that_is_not_there(table: Table, who: str) -> None:
    other = table.store.create(NewMatch("german_whist", FOUR[:2]))
    unknown = "a" * len(other)
    for endpoint, method in routes(table.app):
        path, body = request_to(table, endpoint, method)
        if not path.startswith("/t/"):
            continue
        answers = [
            table.ask(who, method, path.replace(table.id, id), body) for id in (other, unknown)
        ]
        for id, answer in zip((other, unknown), answers, strict=True):
            assert answer.status_code == 404, path
            assert id not in answer.get_data(as_text=True), path
        assert answers[0].data == answers[1].data, path
        assert dict(answers[0].headers) == dict(answers[1].headers), path


# -- what the pages of those who only look hold ------------------------------------------------


def looked_at(table: Table, who: str) -> list[Page]:
    """Every page of the table, and the fragments that are sent to it live."""
    client = table.client(who)
    paths = ["", "/sheet", "/hands", "/hand/1", "/hand/1?answer=game=0", "/tv", "/rules"]
    found: list[Page] = []
    for path in paths:
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(f"/t/{table.id}{path}", headers=headers)
            if answer.status_code == 200:
                found.append(Page(path, answer))
    assert len(found) == 2 * len(paths)
    return found


@pytest.mark.parametrize("who", ["watcher", "display"])
@pytest.mark.parametrize("stage", ["asked", "scored", "over"])
def test_who_only_looks_gets_nothing_to_write_with(table: Table, who: str, stage: str) -> None:
    if stage != "asked":
        table.store.record(table.id, [(0, "game", "0")], uid="scored")
    if stage == "over":
        table.store.record(table.id, [(0, "end", "conceded.0")], uid="over")
    for page in looked_at(table, who):
        assert "uid" not in page.html, page.path
        for form in page.root.all("form"):
            writes = form.attrs.get("method") == "post" or "hx-post" in form.attrs
            assert not writes or form.attrs["action"] == f"/t/{table.id}/code", page.path
        assert not page.root.all("button", name="answer"), page.path
        assert "/menu" not in page.html, page.path
    match = table.store.load(table.id)
    for kind in ("watch", "tv"):
        html = render(table.app, match, View(table.id, kind, "en"))
        forms = parse(html).all("form")
        assert {form.attrs["action"] for form in forms} <= {f"/t/{table.id}/code"}
        assert "uid" not in html


INVITES = {
    "owner": {"seat", "watcher", "display", "scorer"},
    "scorer": {"seat", "watcher", "display"},
    "seat": {"seat", "watcher"},
    "watcher": {"watcher"},
    "display": {"seat"},
}


@pytest.mark.parametrize("who", INVITES)
def test_nobody_hands_on_more_than_allowed(table: Table, who: str) -> None:
    path = f"/t/{table.id}/code"
    for role in ("owner", "scorer", "seat", "watcher", "display", "", "Seat", "x"):
        answer = table.ask(who, "POST", path, {"role": role})
        assert answer.status_code == (200 if role in INVITES[who] else 403), (who, role)
    # The button on the table says no role: everybody gets a code that is theirs to show.
    assert table.ask(who, "POST", path, {}).status_code == 200
    offered = Page(path, table.ask(who, "POST", path, {})).root.all("button", name="role")
    assert {button.attrs["value"] for button in offered} <= INVITES[who]


# -- cookies ----------------------------------------------------------------------------------


def join_over(app: Flask, store: Store, **headers: str) -> str:
    """The cookie that a new phone is given."""
    link = store.devices.new_link("seat", store.create(NewMatch("pitch", FOUR)))
    body = {"secret": link.token, "as": "0"}
    answer = app.test_client().post("/join/enter", data=body, headers={**OURS, **headers})
    assert answer.status_code == 303
    return answer.headers["Set-Cookie"]


def test_the_cookie_is_for_this_site_and_no_script(app: Flask, store: Store) -> None:
    cookie = join_over(app, store)
    assert cookie.startswith("referee=")
    for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert f"; {part}" in cookie
    assert "; Secure" not in cookie  # a browser would drop it on plain http
    assert "Domain" not in cookie


def test_over_https_the_cookie_can_be_set_by_https_alone(store: Store, tmp_path: Path) -> None:
    settings = Settings(tmp_path, "unused", given_key="a key of the tests", proxies=1)
    app = create_app(settings, store)
    cookie = join_over(app, store, **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "1.2.3.4"})
    assert cookie.startswith("__Host-referee=")
    for part in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert f"; {part}" in cookie
    assert "Domain" not in cookie


def test_what_a_client_says_of_proxies_is_not_believed(app: Flask, store: Store) -> None:
    forged = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.local"}
    assert join_over(app, store, **forged).startswith("referee=")


def test_a_cookie_that_the_server_did_not_give_is_not_taken_over(table: Table) -> None:
    link = table.store.devices.new_link("seat", table.id)
    for made_up in ("chosen-by-somebody-else", table.cookies["removed"], link.token):
        client = table.app.test_client()
        client.set_cookie("referee", made_up)
        body = {"secret": link.token, "as": "2"}
        answer = client.post("/join/enter", data=body, headers=OURS)
        assert "referee=" in answer.headers["Set-Cookie"]
        assert made_up not in answer.headers["Set-Cookie"]
        assert table.store.devices.device(made_up) is None


# -- guesses ----------------------------------------------------------------------------------


def guess(app: Flask, code: str, address: str = "10.0.0.7") -> int:
    answer = app.test_client().post(
        "/join", data={"code": code}, headers=OURS, environ_overrides={"REMOTE_ADDR": address}
    )
    return answer.status_code


def test_ten_wrong_codes_are_enough(app: Flask, store: Store) -> None:
    link = store.devices.new_link("seat", store.create(NewMatch("pitch", FOUR)))
    assert link.code is not None
    for n in range(10):
        assert guess(app, f"2222222{n % 8 + 2}") == 404
        if n < 9:  # joining in between neither counts nor forgives
            assert guess(app, link.code) == 200
    assert guess(app, "22222222") == 429
    assert guess(app, link.code) == 429  # nor does the right one tell itself apart
    assert guess(app, link.code, "10.0.0.8") == 200  # others are let in
    assert guess(app, f"/J/{link.code}") == 429
    # One address of IPv6 is a whole /64.
    for n in range(10):
        assert guess(app, "33333333", f"2001:db8::{n}") == 404
    assert guess(app, "33333333", "2001:db8::ffff") == 429
    assert guess(app, "33333333", "2001:db8:0:1::1") == 404
    # A link cannot be guessed, so whoever scans is let in, as the page for 429 says.
    here = {"environ_overrides": {"REMOTE_ADDR": "10.0.0.7"}}
    client = app.test_client()
    assert client.get(f"/J/{link.token}", **here).status_code == 200
    assert client.get("/J/" + link.code, **here).status_code == 429
    body = {"secret": link.token, "as": "0"}
    joined = client.post("/join/enter", data=body, headers=OURS, **here)
    assert joined.status_code == 303


def test_a_club_behind_one_address_is_let_in(app: Flask, store: Store) -> None:
    link = store.devices.new_link("seat", store.create(NewMatch("pitch", FOUR)))
    assert link.code is not None
    for n in range(60):
        client = app.test_client()
        assert client.post("/join", data={"code": link.code}, headers=OURS).status_code == 200
        body = {"secret": link.code, "as": "watch"}
        assert client.post("/join/enter", data=body, headers=OURS).status_code == 303, n


def test_guesses_from_everywhere_are_too_many_some_time(app: Flask) -> None:
    seen = {guess(app, "22222222", f"10.1.{n // 8}.{n % 8}") for n in range(200)}
    assert seen == {404}
    assert guess(app, "22222222", "10.9.9.9") == 429


def test_a_forwarded_address_does_not_reset_the_count(app: Flask) -> None:
    for n in range(10):
        answer = app.test_client().post(
            "/join", data={"code": "22222222"}, headers={**OURS, "X-Forwarded-For": f"7.7.7.{n}"}
        )
        assert answer.status_code == 404
    assert guess(app, "22222222", "127.0.0.1") == 429


# -- every phone for its own seat -------------------------------------------------------------


@pytest.fixture
def limited(app: Flask, store: Store) -> Table:
    """A match where bids are told one by one, and every seat has a phone."""
    id = store.create(NewMatch("pitch", FOUR, bids="every", play="winners"))
    cookies = {f"seat{n}": phone(store, "seat", id, str(n)) for n in range(4)}
    cookies |= {"scorer": phone(store, "scorer", id, "score"), "owner": owner(store)}
    return Table(app, store, id, cookies)


def test_the_menu_says_who_answers_and_changes_it(limited: Table) -> None:
    for who, may in (("seat0", False), ("scorer", True), ("owner", True)):
        web = Web(limited.client(who))
        page = web.get(f"/t/{limited.id}/menu")
        assert bool(page.root.all("button", name="only")) is may
        if may:
            page = web.press(page, "yes")
            assert limited.store.load(limited.id).own_questions
            assert page.button("yes").attrs["aria-pressed"] == "true"
            web.press(page, "no")
            assert not limited.store.load(limited.id).own_questions
    path = f"/t/{limited.id}/own-questions"
    assert limited.ask("seat0", "POST", path, {"only": "yes"}).status_code == 403
    for odd in ({}, {"only": ""}, {"only": "maybe"}):
        assert limited.ask("owner", "POST", path, odd).status_code == 400


def test_a_seat_answers_and_takes_back_only_its_own(limited: Table) -> None:
    store, id = limited.store, limited.id
    store.set_own_questions(id, True)

    def answer(who: str, text: str) -> TestResponse:
        body = {"hand": "0", "answer": text, "uid": new_uid()}
        return limited.ask(who, "POST", f"/t/{id}/answer", body)

    def undo(who: str, verb: str = "undo") -> int:
        body = {"seq": str(store.version(id)), "uid": new_uid()}
        return limited.ask(who, "POST", f"/t/{id}/{verb}", body).status_code

    refused = answer("seat2", "bid.1=2")
    assert refused.status_code == 422
    assert Page("", refused).trouble == "At this table Ben answers that."
    assert answer("seat1", "bid.1=2").status_code == 303
    for who, status in (("seat2", 422), ("seat0", 422), ("seat1", 303)):
        assert undo(who) == status, who
    assert undo("seat2", "redo") == 422
    assert undo("seat1", "redo") == 303
    # Correcting, facts of the match, and seats are the scorer's, too.
    assert answer("seat2", "bid.1=3").status_code == 422
    assert answer("seat1", "bid.1=3").status_code == 303
    for text in ("dealer=2", "note=x", "end=conceded.0", "ruling.0=MISDEAL", "seat.1=x"):
        assert answer("seat1", text).status_code in (409, 422), text
    body = {"hand": "0", "text": "A note", "uid": new_uid()}
    assert limited.ask("seat1", "POST", f"/t/{id}/note", body).status_code == 422
    version = store.version(id)
    assert answer("scorer", "bid.2=pass").status_code == 303
    assert undo("owner") == 303
    assert store.version(id) == version + 2
    store.set_own_questions(id, False)
    assert answer("seat0", "bid.2=pass").status_code == 303


def test_each_side_agrees_from_its_own_phone(limited: Table) -> None:
    store = limited.store
    id = store.create(NewMatch("pitch", FOUR))
    store.set_own_questions(id, True)
    for n, text in enumerate(PITCH.split()):
        key, _, value = text.partition("=")
        store.record(id, [(0, key, value)], uid=f"a{n}")
    cookies = {f"seat{n}": phone(store, "seat", id, str(n)) for n in range(4)}
    table = Table(limited.app, store, id, cookies)
    for who, agreed in (("seat0", 1), ("seat2", 1), ("seat1", 2)):
        body = {"hand": "0", "uid": new_uid()}
        assert table.ask(who, "POST", f"/t/{id}/agree", body).status_code == 303
        said = store.load(id).sheet.rows[0].said
        assert sum(key.startswith("agree.") for key in said) == agreed


def test_two_phones_share_a_screen_but_not_what_they_mean(table: Table) -> None:
    """A live fragment is the same for all: its uid alone must not join an undo and a redo."""
    uid, version = new_uid(), table.store.version(table.id)
    undo = {"seq": str(version - 2), "uid": uid}
    redo = {"seq": str(version), "uid": uid}
    assert table.ask("seat", "POST", f"/t/{table.id}/redo", redo).status_code == 303
    undo["seq"] = str(version - 1)
    assert table.ask("scorer", "POST", f"/t/{table.id}/undo", undo).status_code == 303
    assert table.store.version(table.id) == version + 2
    assert table.ask("scorer", "POST", f"/t/{table.id}/undo", undo).status_code == 303
    assert table.store.version(table.id) == version + 2  # a double tap is one


# -- the secret of Euchre ---------------------------------------------------------------------

# By level: what is told before the secret, and the secrets that may follow. Trick by trick nobody
# is asked for it before the hand is over.
EUCHRES = {
    ("final", "totals"): "maker=1 trump=S called=AH",
    ("every", "totals"): "upcard=8C order.1=order called=AH",
    ("every", "winners"): "upcard=8C order.1=order called=AH",
    ("every", "cards"): "upcard=8C order.1=order called=AH",
}
SECRETS = ("2", "3", "buried", "own")


def told_to(table: Table, who: str) -> str:
    """All that a phone can read: pages, fragments, live messages, refusals."""
    found: list[str] = []
    client = table.client(who)
    match = table.store.load(table.id)
    n = match.sheet.number + 1
    paths = ["", "/sheet", "/hands", f"/hand/{n}", "/tv", "/menu", f"/change?dealer={n}"]
    # An open hand must not be scored in advance: who gains would tell who is the partner.
    paths += [f"/hand/{n}?answer=tricks=3&change=partner=2", f"/hand/{n}?answer=tricks=0"]
    paths += [f"/hand/{n}?only=partner"]
    for path in paths:
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(f"/t/{table.id}{path}", headers=headers)
            assert answer.status_code in (200, 403, 409, 422), path
            found.append(answer.get_data(as_text=True))
    for kind in ("own", "enter", "watch", "tv"):
        found.append(render(table.app, match, View(table.id, kind, "en")))
    if who != "watcher":
        for value in ("0", "2", "buried", "own"):
            body = {"hand": str(n - 1), "answer": f"partner={value}", "uid": new_uid(), "seen": "0"}
            answer = table.ask(who, "POST", f"/t/{table.id}/answer", body)
            found.append(answer.get_data(as_text=True))
    return "\n".join(found)


@pytest.mark.parametrize("play", EUCHRES, ids="-".join)
@pytest.mark.parametrize("who", ["seat", "watcher", "display", "owner"])
def test_who_is_the_partner_stays_a_secret(
    app: Flask, store: Store, play: tuple[str, str], who: str
) -> None:
    """Tables where only the secret differs read the same until the hand is scored."""
    read: dict[str, str] = {}
    for secret in SECRETS:
        table = euchre(app, store, play)
        say(table, EUCHRES[play])
        if play[1] == "totals":
            say(table, f"partner={secret}")
        else:
            play_on(table)
        assert table.store.load(table.id).sheet.now.score is None
        read[secret] = alike(told_to(table, who), table.id)
        assert not re.search(r"\b(Ana|Cleo|Dan|Eve)\b[^.<]{0,12}partner", read[secret])
        say(table, "note=something")  # a hand with a note stands in the record before its score
        read[secret] += alike(table.client(who).get(f"/t/{table.id}/hands").text, table.id)
        assert "Note: something" in read[secret]
    first = read.pop(SECRETS[0])
    for secret, told in read.items():
        assert differing(first, told) == [], (play, who, secret)


def euchre(app: Flask, store: Store, play: tuple[str, str]) -> Table:
    id = store.create(NewMatch("call_partner_euchre", FIVE, bids=play[0], play=play[1]))
    cookies = {role: phone(store, role, id, place, "Phone") for role, place in PLACES.items()}
    return Table(app, store, id, {**cookies, "owner": owner(store)})


def say(table: Table, answers: str) -> None:
    for answer in answers.split():
        key, _, value = answer.partition("=")
        table.store.record(table.id, [(0, key, value)], uid=new_uid())


def play_on(table: Table) -> None:
    """Tricks, for as long as the called card is not among them."""
    for _ in range(4):
        asking = table.store.load(table.id).sheet.asking
        assert asking is not None
        question = asking.questions[0]
        say(table, f"{question.key}={next(v for v in question.legal if v != 'AH')}")


def alike(html: str, id: str) -> str:
    """The page without what is another one each time."""
    html = html.replace(id, "ID")
    html = re.sub(r'name="uid" value="[0-9a-f]+"', "UID", html)
    html = re.sub(r'<time datetime="[^"]*">[^<]*</time>', "TIME", html)
    html = re.sub(r'value="[a-z2-7]{24}"', "PLAYER", html)
    return re.sub(r"Phone( \d+)?", "Phone", html)


def differing(before: str, after: str) -> list[tuple[str, str]]:
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return [(a, b) for a, b in pairs if a != b][:3]


def test_another_installation_knows_none_of_our_phones(
    table: Table, stores: Callable[[], Store], tmp_path: Path
) -> None:
    there = an_app(stores(), tmp_path)
    for who, cookie in table.cookies.items():
        client = there.test_client()
        client.set_cookie("referee", cookie)
        if who != "foreign":
            assert client.get("/devices").status_code == 404
            assert client.get(f"/t/{table.id}").status_code == 404
