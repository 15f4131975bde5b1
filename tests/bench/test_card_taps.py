"""What a tap costs where every card is written down, beside a tap where only the result is, and
that one beside the floor: an answer of Flask's that does nothing.

The figures are ratios of medians taken in one run, in this process, over the same code path: a POST
that saves, and the fragment that it answers with.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.settings import Settings
from referee.store import NewMatch, Store
from tests.bench.figures import Limits
from tests.bench.floor.app import application, nobody
from tests.cli.conftest import Home
from tests.devices import owner
from tests.web.pages import HANDS, OURS, new_uid

TAPS = 240  # of each kind
WARM = 40  # before them
# A card, of a totals tap: the most it may be, and what it is to come to.
LIMIT = 2.0
GOAL = "1.3 x"


@pytest.fixture
def store(home: Home) -> Store:
    assert home.run("upgrade").returncode == 0
    return Store(f"sqlite:///{home.file}")


def posted(client: FlaskClient, path: str, form: dict[str, object]) -> float:
    """Milliseconds of a tap."""
    began = time.perf_counter()
    reply = client.post(path, data=form, headers={**OURS, "HX-Request": "true"})
    took = (time.perf_counter() - began) * 1000
    assert reply.status_code == 200
    return took


def taps(store: Store, game: str, play: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Taps to be made one after the other, the first offered answer each time, in one match after
    the other: an address and its form."""
    id = ""
    while True:
        if not id or store.load(id).sheet.asking is None:
            id = store.create(NewMatch(game, list(HANDS[game][0]), play=play, uid=new_uid()))
        sheet = store.load(id).sheet
        assert sheet.asking is not None
        given = sheet.now.hand.answers()
        open_ = [q for q in sheet.asking.questions if not q.offer and q.key not in given]
        answer = f"{open_[0].key}={next(iter(open_[0].legal))}"
        seen = store.version(id)
        yield f"/t/{id}/answer", {
            "answer": answer, "hand": sheet.number, "seen": seen, "uid": new_uid()
        }  # fmt: skip


@pytest.mark.parametrize("game", sorted(HANDS))
def test_a_card_costs_a_tap(store: Store, tmp_path: Path, game: str) -> None:
    settings = Settings(instance=tmp_path, database="unused", given_key="a key of the bench")
    client = create_app(settings, store).test_client()
    client.set_cookie("referee", owner(store))
    floor = application(nobody).test_client()
    took: dict[str, list[float]] = {"totals": [], "cards": [], "floor": []}
    made = {play: taps(store, game, play) for play in ("totals", "cards")}
    for number in range(WARM + TAPS):
        if number == WARM:
            for spent in took.values():
                spent.clear()
        for play, tap in made.items():  # in turn: what else the machine does touches all
            path, form = next(tap)
            took[play].append(posted(client, path, form))
            took["floor"].append(posted(floor, path, form))

    totals, cards, least = (median(took[kind]) for kind in ("totals", "cards", "floor"))
    print(f"\n  {game}: a card {cards:.2f} ms, a totals tap {totals:.2f}, the floor {least:.3f}")
    limits = Limits()
    limits.goal(f"{game}: a totals tap, of the floor's", totals / least, unit=" x")
    limits.most(f"{game}: a card, of a totals tap", cards / totals, LIMIT, " x", GOAL)
    limits.check()
    store.close()
