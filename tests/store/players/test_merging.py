"""Two names for one person: merged, taken apart, hidden; totals are never touched."""

from __future__ import annotations

import pytest

from referee.engine import IllegalAnswer
from referee.store import BadName, NotFound, Refused, Store
from tests.store.conftest import four
from tests.store.steps import finish, rows


def ended(store: Store, *names: str) -> str:
    key = store.create(four(*names, target="7"))
    finish(store, key)
    return key


def kept(store: Store) -> list[list[str]]:
    """All sums and who sat where, to be compared."""
    tables = ("player_stat", "pair_stat", "rule_stat", "settled_line", "match_player")
    return [sorted(map(repr, rows(store, f"SELECT * FROM {table}"))) for table in tables]


@pytest.fixture
def two(store: Store) -> tuple[str, str]:
    """Ben, and Ben under another name in a later match."""
    ended(store, "Ana", "Ben", "Cleo", "Dan")
    ended(store, "Ana", "Benny", "Cleo", "Dan")
    return store.player("Benny"), store.player("Ben")


def test_a_merged_player_counts_as_the_other(store: Store, two: tuple[str, str]) -> None:
    benny, ben = two
    store.merge(benny, ben)
    page = store.stats.player(ben)
    assert (page.matches, page.wins) == (2, 2)
    assert [(pair.name, pair.matches) for pair in page.partners] == []  # two are too few
    assert [one.name for one in page.merged] == ["Benny"]
    assert store.stats.player(benny).merged_into == ben
    assert len(store.history(player=benny).items) == 2
    assert all("Benny" not in item.players for item in store.history().items)
    assert "Benny" not in {row.name for row in (*store.players(), *store.players(hidden=True))}
    assert store.audit() == (2, [])


def test_a_merged_name_seats_the_other(store: Store, two: tuple[str, str]) -> None:
    store.merge(*two)
    key = store.create(four("Ana", "benny", "Cleo", "Dan"))
    assert store.load(key).setup.players[1] == two[1]


def test_a_merge_is_taken_back_exactly(store: Store, two: tuple[str, str]) -> None:
    before = kept(store)
    store.merge(*two)
    assert kept(store) != before
    store.unmerge(two[0])
    while not store.stats.catch_up():
        pass
    assert kept(store) == before
    assert [row.name for row in store.players(hidden=True)] == []
    with pytest.raises(NotFound):
        store.unmerge(two[0])


def test_a_chain_of_merges_comes_apart_link_by_link(store: Store, two: tuple[str, str]) -> None:
    benny, ben = two
    ended(store, "Ana", "Benjamin", "Cleo", "Dan")
    benjamin = store.player("Benjamin")
    store.merge(benny, ben)
    store.merge(ben, benjamin)
    assert store.stats.player(benjamin).matches == 3
    store.unmerge(benny)
    assert store.stats.player(benjamin).matches == 2
    assert store.stats.player(benny).matches == 1
    store.unmerge(ben)
    assert [store.stats.player(id).matches for id in (benny, ben, benjamin)] == [1, 1, 1]
    assert store.audit() == (3, [])


def test_players_who_sat_together_are_two_people(store: Store, two: tuple[str, str]) -> None:
    before = kept(store)
    with pytest.raises(Refused) as refused:
        store.merge(store.player("Ana"), two[1])
    assert refused.value.text.params == {"one": "Ana", "other": "Ben"}
    with pytest.raises(Refused):
        store.merge(two[1], two[1])
    store.merge(*two)
    with pytest.raises(Refused):
        store.merge(two[1], two[0])  # one player by now
    with pytest.raises(NotFound):
        store.merge("nobody", two[1])
    store.unmerge(two[0])
    assert kept(store)[0] == before[0]


def test_a_correction_after_a_merge_goes_to_the_other(store: Store, two: tuple[str, str]) -> None:
    store.merge(*two)
    newest = store.history().items[0].id
    store.record(newest, [(1, "contract", "1.3")], uid="a")
    page = store.stats.player(two[1])
    (figures,) = page.games
    assert figures.counts["bid_size"] == 4 + 4 + 4 + 3
    assert store.audit() == (2, [])


def test_a_hidden_player_is_offered_no_more_and_comes_back(store: Store) -> None:
    ended(store)
    ana = store.player("Ana")
    store.hide(ana)
    assert "Ana" not in {row.name for row in store.players()}
    assert [row.name for row in store.players(hidden=True)] == ["Ana"]
    assert "Ana" not in {row.name for row in store.stats.standings("pitch")}
    assert store.stats.player(ana).hidden
    store.hide(ana, False)
    assert "Ana" in {row.name for row in store.players()}


def test_a_merged_player_sits_in_an_open_match_once(store: Store) -> None:
    open = store.create(four("Ana", "Benny", "Cleo", "Dan"))
    later = store.create(four("Ana", "Eva", "Cleo", "Dan", uid="later"))
    store.record(later, [(0, "seat.1", store.player("Benny"))], uid="s")
    benny, ben = store.player("Benny"), store.player("Ben")
    store.merge(benny, ben)
    for key in (open, later):
        match = store.load(key)
        assert match.setup.bench is not None
        assert [who for who in match.setup.bench if match.names[who] == "Ben"] == [benny]
        assert match.sits_as == {ben: benny}
        with pytest.raises(IllegalAnswer):
            store.record(key, [(0, "seat.2", ben)], uid="twice")
        seated = store.record(key, [(0, "seat.2", benny)], uid="swap").match.sheet.now.players
        assert [match.names[who] for who in seated] == ["Ana", "Cleo", "Ben", "Dan"]
    assert store.load(store.create(four(uid="new"))).sits_as == {}
    store.unmerge(benny)
    bench = store.load(open).setup.bench
    assert bench is not None
    assert {benny, ben} <= set(bench)


def test_two_names_of_one_player_are_not_seated_together(
    store: Store, two: tuple[str, str]
) -> None:
    store.merge(*two)
    with pytest.raises(BadName):
        store.create(four("Newcomer", "Ben", "Benny", "Dan"))
    assert "Newcomer" not in [row.name for row in store.players()]
