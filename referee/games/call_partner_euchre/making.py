"""Who makes trump, which card may be called, who held it (E7-E14)."""

from __future__ import annotations

from referee.engine import (
    Asking,
    Card,
    Known,
    PlayerName,
    Question,
    Suit,
    Table,
    ask,
    ask_suit,
    msg,
    to_seat,
)
from referee.games.call_partner_euchre import words
from referee.games.call_partner_euchre.house import PACK, CallPartnerEuchreHouse
from referee.games.call_partner_euchre.words import Making
from referee.tricks import TrickRules


def make_trump(house: CallPartnerEuchreHouse, table: Table) -> Asking[Making | None]:
    """The turned-up suit is offered round, then any other; the dealer must name (E7-E11)."""
    if table.bids == "final":
        maker = yield from ask(words.maker_question(table, house.stick_the_dealer), str)
        if maker == "pass":
            return None
        seat = to_seat(maker)
        prompt = msg("Which suit did %(who)s make trump?", who=PlayerName(seat))
        return Making(seat, (yield from ask_suit("trump", prompt, seat)))

    up = yield from ask(words.up_card_question(table.dealer, PACK), Card)
    for seat in table.clockwise(table.eldest):
        if (yield from ask(words.order_question(seat, up), "order".__eq__)):
            return Making(seat, up.suit)
    for seat in table.clockwise(table.eldest):
        stuck = seat == table.dealer and house.stick_the_dealer
        named = yield from ask(words.name_question(seat, up.suit, stuck), str)
        if named != "pass":
            return Making(seat, Suit(named), turned_down=up)
    yield Known({"maker": "pass"})
    return None


def callable_cards(house: CallPartnerEuchreHouse, made: Making) -> tuple[Card, ...]:
    """The cards that may be called (EA5)."""
    if house.call_rule == "ace":
        return tuple(c for c in PACK if c.rank == "A")
    if house.call_rule == "non_trump":
        rules = TrickRules(made.trump, bowers=True)
        return tuple(c for c in PACK if rules.suit(c) != made.trump)
    return PACK


def partner_question(
    house: CallPartnerEuchreHouse, table: Table, made: Making, called: str
) -> Question:
    """Who held the called card, asked after the play (E13, E14, E23)."""
    if called == made.turned_down:
        return words.turned_down_question(made.maker, Card(called))
    seats = [s for s in table.clockwise(made.maker) if s != made.maker]
    own = house.own_card == "alone"
    return words.partner_question(made.maker, Card(called), seats, own)
