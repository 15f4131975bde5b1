"""Schema 0002: phones, the links that they join by, seats; an entry knows its phone."""

import sys
from pathlib import Path

import v0001
from evening import Clock, closed, made, report
from saying import said
from table import Table

from referee.store import Store


def joined(store: Store, match: str | None, role: str, place: str, name: str = "") -> str:
    """A phone comes in by a fresh link; its token."""
    done = store.join(store.new_link(role, match).token, place, None, name)
    return done.token or ""


def device(store: Store, token: str) -> str:
    found = store.device(token)
    assert found is not None
    return found.id


def phones(store: Store) -> None:
    """Matches that phones write, in seats and as scorers; one is renamed, one removed."""
    Clock.next_evening()
    owner = joined(store, None, "owner", "owner", "The host's phone")

    open_one = Table(store, "pitch", "Ana Ben Cléo Dan", rules="target=7", bids="every")
    store.set_own_questions(open_one.id, True)
    tokens = [joined(store, open_one.id, "seat", str(n), f"Phone {n}") for n in range(3)]
    joined(store, open_one.id, "display", "display", "The screen")
    joined(store, open_one.id, "watcher", "watch", "Who looks on")
    for token in tokens:
        open_one.phone = {"device": device(store, token)}
        open_one.asked(2)
    open_one.hands(2).undo().redo().correct(0)

    ended = Table(store, "german_whist", "Cléo Eva", rules="scoring=majority_one target=2")
    ended.phone = {"device": device(store, joined(store, ended.id, "scorer", "score", "Tablet"))}
    ended.hands(1).correct(0, "tricks").to_the_end()
    joined(store, ended.id, "watcher", "watch", "Late")

    removed = joined(store, open_one.id, "scorer", "score", "Borrowed")
    open_one.phone = {"device": device(store, removed)}
    open_one.say("note=from_a_borrowed_phone")
    store.remove_device(device(store, removed))
    store.rename_device(device(store, tokens[1]), "Ben’s 📱")
    left = store.new_link("seat", open_one.id, device(store, owner))  # not used yet
    assert left.code


if __name__ == "__main__":
    file = Path(sys.argv[1])
    store = made(file, "0002", clock=Clock.now)
    v0001.played(store)
    v0001.seldom(store)
    phones(store)
    said(store, file)
    closed(store, file)
    report(file)
