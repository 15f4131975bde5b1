"""The play of Euchre for five: the partner is known when the called card falls (E14)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from referee.engine import Asking, Board, Card, Known, Said, Seat, Table, msg, to_seat
from referee.games.call_partner_euchre import words as law
from referee.games.call_partner_euchre.house import ALONE, PACK, TRICKS, CallPartnerEuchreHouse
from referee.games.call_partner_euchre.law import REVOKE
from referee.games.call_partner_euchre.words import Making
from referee.tricks import Play, TrickRules, ask_trick, open_trick, trick_taken


def every_card(
    house: CallPartnerEuchreHouse, table: Table, made: Making, called: str
) -> Asking[tuple[str, int]]:
    """Every card; where the house forbids it, the maker cannot hold the called card (EA7)."""
    cards = [c for c in PACK if c != made.turned_down]
    play = Play(
        table,
        cards,
        TRICKS,
        table.eldest,
        partial(TrickRules, bowers=True),
        REVOKE,
        made=made.trump,
        missing=law.TRICKS_SUM,
        otherwise=law.CARD_NOT_IN_PACK,
        marks=law.marks(made.trump),
    )
    partner = "alone" if called == "alone" else ""  # not known yet

    def dress(board: Board) -> Board:
        return replace(board, camps=camps(made.maker, partner, board))

    def reveal(seat: Seat, card: Card) -> Known:
        nonlocal partner
        if card != called:
            return Known()
        partner = "own" if seat == made.maker else str(seat)
        return Known({"partner": partner}, law.partner_roles(made.maker, partner))

    play.dress = dress
    barred = {made.maker: Card(called)} if house.own_card == "forbidden" else {}
    for n in range(1, TRICKS + 1):
        prompt = msg("Trick %(n)s: what does %(who)s play?", n=n)
        yield from open_trick(play, prompt)
        yield from ask_trick(play, prompt, barred, law.OWN_CARD_CALLED, reveal)
        yield trick_taken(play)
    if not partner:
        partner = "buried"
        yield Known({"partner": partner}, board=play.board)
    attackers = {made.maker, *([] if partner in ALONE else [to_seat(partner)])}
    return partner, sum(seat in attackers for seat in play.taken)


def camps(maker: Seat, partner: str, board: Board) -> tuple[tuple[Said, int], ...]:
    """Tricks of attackers and defenders; nothing while the partner is a secret (EA12)."""
    if not partner:
        return ()
    seats = {maker, *([] if partner in ALONE else [to_seat(partner)])}
    attackers = sum(n for seat, n in board.taken.items() if seat in seats)
    defenders = sum(board.taken.values()) - attackers
    return (msg("attackers"), attackers), (msg("defenders"), defenders)


def at_winners(made: Making, called: str) -> Callable[[Board], Board]:
    """The board where only the winners are written down: the partner is asked after the play."""
    partner = "alone" if called == "alone" else ""

    def dress(board: Board) -> Board:
        return replace(board, trump=made.trump, camps=camps(made.maker, partner, board))

    return dress
