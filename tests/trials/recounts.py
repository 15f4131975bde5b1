"""Whatever is done to a club's matches, its statistics are what an independent recount gives."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from unittest import mock

import pytest

from referee.games import GAMES
from referee.store import Match, Store
from referee.store.base import parsed
from referee.store.matches import save as entries
from referee.store.upgrade import upgrade
from tests.store.steps import rows
from tests.trials.random_club import Club, Days, exported, source
from tests.trials.recount import Recount, Totals, far_behind, lead, recount
from tests.trials.trial import Trial

LOOK_EVERY = 40  # matches
CLUB = 100  # matches of one club


def try_club(store: Store, fresh: Callable[[], Store], seed: int, matches: int) -> None:
    """Play so many matches in a club, meddle with them, and recount all now and then; `fresh`
    opens an empty store at each call.  Raises AssertionError where a sum differs."""
    with mock.patch.object(entries, "datetime", Days):
        club = Club(store, Random(seed))
        club.abroad = Club(fresh(), club.chance)
        for number in range(1, matches + 1):
            club.play()
            for _ in range(club.chance.randrange(3)):
                club.meddle()
            if number % LOOK_EVERY == 0 or number == matches:
                ended = club.ended()
                right = recount(ended, club.who)
                same_sums(store, right)
                same_ratings(store, right)
                same_pages(club, right, ended)
                assert store.audit() == (len(club.matches), [])
        same_elsewhere(club, fresh())
    assert len(ended) > matches // 3
    assert len({match.game for match, _ in ended}) == len(GAMES)


def kept(store: Store, table: str, keys: str, numbers: str, joins: str = "") -> Totals:
    """A table of sums with public ids for keys, as a recount has it."""
    names = numbers.split(", ")
    found: Totals = {}
    for row in rows(store, f"SELECT {keys}, {numbers} FROM {table} t {joins}"):
        key, values = row[: -len(names)], dict(zip(names, row[-len(names) :], strict=True))
        counts = values.pop("counts", {})
        counts = json.loads(counts) if isinstance(counts, str) else counts
        found[key] = Counter(values | {f"#{name}": n for name, n in counts.items()})
    return found


def joined(*keys: str) -> str:
    return " ".join(f"JOIN player p{n} ON p{n}.id = t.{key}" for n, key in enumerate(keys))


def same_sums(store: Store, right: Recount) -> None:
    summed = "matches, wins, hands, points, counts"
    players = kept(store, "player_stat", "p0.public_id, game, period", summed, joined("player_id"))
    pair = "p0.public_id, p1.public_id, relation, game"
    pairs = kept(store, "pair_stat", pair, "matches, wins", joined("player_id", "other_id"))
    rules = kept(store, "rule_stat", "game, rule, value", "matches, hands, counts")
    assert players == right.players
    assert pairs == right.pairs
    assert rules == right.rules


def same_ratings(store: Store, right: Recount) -> None:
    while not store.stats.catch_up(7):
        pass
    query = "SELECT m.public_id, p0.public_id, mu, sigma FROM match_player t "
    query += joined("player_id") + " JOIN match m ON m.id = match_id WHERE t.ended IS NOT NULL"
    ratings = {(match, player): (mu, sigma) for match, player, mu, sigma in rows(store, query)}
    assert ratings.keys() == right.ratings.keys()
    for key, rating in ratings.items():
        assert rating == pytest.approx(right.ratings[key], abs=1e-9)


def same_pages(club: Club, right: Recount, ended: list[tuple[Match, datetime]]) -> None:
    """What pages read of it: a span of days, records, matches found, two players."""
    store, chance = club.store, club.chance
    game = chance.choice(sorted(GAMES))
    first = date(2024, 1, 1) + timedelta(days=chance.randrange(700))
    last = first + timedelta(days=chance.randrange(500))
    table = {row.id: row.figures for row in store.stats.standings(game, first, last)}
    hidden = {id for (id,) in rows(store, "SELECT public_id FROM player WHERE hidden")}
    days: Totals = {}
    for (player, of, period), summed in right.players.items():
        day = date.fromisoformat(period) if len(period) == 10 else date.min
        if of == game and player not in hidden and first <= day <= last:
            days.setdefault((player,), Counter()).update(summed)
    assert {(p,): (f.matches, f.wins, f.hands, f.points) for p, f in table.items()} == {
        key: tuple(n[name] for name in ("matches", "wins", "hands", "points"))
        for key, n in days.items()
    }
    records = store.stats.records(game)
    of_game = [match for match, _ in ended if match.game == game]
    for best, measure in ((records.comebacks, far_behind), (records.margins, lead)):
        highest = sorted((n for match in of_game if (n := measure(match.sheet)) > 0), reverse=True)
        assert [record.value for record in best] == highest[:3]

    one, other = chance.sample(sorted({p for p, *_ in right.players}), 2)
    meetings = store.stats.head_to_head(one, other).meetings
    assert {(one, other, m.relation, m.game): (m.matches, m.wins) for m in meetings} == {
        key: (n["matches"], n["wins"]) for key, n in right.pairs.items() if key[:2] == (one, other)
    }
    page = store.history(None, game, 5, player=one, first=first, last=last)
    found = [item.id for item in page.items]
    while page.next is not None:
        page = store.history(page.next, game, 5, player=one, first=first, last=last)
        found += [item.id for item in page.items]
    wanted = [
        match.id
        for match, end in reversed(ended)
        if match.game == game
        and first <= end.date() <= last
        and any(club.who(p) == one for dealt in match.sheet.counted for p in dealt.players)
    ]
    assert found == wanted


def same_elsewhere(club: Club, other: Store) -> None:
    """A club that was taken along has the statistics that it has here."""
    text = exported(club.store)
    other.keeping.take_in(source(text))
    assert exported(other) == text
    copy = Club(other, club.chance)
    there = dict(zip(ids(club.store), ids(other), strict=True))
    copy.into = {there[one]: there[into] for one, into in club.into.items()}
    right = recount(copy.ended(), copy.who)
    same_sums(other, right)
    same_ratings(other, right)


def ids(store: Store) -> list[str]:
    return [id for (id,) in rows(store, "SELECT public_id FROM player ORDER BY id")]


@contextmanager
def stores() -> Iterator[Callable[[], Store]]:
    """Opens one empty SQLite store after the other."""
    with ExitStack() as left:
        folder = Path(left.enter_context(tempfile.TemporaryDirectory(prefix="referee-recount-")))
        opened: list[Store] = []

        def another() -> Store:
            url = f"sqlite:///{folder / f'{len(opened)}.sqlite'}"
            upgrade(parsed(url))
            opened.append(Store(url))
            left.callback(opened[-1].close)
            return opened[-1]

        yield another


def attempt(seed: int, piece: int) -> list[str]:
    """A club of its own."""
    Days.chance.seed(seed * 1000 + piece)
    with stores() as fresh:
        try_club(fresh(), fresh, seed * 1000 + piece, CLUB)
    return []


RECOUNT = Trial("recount", 1000, "matches in random clubs", attempt, CLUB)
