"""Tables for a bench: matches with phones that joined, and answers that every match takes."""

from __future__ import annotations

import random
from typing import Any

from referee.engine import Entry, IllegalAnswer, Seat, Setup, answer, fold
from referee.games import GAMES
from referee.store import NewMatch, Store
from tests.devices import phone

GAME, BIDS = "pitch", "every"
PLAYERS = ["Ana", "Ben", "Cleo", "Dan"]
PLACES = [
    ("scorer", "0"),
    ("scorer", "1"),
    ("scorer", "2"),
    ("scorer", "3"),
    *[("watcher", "watch")] * 2,
]


def tables(store: Store, count: int) -> list[tuple[str, list[str]]]:
    """Matches, each with the cookies of the phones at it; the first may enter."""
    made = []
    for number in range(count):
        match = store.create(NewMatch(GAME, PLAYERS, bids=BIDS, uid=f"table {number}"))
        made.append(
            (match, [phone(store, role, match, place, f"{number}.{who}")
                     for who, (role, place) in enumerate(PLACES)])
        )  # fmt: skip
    return made


def answers(least: int) -> list[list[Any]]:
    """Hand, key and value of a match played by chance, which goes on for so long."""
    played = (by_chance(random.Random(seed), least) for seed in range(100))
    return next(said for said in played if len(said) == least)


def by_chance(chance: random.Random, most: int) -> list[list[Any]]:
    """The first answers of a match, or all of them where it is over sooner."""
    setup = Setup(GAMES[GAME](), tuple(PLAYERS), Seat(0), bids="every")
    log: list[Entry] = []
    while len(log) < most and (ask := (sheet := fold(setup, log)).asking) is not None:
        question = (*sheet.now.hand.open, *ask.questions)[0]
        for value in chance.sample(list(question.legal), len(question.legal)):
            try:
                entry = answer(setup, log, sheet.number, question.key, value)
            except IllegalAnswer:
                continue
            assert entry is not None
            log.append(entry)
            break
    return [[entry.hand, entry.key, entry.value] for entry in log]
