"""What lets one in is told to nobody else: not by pages, streams, errors, logs or files."""

from __future__ import annotations

import http.client
import secrets
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

from referee.store import NewMatch, Store
from tests.cli.conftest import PATIENCE, Home
from tests.cli.test_streams import begun, listen
from tests.devices import owner, phone

ROLES = {"watcher": "watch", "display": "display", "seat": "0", "scorer": "score"}
FOUR = ["Ana", "Ben", "Cleo", "Dan"]


def ask(
    port: int, method: str, path: str, cookie: str | None, body: dict[str, str] | None = None
) -> tuple[int, str]:
    """The status and all that came with it, headers too."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Referer": f"http://127.0.0.1:{port}{path}"}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    if cookie is not None:
        headers["Cookie"] = f"referee={cookie}"
    try:
        line.request(method, path, urlencode(body) if body is not None else None, headers)
        answer = line.getresponse()
        return answer.status, f"{answer.headers}\n{answer.read().decode()}"
    finally:
        line.close()


def everything(port: int, id: str, cookie: str | None) -> Iterator[str]:
    """All pages that a phone may ask for, and the errors that it may cause."""
    own = f"/t/{id}"
    paths = ["", "/sheet", "/hands", "/hand/1", "/menu", "/tv", "/rules", "/nothing", "/rulings"]
    paths = [own + path for path in paths]
    paths += ["/", "/devices", "/players", "/history", "/new/pitch", "/nowhere", "/rules/pitch"]
    for path in paths:
        yield ask(port, "GET", path, cookie)[1]
    refused = (
        {"answer": "trump=Z", "hand": "0", "uid": "x"},
        {"answer": "x"},
        {"uid": "x" * 70_000},
    )
    for body in refused:
        status, said = ask(port, "POST", own + "/answer", cookie, body)
        assert status >= 400
        yield said
    yield ask(port, "PUT", own, cookie)[1]
    yield ask(port, "POST", "/join", cookie, {"code": "2222" + secrets.token_hex(2)})[1]
    if cookie is not None:
        with listen(port, id, cookie) as stream:
            yield begun(stream).decode()


def test_nobody_is_told_what_lets_another_in(home: Home, free_port: Callable[[], int]) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    id = store.create(NewMatch("pitch", FOUR))
    cookies: dict[str, str | None] = {
        role: phone(store, role, id, place) for role, place in ROLES.items()
    }
    cookies["owner"] = owner(store)
    canaries = {cookie for cookie in cookies.values() if cookie}
    links = [store.devices.new_link(role, id) for role in ROLES]
    links.append(store.devices.new_link("owner", None))
    for link in links:
        canaries |= {link.token, link.token.lower(), *([link.code] if link.code else [])}
    cookies["nobody"] = None
    port = free_port()
    server = home.serve(port)
    try:
        for link in links:  # scanned, typed, and wrong in one letter
            for secret in (link.token, link.token.lower(), link.token[:-1] + "7"):
                ask(port, "GET", f"/J/{secret}", None)
            if link.code:
                assert ask(port, "POST", "/join", None, {"code": link.code})[0] == 200
        for who, cookie in cookies.items():
            for told in everything(port, id, cookie):
                found = [canary for canary in canaries if canary in told]
                assert not found, (who, found, told[:300])
        # A code that is shown is another one each time, and not one of those.
        for who in ("watcher", "display", "seat", "scorer", "owner"):
            status, told = ask(port, "POST", f"/t/{id}/code", cookies[who], {})
            assert status == 200
            assert not [canary for canary in canaries if canary in told]
        status, said = ask(port, "POST", "/join/enter", None, {"secret": links[2].token, "as": "1"})
        assert status == 303
        assert links[2].token not in said  # the address is clean from then on
        assert f"location: /t/{id}" in said.lower()
    finally:
        server.terminate()
        server.wait(PATIENCE)
    assert server.stdout is not None
    logged = server.stdout.read()
    store.close()
    stored = b"".join(file.read_bytes() for file in home.folder.iterdir() if file.is_file())
    for canary in canaries:
        assert canary not in logged
        assert canary.encode() not in stored
