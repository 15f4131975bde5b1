"""What one tap runs, and what it and a player's page ask of the database.

The tap is the third bid of hand 20 of Pitch for four, with every bid written down; a phone that
enters and one that watches have the table open, and all caches are warm.
"""

from __future__ import annotations

from flask import Flask

from referee.store import Store
from tests.bench.house.counters import Calls, Statements
from tests.bench.house.streams import Streams
from tests.devices import owner, phone
from tests.web.pages import FOUR, HANDS, OURS, Web, new_uid

HAND = 20  # counted from one
TAPS = ("pass", "2", "pass", "3")  # the bids of a hand, from the dealer's left
REST = "trump=C high=0 low=1 jack=none game=1 next=ok"


def one_tap(app: Flask, hand: int = HAND) -> tuple[Calls, Statements]:
    """What the tap runs, and what it asks of the database."""
    calls, statements = Calls(), Statements()
    store: Store = app.extensions["store"]
    web = owners(app)
    match = web.start("pitch", FOUR, "bidding", rules={"target": "100"})
    for before in range(hand - 1):
        seats = [(before + n) % 4 for n in range(1, 5)]
        bids = " ".join(f"bid.{s}={b}" for s, b in zip(seats, TAPS, strict=True))
        web.say(match, f"{bids} {REST}", before)
    cookies = [phone(store, "scorer", match, "0"), phone(store, "watcher", match, "watch")]
    client = app.test_client()
    client.set_cookie("referee", cookies[0])
    calls.watch()
    streams = Streams(app)
    try:
        version = store.version(match)
        for cookie in cookies:
            streams.open(match, cookie, version)
        for number, bid in enumerate(TAPS[:3]):
            form = {
                "answer": f"bid.{(hand + number) % 4}={bid}",
                "hand": hand - 1, "seen": version + number, "uid": new_uid(),
            }  # fmt: skip
            calls.on = number == 2
            with statements.heard():
                if number == 2:
                    statements.said, statements.transactions = [], 0
                reply = client.post(
                    f"/t/{match}/answer", data=form, headers={**OURS, "HX-Request": "true"}
                )
                assert reply.status_code == 200
                streams.wait(version + number + 1)
        calls.on = False
    finally:
        calls.unwatch()
        streams.close()
    return calls, statements


def player_page(app: Flask) -> Statements:
    """What the page of a player with some matches asks of the database."""
    web = owners(app)
    for game, (players, hand) in HANDS.items():
        for _ in range(2):
            match = web.start(game, players)
            web.say(match, hand)
            web.say(match, "end=stopped")
    links = web.get("/players").links
    path = next(link for link in links if link.startswith("/players/"))
    web.get(path)
    statements = Statements()
    with statements.heard():
        web.get(path)
    return statements


def owners(app: Flask) -> Web:
    store: Store = app.extensions["store"]
    client = app.test_client()
    client.set_cookie("referee", owner(store))
    return Web(client)
