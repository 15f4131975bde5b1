"""What one answer costs, and its parts, in milliseconds of this process's CPU time.

Nothing is limited here: the figures say where to look when a save has become slow.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.app import create_app
from referee.engine import fold
from referee.settings import Settings
from referee.store import Store
from referee.web.live import Hub, View
from referee.web.live import publish as live
from referee.web.table import answer as saving
from tests.bench.tables import answers, tables
from tests.cli.conftest import Home

SAID = 60  # answers of a match
MATCHES = 6  # the first one warms
VIEWS = ("enter", "watch")

spent: dict[str, float] = defaultdict(float)


def timed(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def measured(*values: Any, **named: Any) -> Any:
        start = time.process_time()
        try:
            return call(*values, **named)
        finally:
            spent[name] += time.process_time() - start

    return measured


@pytest.fixture
def app(home: Home, monkeypatch: pytest.MonkeyPatch) -> Flask:
    assert home.run("upgrade").returncode == 0
    made = create_app(Settings.from_env({"REFEREE_INSTANCE": str(Path(home.folder))}))
    hub: Hub = made.extensions["hub"]
    views = lambda match: {View(match, kind, "en") for kind in VIEWS}  # noqa: E731
    monkeypatch.setattr(hub, "views", views)
    for module, name, called in (
        (live, "render_template", "rendering what is published"),
        (saving, "publish", "publishing, with that"),
    ):
        monkeypatch.setattr(module, name, timed(called, getattr(module, name)))
    store: Store = made.extensions["store"]
    monkeypatch.setattr(store, "record", timed("record: read, fold, write, commit", store.record))
    monkeypatch.setattr(store.devices, "access", timed("rights", store.devices.access))
    monkeypatch.setattr(store, "load", timed("load (a seat may be limited)", store.load))
    return made


def test_an_answer(app: Flask) -> None:
    store: Store = app.extensions["store"]
    said = answers(SAID)
    for number, (match, cookies) in enumerate(tables(store, MATCHES)):
        phone = app.test_client()
        phone.set_cookie("referee", cookies[0])
        post = timed("an answer, all in all", phone.post)
        if number == 1:
            spent.clear()
        for seen, (hand, key, value) in enumerate(said):
            form = {"hand": hand, "answer": f"{key}={value}", "seen": seen, "uid": str(seen)}
            headers = {"HX-Request": "true", "Origin": "http://localhost"}
            assert post(f"/t/{match}/answer", data=form, headers=headers).status_code == 200
    log = store.load(match)
    timed("replaying all of the match, for comparison", fold)(log.setup, log.log)
    alone = spent.pop("replaying all of the match, for comparison")
    print()
    for name, seconds in sorted(spent.items(), key=lambda part: -part[1]):
        print(f"  {name:44} {1000 * seconds / SAID / (MATCHES - 1):6.2f} ms")
    print(f"  {'replaying all of the match, for comparison':44} {1000 * alone:6.2f} ms")
    store.close()
