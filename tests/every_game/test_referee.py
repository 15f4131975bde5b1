"""The referee at work on random deals: no false accusation, every proof found, levels agree."""

from __future__ import annotations

from random import Random

import pytest

from referee.engine import PLAYS, Card, Hand, Seat, Table, in_english, pack, read_ruling
from referee.engine.hand import replay
from referee.games import GAMES
from referee.tricks import Trick
from referee.tricks.watch import Offence, offences
from tests.every_game.deals import DEALS, Deal, deals, proof
from tests.every_game.test_hands import essence, numbers
from tests.talk import offences_of

NAMES = sorted(GAMES)


def played(deal: Deal, told: dict[str, str] | None = None) -> Hand:
    return replay(deal.game.hand(deal.table), deal.told if told is None else told)


def at(table: Table, play: int) -> Table:
    return Table(table.teams, table.dealer, "final", PLAYS[play])


@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_accused_in_a_legal_deal(name: str) -> None:
    for deal in deals(name):
        hand = played(deal)
        assert hand.score is not None
        assert hand.offences == (), deal.told


@pytest.mark.parametrize("name", NAMES)
def test_a_planted_offence_is_found_where_and_when_it_can_be_proved(name: str) -> None:
    found = planted = 0
    for deal in deals(name, plant=True):
        if deal.planted is None:
            assert played(deal).offences == ()
            continue
        planted += 1
        first = proof(deal)
        seen = offences_of(played(deal))
        if first is None:
            assert seen == (), deal.told
            continue
        found += 1
        [offence] = seen
        assert (offence.code, offence.seat, offence.trick) == (
            deal.planted.code,
            deal.planted.seat,
            deal.planted.trick,
        )
        assert (offence.card, offence.proved_in_trick) == (deal.planted.card, first)
        check_moment(deal, offence)
    assert planted > DEALS / 3
    assert found > planted / 3


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


@pytest.mark.parametrize("name", NAMES)
def test_the_same_deal_scores_alike_at_cards_winners_and_totals(name: str) -> None:
    for deal in deals(name):
        hand = played(deal)
        known = deal.told | hand.answers() | dict(hand.facts)
        for play in range(len(PLAYS)):
            again = replay(deal.game.hand(at(deal.table, play)), known)
            assert again.open == ()
            assert essence(again.score) == essence(hand.score)


@pytest.mark.parametrize("name", NAMES)
def test_the_board_says_at_the_end_what_was_taken(name: str) -> None:
    for deal in deals(name, count=30):
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
    for number, deal in enumerate(deals(name, count=60)):
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
