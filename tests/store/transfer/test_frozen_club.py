"""The frozen file of a club (tests/frozen) comes into an empty database of either kind."""

from __future__ import annotations

import io

import pytest

from referee.store import Store
from tests.frozen import telling
from tests.frozen.telling import FROZEN, said_then
from tests.store.steps import rows

FILE = FROZEN / "0004" / "club.jsonl"


def ids(store: Store) -> list[str]:
    """The matches in the order of the file."""
    return [id for (id,) in rows(store, "SELECT public_id FROM match ORDER BY id")]


def test_it_says_the_same_and_goes_out_as_the_same_bytes(store: Store) -> None:
    club = FILE.read_bytes()
    then = said_then("0004")["matches"].values()
    assert store.keeping.take_in(io.BytesIO(club)).new == len(then)
    for id, match in zip(ids(store), then, strict=True):
        assert telling.match(store.load(id)) == match
    assert store.audit() == (len(then), [])
    assert "".join(f"{line}\n" for line in store.keeping.export_club()).encode() == club


@pytest.mark.parametrize("game", ["pitch", "german_whist", "call_partner_euchre"])
def test_a_match_goes_in_and_out_as_the_same_bytes(store: Store, game: str) -> None:
    file = (FROZEN / "0004" / f"{game}.json").read_bytes()
    store.keeping.take_in(io.BytesIO(file))
    (id,) = ids(store)
    assert store.keeping.export_match(id).encode() + b"\n" == file
    assert store.keeping.match_csv(id).encode() == (FROZEN / "0004" / f"{game}.csv").read_bytes()
