"""What the sides need in Pitch, who cannot win on this hand, and what beats what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.board import Ranks
from referee.engine.cards import RANKS, SUITS, Card, Suit
from referee.engine.hand import Hand
from referee.engine.message import SideName, msg, msgs
from referee.engine.score import Reason
from referee.engine.table import Seat, Side, Table
from referee.games.pitch.scoring import SMEAR

if TYPE_CHECKING:
    from referee.games.pitch.game import Pitch

BIDS = {"1": 1, "2": 2, "3": 3, "4": 4, "smear": SMEAR}
DOWN = RANKS[::-1]


def contract_of(hand: Hand) -> tuple[Seat, int] | None:
    """Who won the bid and for how much, once that is known."""
    known = {**hand.facts, **hand.answers()}.get("contract", "pass")
    if known == "pass":
        return None
    seat, _, bid = known.partition(".")
    return Seat(int(seat)), BIDS[bid]


def needs(game: Pitch, table: Table, hand: Hand) -> tuple[Reason, ...]:
    contract = contract_of(hand)
    told: list[Reason] = []
    if contract is None:
        return tuple(to_go_out(game, table, side) for side in table.sides)
    bidder, bid = contract
    maker = table.side(bidder)
    told.append(to_make(maker, bid))
    if hand.board is not None and hand.board.points:
        taken = sum(p.side == maker for p in hand.board.points if p.card is not None)
        text = msg(
            "Of High, Low and Jack, %(side)s have %(n)s so far.", side=SideName(maker), n=taken
        )
        told.append(Reason(text, "P20"))
    for side in table.sides:
        if side == maker or game.win_rule != "bid_out":
            told.append(to_go_out(game, table, side))
        else:
            text = msg("%(side)s did not bid: they cannot win on this hand.", side=SideName(side))
            told.append(Reason(text, "P36"))
    return tuple(told)


def to_make(maker: Side, bid: int) -> Reason:
    side = SideName(maker)
    if bid == SMEAR:
        text = msg("%(side)s need all six tricks and all four points.", side=side)
        return Reason(text, "P27")
    text = msgs(
        "%(side)s need %(n)s of High, Low, Jack and Game to make the bid.",
        "%(side)s need %(n)s of High, Low, Jack and Game to make the bid.",
        bid,
        side=side,
    )
    return Reason(text, "P24")


def to_go_out(game: Pitch, table: Table, side: Side) -> Reason:
    """The points that are missing; no hand is worth more than a smear."""
    missing, name = game.target - table.total(side), SideName(side)
    if missing <= 0 and game.win_rule == "bid_out":
        return Reason(msg("%(side)s go out with any bid that they make.", side=name), "P36")
    text = msgs(
        "%(side)s need %(n)s point to reach %(target)s.",
        "%(side)s need %(n)s points to reach %(target)s.",
        max(missing, 0),
        side=name,
        target=game.target,
    )
    return Reason(text, "P36")


def ranks(trump: Suit | None) -> Ranks:
    """Trumps beat all (P15); within a suit the ace is high (P3)."""
    suits = {suit: tuple(Card(r + suit) for r in DOWN) for suit in SUITS}
    plain = tuple(cards for suit, cards in suits.items() if suit != trump)
    notes = [Reason(msg("Any trump beats any card of another suit."), "P15")]
    if trump is None:
        notes = [Reason(msg("The first card pitched makes its suit trump."), "P14")]
    notes.append(Reason(msg("Without a trump, the highest card of the suit led wins."), "P32"))
    return Ranks(suits.get(trump, ()) if trump is not None else (), plain, tuple(notes))
