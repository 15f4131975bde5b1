"""The referee on a fixed sample of random deals: nobody accused, proofs found, levels agree."""

from __future__ import annotations

import pytest

from tests.trials import offences
from tests.trials.deals import deals

DEALS = 100  # a game


@pytest.mark.parametrize("name", offences.NAMES)
def test_nobody_is_accused_in_a_legal_deal(name: str) -> None:
    for deal in deals(name, DEALS):
        offences.nobody_is_accused(deal)


@pytest.mark.parametrize("name", offences.NAMES)
def test_a_planted_offence_is_found_where_and_when_it_can_be_proved(name: str) -> None:
    tried = list(deals(name, DEALS, plant=True))
    found = sum(offences.found_where_it_can_be_proved(deal) for deal in tried)
    planted = sum(deal.planted is not None for deal in tried)
    assert planted > DEALS / 3
    assert found > planted / 3


@pytest.mark.parametrize("name", offences.NAMES)
def test_the_same_deal_scores_alike_at_cards_winners_and_totals(name: str) -> None:
    for deal in deals(name, DEALS):
        offences.scores_alike_at_every_level(deal)
