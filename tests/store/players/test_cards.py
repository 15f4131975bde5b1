"""The club's own house-rule cards."""

from __future__ import annotations

import pytest

from referee.engine import HouseRuleError
from referee.games import GAMES
from referee.store import BadName, NotFound, Store, TooMuch


def test_a_card_is_kept_by_game_and_name(store: Store) -> None:
    store.save_card("pitch", "Thursday", {"target": "11", "lead_rule": "any"})
    store.save_card("german_whist", "Thursday", {"target": "20"})
    [card] = store.cards("pitch")
    assert (card.name, card.rules) == ("Thursday", {"target": "11", "lead_rule": "any"})


def test_the_same_name_in_other_letters_replaces_a_card(store: Store) -> None:
    first = store.save_card("pitch", "Thursday", {"target": "11"})
    again = store.save_card("pitch", " thursday ", {"target": "15"})
    [card] = store.cards("pitch")
    assert (first, again) == (card.id, card.id)
    assert (card.name, card.rules) == ("thursday", {"target": "15"})


def test_a_card_that_no_table_can_play_by_is_refused(store: Store) -> None:
    with pytest.raises(HouseRuleError):
        store.save_card("pitch", "Odd", {"target": "0"})
    with pytest.raises(BadName):
        store.save_card("pitch", "\u202e", {})
    assert store.cards("pitch") == []


def test_a_card_is_thrown_away_once(store: Store) -> None:
    card = store.save_card("pitch", "Thursday", {})
    store.remove_card(card)
    assert store.cards("pitch") == []
    with pytest.raises(NotFound):
        store.remove_card(card)


def test_there_is_an_end_to_cards(store: Store) -> None:
    for n in range(50):
        store.save_card("pitch", f"Card {n}", {})
    with pytest.raises(TooMuch):
        store.save_card("pitch", "One more", {})


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_can_be_kept(store: Store, game: str) -> None:
    assert game in GAMES
    for n, preset in enumerate(GAMES[game].presets):
        store.save_card(game, f"Card {n}", preset.rules)
    assert [c.rules for c in store.cards(game)] == [p.rules for p in GAMES[game].presets]
