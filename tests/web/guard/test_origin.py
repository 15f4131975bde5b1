"""Headers on every route, caching, and forms that do not come from our own pages."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.store import Store
from tests.web.pages import FOUR, WHIST, Web, new_uid

WANTED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OF_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")


def addresses(app: Flask, web: Web, store: Store) -> list[tuple[str, str, list[str]]]:
    """Every route with real parts, and the methods that it takes."""
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    parts = {
        "id": id,
        "name": "pitch",
        "number": "1",
        "filename": "referee.css",
        "token": "A" * 26,
        "device": "a" * 24,
        "card": "a" * 24,
        "place": "1",
        "other": "a" * 24,
    }
    found = []
    for rule in app.url_map.iter_rules():
        own = dict(parts)
        if rule.endpoint.startswith("players"):
            own["id"] = store.players()[0].id
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m, own=own: own[m[1]], rule.rule)  # type: ignore[misc]
        found.append((rule.endpoint, path, sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})))
    assert len(found) > 15
    return found


def test_every_answer_carries_the_headers(app: Flask, web: Web, store: Store) -> None:
    for endpoint, path, methods in addresses(app, web, store):
        for method in (*methods, "OPTIONS", "PUT"):
            response = web.client.open(path, method=method)
            assert response.status_code < 500, path
            response.close()
            of_file = endpoint == "static" and response.status_code < 400
            for name, value in WANTED.items():
                if not of_file or name in OF_FILES:
                    assert response.headers[name] == value, (path, method, name)
            if of_file:
                continue
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "base-uri 'none'" in policy
            assert "unsafe" not in policy
            if endpoint != "static":
                assert response.headers["Cache-Control"] == "no-store", (path, method)
                assert "Cookie" in response.vary


@pytest.mark.parametrize("path", ["/nowhere", "/t/nothing", "/static/nothing.css"])
def test_error_pages_carry_them_too(web: Web, path: str) -> None:
    page = web.get(path, 404)
    for name, value in WANTED.items():
        assert page.response.headers[name] == value
    assert "immutable" not in page.response.headers.get("Cache-Control", "")


def test_static_files_are_kept_for_good_under_a_name_that_changes(web: Web) -> None:
    page = web.get("/t/" + web.start("pitch", FOUR))
    links = [e.attrs["href"] for e in page.root.all("link")]
    links += [e.attrs["src"] for e in page.root.all("script")]
    links += [e.attrs["href"].partition("#")[0] for e in page.root.all("use")]
    links = [link for link in links if not link.startswith("data:")]
    assert len(set(links)) >= 5
    for link in sorted(set(links)):
        assert re.fullmatch(r"/static/[a-z/.-]+\?v=[0-9a-f]{12}", link)
        response = web.client.get(link)
        assert response.status_code == 200
        cache = response.headers["Cache-Control"]
        assert "immutable" in cache
        assert "max-age=31536000" in cache
        response.close()


FOREIGN: tuple[dict[str, str], ...] = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://user@evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://[::1"},
    {"Referer": "http://localhost/"},
    {},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_form_of_another_site_is_refused_everywhere(
    app: Flask, web: Web, store: Store, headers: dict[str, str]
) -> None:
    before = state(store)
    for _, path, methods in addresses(app, web, store):
        if "POST" in methods:
            before = state(store)
            data = {"answer": "next=ok", "hand": "0", "seq": "2", "uid": new_uid(), "text": "x",
                    "name": "Zoe", "p": ["Ana", "Ben", "Cleo", "Dan"], "seat": "0"}  # fmt: skip
            response = web.client.post(path, data=data, headers=headers)
            assert response.status_code == 403, path
            assert "did not come from our pages" in response.get_data(as_text=True)
            assert state(store) == before


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"},
     {"Sec-Fetch-Site": "same-origin", "Origin": "null"}],
    ids=str,
)  # fmt: skip
def test_a_form_of_our_own_is_taken(web: Web, store: Store, headers: dict[str, str]) -> None:
    id = web.start("german_whist", FOUR[:2])
    data = {"answer": "trump=H", "hand": "0", "uid": new_uid()}
    web.post(f"/t/{id}/answer", data, headers=headers)
    assert store.load(id).version == 1


def test_looking_changes_nothing(app: Flask, web: Web, store: Store) -> None:
    found = addresses(app, web, store)
    before = state(store)
    for _, path, methods in found:
        if "GET" in methods:
            for query in ("", "?answer=trump=S&change=trump=S", "?tap=Zoe&only=Zoe&add=Zoe"):
                response = web.client.get(path + query)
                assert response.status_code < 500, path + query
                response.close()
    assert state(store) == before


def state(store: Store) -> object:
    return (
        [(row.id, row.name) for row in store.players()],
        [(m.id, store.load(m.id).log) for m in store.open_matches()],
        store.history(),
    )
