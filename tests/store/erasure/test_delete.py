"""A match that was deleted has never been; who was forgotten has played all the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee.games import GAMES
from referee.store import NewMatch, Store
from referee.store.matches import save as entries
from tests.every_game.playing import played
from tests.samples import SAMPLES
from tests.store.steps import rows

FIRST = datetime(2025, 1, 1, tzinfo=UTC)
PLAYERS = ("Ana", "Ben", "Cleo", "Dan", "Eva")
TABLES = {
    "player_stat": "player_id, game, period",
    "pair_stat": "player_id, other_id, relation, game",
    "rule_stat": "game, rule, value",
    "match_player": "match_id, player_id",
    "settled_line": "match_id, hand, line, seat",
    "match": "id",
    "entry": "match_id, seq",
}


class Later:
    """A clock for the log that stands where a test puts it."""

    at = FIRST

    @classmethod
    def now(cls, zone: object) -> datetime:
        return cls.at


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "datetime", Later)


def play(store: Store, game: str, day: int) -> str:
    """A match that ended on that day, after some hands by chance."""
    Later.at = FIRST + timedelta(days=day)
    chance = Random(f"{game} {day}")
    players = PLAYERS[: GAMES[game].players[0] if game != "pitch" else 4]
    match = store.create(NewMatch(game, players, {"target": SAMPLES[game].target}))
    store.record(match, [(0, "note", f"day {day}")], uid="")
    for number in range(3):
        if number:
            store.record(match, [(number - 1, "next", "ok")], uid="")
        sheet = store.load(match).sheet
        told = played(sheet.game, sheet.rows[number].table, chance)[0]
        sheet = store.record(match, [(number, *said) for said in told.items()], uid="").match.sheet
        if sheet.outcome is not None:
            return match
    store.record(match, [(2, "end", "conceded.0")], uid="")
    return match


@pytest.fixture
def club(store: Store) -> dict[str, str]:
    """Its players, after two matches of each game."""
    for day, game in enumerate((*GAMES, *GAMES)):
        play(store, game, 10 * day)
    return {row.name: row.id for row in store.players()}


def kept(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every table of what was played and what follows from it, ratings included."""
    while not store.stats.catch_up():
        pass
    return {t: rows(store, f"SELECT * FROM {t} ORDER BY {keys}") for t, keys in TABLES.items()}


def told(store: Store, club: dict[str, str]) -> dict[str, object]:
    """All that the statistics say."""
    stats = store.stats
    said: dict[str, object] = {"games": stats.games()}
    for game in GAMES:
        said[f"{game} years"] = stats.years(game)
        said[f"{game} standings"] = stats.standings(game)
        said[f"{game} records"] = stats.records(game)
        said[f"{game} rules"] = stats.rule_effects(game)
    for id in club.values():
        said[id] = stats.player(id)
    for one, other in combinations(club.values(), 2):
        said[f"{one} {other}"] = stats.head_to_head(one, other)
    return said


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("day", [-5, 25, 100])
def test_a_deleted_match_has_never_been(
    store: Store, club: dict[str, str], game: str, day: int
) -> None:
    before, said = kept(store), told(store, club)
    match = play(store, game, day)
    between = kept(store), told(store, club)
    assert all(between[0][table] != before[table] for table in TABLES)
    assert between[1].keys() == said.keys()
    assert between[1] != said
    store.keeping.delete_match(match)
    assert kept(store) == before
    assert told(store, club) == said
    assert store.audit() == (2 * len(GAMES), [])


def test_who_is_forgotten_has_played_all_the_same(store: Store, club: dict[str, str]) -> None:
    before, said = kept(store), told(store, club)
    store.keeping.forget(club["Ana"])
    assert kept(store) == before
    now = told(store, club)
    for name, value in said.items():
        if "standings" in name:  # whoever is hidden is left out there
            assert isinstance(value, list)
            value = [row for row in value if row.id != club["Ana"]]
        right = repr(value).replace("name='Ana', hidden=False", "name='#1', hidden=True")
        assert repr(now[name]) == right.replace("'Ana'", "'#1'"), name
    assert "Ana" not in repr(now)
    assert store.audit() == (2 * len(GAMES), [])
