"""What is needed in Euchre for five, and what beats what with its two high jacks."""

from __future__ import annotations

from referee.engine import (
    SUITS,
    Card,
    Hand,
    PlayerName,
    Ranks,
    Reason,
    Seat,
    SideName,
    Suit,
    Table,
    msg,
    msgs,
    pack,
)
from referee.games.call_partner_euchre.house import CallPartnerEuchreHouse
from referee.tricks import TrickRules


def needs(house: CallPartnerEuchreHouse, table: Table, hand: Hand) -> tuple[Reason, ...]:
    """Tricks that make it, and points to the target; who the partner is, is not told here."""
    told: list[Reason] = []
    maker = hand.facts.get("maker", "pass")
    if maker != "pass":
        who = PlayerName(Seat(int(maker)))
        text = msg("%(who)s and the partner, if any, need three of the five tricks.", who=who)
        if hand.answers().get("called") == "alone":
            text = msg("%(who)s needs three of the five tricks, alone.", who=who)
        told.append(Reason(text, "E18"))
        if hand.board is not None and hand.board.camps and hand.score is None:
            (_, attack), (_, defend) = hand.board.camps
            so_far = msg("Attackers have %(a)s tricks, defenders %(b)s.", a=attack, b=defend)
            told.append(Reason(so_far, "E18"))
    for side in table.sides:
        text = msgs(
            "%(side)s needs %(n)s point to reach %(target)s.",
            "%(side)s needs %(n)s points to reach %(target)s.",
            max(house.target - table.total(side), 0),
            side=SideName(side),
            target=house.target,
        )
        told.append(Reason(text, "E4"))
    return tuple(told)


def ranks(trump: Suit | None) -> Ranks:
    """The bowers are the two highest trumps, the left one out of the other suit (E6)."""
    if trump is None:
        plain = tuple(tuple(c for c in reversed(pack("8")) if c.suit == s) for s in SUITS)
        high = Reason(msg("Before there is a trump, aces are high and eights low."), "E5")
        return Ranks((), plain, (high,))
    rules = TrickRules(trump, bowers=True)

    def down(suit: Suit) -> tuple[Card, ...]:
        cards = [c for c in pack("8") if rules.suit(c) == suit]
        return tuple(sorted(cards, key=rules.rank, reverse=True))

    trumps = down(trump)
    text = msg(
        "%(right)s, the right bower, is highest; %(left)s, the left bower, counts as a trump.",
        right=trumps[0],
        left=trumps[1],
    )
    notes = (
        Reason(text, "E6"),
        Reason(msg("Without a trump, the highest card of the suit led wins."), "E16"),
    )
    return Ranks(trumps, tuple(down(suit) for suit in SUITS if suit != trump), notes)
