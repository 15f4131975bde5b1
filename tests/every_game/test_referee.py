"""The referee at work on random deals: what lies at the end, and a card that is put right."""

from __future__ import annotations

from random import Random

import pytest

from referee.engine.cards import Card, pack
from referee.engine.table import Seat
from referee.tricks import Trick
from referee.tricks.watch import offences
from tests.samples import BY_CARDS
from tests.talk import offences_of
from tests.trials.deals import Deal, deals
from tests.trials.offences import played

NAMES = BY_CARDS


@pytest.mark.parametrize("name", NAMES)
def test_the_board_says_at_the_end_what_was_taken(name: str) -> None:
    for deal in deals(name, 30):
        board = played(deal).board
        assert board is not None
        assert sum(board.taken.values()) == board.count
        assert board.last == deal.tricks[-1].plays
        assert board.last_winner == deal.rules.winner(deal.tricks[-1])
        assert (board.turn, board.trick) == (None, ())
        assert sum(n for _, n in board.camps) == board.count


@pytest.mark.parametrize("name", NAMES)
def test_one_card_put_right_in_an_earlier_trick_re_rules_the_rest(name: str) -> None:
    """The cards stay as they were entered; leads, winners and offences follow from the new one."""
    changed = 0
    for number, deal in enumerate(deals(name, 60)):
        chance = Random(number)
        cards = [k for k in deal.told if k.startswith("card.")]
        key = chance.choice(cards[: len(cards) // 2])
        whole = pack("8") if name == "call_partner_euchre" else pack()
        spare = [c for c in whole if c not in deal.told.values()]
        swap = {key: chance.choice(spare)} if spare else exchanged(chance, deal, cards, key)
        if key == cards[0] and name == "pitch":
            continue  # the pitched card makes trump
        hand = played(deal, deal.told | swap)
        order = [
            (q.question.key, Card(q.value)) for q in hand.answered if "card." in q.question.key
        ]
        seats = len(deal.table.seats)
        tricks = [
            Trick(tuple((seat_of(k), card) for k, card in order[i : i + seats]))
            for i in range(0, len(order), seats)
        ]
        assert len(tricks) == len(deal.tricks)
        winners = [deal.rules.winner(trick) for trick in tricks]
        assert [trick.leader for trick in tricks[1:]] == winners[:-1]
        draws = {
            n: [(s, deal.draws[n][0][1] if s == winners[n - 1] else None) for s in deal.table.seats]
            for n in deal.draws
        }
        leads = 2 if not any(k == "trump" for k in deal.told) else 1
        expected = offences(tricks, deal.rules, draws=draws, leads_from=leads)
        assert {(o.code, o.seat, o.trick) for o in offences_of(hand)} == {
            (o.code, o.seat, o.trick) for o in expected
        }
        changed += winners != [deal.rules.winner(trick) for trick in deal.tricks]
    assert changed


def exchanged(chance: Random, deal: Deal, cards: list[str], key: str) -> dict[str, str]:
    """Where the whole pack was played, two cards change places."""
    other = chance.choice([k for k in cards if k != key])
    return {key: deal.told[other], other: deal.told[key]}


def seat_of(key: str) -> Seat:
    return Seat(int(key.rpartition(".")[2]))
