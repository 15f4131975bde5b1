"""A database from before statistics gets them when it is upgraded."""

from __future__ import annotations

from referee.store import Store, upgrade
from referee.store.base import parsed
from referee.store.base.upgrade import downgrade
from tests.store.conftest import four
from tests.store.steps import change, finish, rows

KEPT = (
    "SELECT player_id, game, period, matches, wins, hands, points, counts FROM player_stat",
    "SELECT player_id, other_id, relation, game, matches, wins FROM pair_stat",
    "SELECT game, rule, value, matches, hands, counts FROM rule_stat",
    "SELECT match_id, player_id, game, hands, points, counts, mu, sigma FROM match_player",
    "SELECT id, comeback, margin FROM match",
    "SELECT rated_to, rated_match FROM club",
)


def kept(store: Store) -> list[list[str]]:
    return [sorted(map(repr, rows(store, query))) for query in KEPT]


def test_what_is_kept_of_ended_matches_is_filled_in(url: str) -> None:
    """Counts, records, sums and ratings, as if the newer version had been there all the time."""
    store = Store(url)
    for _ in range(2):
        finish(store, store.create(four(target="7")))
    store.create(four())
    before = kept(store)
    assert all(before)
    store.close()
    downgrade(parsed(url), "0003")
    upgrade(parsed(url))
    store = Store(url)
    assert kept(store) == before
    assert store.audit() == (3, [])
    store.close()


def test_a_match_that_cannot_be_replayed_stays_as_it_is(url: str) -> None:
    store = Store(url)
    strange, known = store.create(four(target="7")), store.create(four(target="7"))
    for key in (strange, known):
        finish(store, key)
    change(store, "UPDATE match SET game = 'snap' WHERE public_id = :id", id=strange)
    store.close()
    downgrade(parsed(url), "0003")
    upgrade(parsed(url))
    store = Store(url)
    assert store.stats.player(store.player("Ben")).matches == 1
    assert [item.id for item in store.history().items] == [known, strange]
    store.close()
