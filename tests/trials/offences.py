"""Random deals, legal or with one offence planted: each proof found at the very card, no other."""

from __future__ import annotations

from dataclasses import replace

from referee.engine import Hand
from referee.engine.hand import replay
from referee.engine.message import in_english
from referee.engine.rulings import read_ruling
from referee.engine.table import PLAYS
from referee.tricks.watch import Offence
from tests.every_game.test_hands import essence, numbers
from tests.samples import BY_CARDS
from tests.talk import offences_of
from tests.trials.deals import Deal, deal, proof
from tests.trials.trial import Trial

NAMES = BY_CARDS


def played(deal: Deal, told: dict[str, str] | None = None) -> Hand:
    return replay(deal.game.scored(deal.table), deal.told if told is None else told)


def nobody_is_accused(deal: Deal) -> None:
    hand = played(deal)
    assert hand.score is not None
    assert hand.offences == (), deal.told


def scores_alike_at_every_level(deal: Deal) -> None:
    hand = played(deal)
    known = deal.told | hand.answers() | dict(hand.facts)
    for play in PLAYS:
        table = replace(deal.table, bids="final", play=play)
        again = replay(deal.game.scored(table), known)
        assert again.open == ()
        assert essence(again.score) == essence(hand.score)


def found_where_it_can_be_proved(deal: Deal) -> bool:
    """Whether it can be; what was planted there is announced then, and nothing else ever."""
    seen = offences_of(played(deal))
    first = proof(deal) if deal.planted is not None else None
    if deal.planted is None or first is None:
        assert seen == (), deal.told
        return False
    [offence] = seen
    planted = (deal.planted.code, deal.planted.seat, deal.planted.trick, deal.planted.card)
    assert (offence.code, offence.seat, offence.trick, offence.card) == planted
    assert offence.proved_in_trick == first
    check_moment(deal, offence)
    return True


def check_moment(deal: Deal, offence: Offence) -> None:
    """Announced with the very card that proves it, in words that name a rule and a ruling."""
    n, seat = offence.proved_in_trick, offence.seat
    cards = [k for k in deal.told if k.startswith("card.")]
    upto = cards.index(f"card.{n}.{seat}")
    rest = {k: v for k, v in deal.told.items() if not k.startswith("card.")}
    before = {k: deal.told[k] for k in cards[:upto]}
    if len(cards) < 52 or upto < 51:  # the last card of the pack is known before it is told
        assert played(deal, rest | before).offences == ()
    told = rest | before | {cards[upto]: deal.told[cards[upto]]}
    assert played(deal, told).offences == (offence,)
    assert offence.rule in numbers(deal.game)
    assert "%" not in in_english(offence.facts)
    assert read_ruling(deal.game.irregularities(deal.table), "ruling.1", offence.ruling)


def attempt(seed: int, piece: int) -> list[str]:
    """A legal deal of each game, and one with an offence."""
    number = seed * 1_000_000 + piece
    for name in NAMES:
        legal = deal(name, number)
        nobody_is_accused(legal)
        scores_alike_at_every_level(legal)
        found_where_it_can_be_proved(deal(name, number, plant=True))
    return []


OFFENCES = Trial("offences", 1000, "deals of each game", attempt)
