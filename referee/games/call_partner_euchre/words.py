"""What is asked and refused in Euchre for five."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.engine import (
    SUIT_NAMES,
    SUITS,
    Card,
    CardPicker,
    Message,
    PlayerName,
    Question,
    Refusal,
    Said,
    Seat,
    Suit,
    Table,
    msg,
    msgs,
    seat_labels,
)
from referee.games.call_partner_euchre.house import PACK, TRICKS
from referee.tricks import TrickRules


@dataclass(frozen=True)
class Making:
    """Who made what trump; `turned_down` is the up-card where everybody passed on it."""

    maker: Seat
    trump: Suit
    turned_down: Card | None = None


TRICKS_SUM = Refusal("TRICKS_SUM", "E17", msg("Five tricks are played; not all are entered."))
RESULT_RANGE = Refusal("RESULT_RANGE", "E17", msg("A hand has five tricks."))
CALL_OUT_OF_TURN = Refusal(
    "CALL_OUT_OF_TURN", "E7", msg("The choice goes round from the dealer's left, one each.")
)
SUIT_TURNED_DOWN = Refusal(
    "SUIT_TURNED_DOWN", "E9", msg("That suit was turned down; it cannot be trump in this hand.")
)
DEALER_MUST_CALL = Refusal(
    "DEALER_MUST_CALL", "E11", msg("All others passed: the dealer must name a suit.")
)
CARD_NOT_IN_PACK = Refusal(
    "CARD_NOT_IN_PACK", "E1", msg("The pack has 28 cards, from the eights to the aces.")
)
CALL_NOT_ALLOWED = Refusal(
    "CALL_NOT_ALLOWED", "E13", msg("At this table that card may not be called.")
)
OWN_CARD_CALLED = Refusal(
    "OWN_CARD_CALLED", "E13", msg("At this table the maker may not call a card of their own.")
)
PARTNER_IS_MAKER = Refusal(
    "PARTNER_IS_MAKER", "E13", msg("The maker cannot be the partner: choose “their own card”.")
)
BURIED_HAS_NO_PARTNER = Refusal(
    "BURIED_HAS_NO_PARTNER", "E23", msg("Either one player held the card, or it was buried.")
)


def maker_question(table: Table, stuck: bool) -> Question:
    legal = seat_labels(table.clockwise(table.eldest))
    if not stuck:
        legal["pass"] = msg("All passed: deal again")
    return Question(
        "maker",
        "seat",
        msg("Who made trump?"),
        legal,
        noted=msg("%(answer)s made it"),
        notes={"pass": msg("all passed")},
        refusals={"pass": DEALER_MUST_CALL} if stuck else {},
        short={"pass": msg("Pass")} if stuck else {},
    )


def up_card_question(dealer: Seat, cards: Sequence[Card]) -> Question:
    return Question(
        "upcard",
        "card",
        msg("Which card is turned up?"),
        {c: c for c in cards},
        dealer,
        noted=msg("%(answer)s turned up"),
        otherwise=CARD_NOT_IN_PACK,
        picker=CardPicker(PACK),
    )


def order_question(seat: Seat, up: Card) -> Question:
    who = PlayerName(seat)
    legal: dict[str, Said] = {"pass": msg("Pass"), "order": msg("Make it trump")}
    return Question(
        f"order.{seat}",
        "choice",
        msg("Does %(who)s make %(suit)s trump?", who=who, suit=up.suit),
        legal,
        seat,
        msg("%(card)s is turned up. If it is made, the dealer takes it up.", card=up),
        notes={
            "pass": msg("%(who)s passed", who=who),
            "order": msg("%(who)s made it trump", who=who),
        },
        turn=CALL_OUT_OF_TURN,
    )


def name_question(seat: Seat, turned_down: Suit, stuck: bool) -> Question:
    who = PlayerName(seat)
    legal: dict[str, Said] = {s: s for s in SUITS if s != turned_down}
    refusals = {str(turned_down): SUIT_TURNED_DOWN}
    help = msg("%(suit)s were turned down.", suit=turned_down)
    if stuck:
        refusals["pass"] = DEALER_MUST_CALL
        help = msg("All others passed: the dealer must name a suit.")
    else:
        legal["pass"] = msg("Pass")
    return Question(
        f"name.{seat}",
        "suit",
        msg("Which suit does %(who)s name?", who=who),
        legal,
        seat,
        help,
        msg("%(who)s named %(answer)s", who=who),
        {"pass": msg("%(who)s passed", who=who)},
        refusals=refusals,
        turn=CALL_OUT_OF_TURN,
        short={**SUIT_NAMES, "pass": msg("Pass")},
    )


def marks(trump: Suit) -> dict[Card, Message]:
    """The two high jacks (E6)."""
    high, jick = TrickRules(trump, bowers=True).high_jacks()
    return {high: msg("the top trump"), jick: msg("the jick, a trump")}


def call_question(made: Making, cards: Sequence[Card]) -> Question:
    """Which card the maker calls, or alone (E13, E22)."""
    legal: dict[str, Said] = {c: c for c in cards}
    legal["alone"] = msg("Goes alone")
    help = msg("Whoever holds it is the secret partner. If nobody does, the maker plays alone.")
    if made.turned_down is not None:
        help = msg("%(card)s was turned down: calling it is going alone.", card=made.turned_down)
    return Question(
        "called",
        "card",
        msg("Which card does %(who)s call?", who=PlayerName(made.maker)),
        legal,
        made.maker,
        help,
        msg("%(who)s called %(answer)s", who=PlayerName(made.maker)),
        {"alone": msg("%(who)s goes alone", who=PlayerName(made.maker))},
        refusals={c: CALL_NOT_ALLOWED for c in PACK if c not in cards},
        otherwise=CARD_NOT_IN_PACK,
        picker=CardPicker(PACK, made.trump, marks(made.trump)),
    )


def called_words(called: str) -> Message:
    return msg("alone") if called == "alone" else msg("calls %(card)s", card=Card(called))


def partner_question(maker: Seat, called: Card, seats: Sequence[Seat], own: bool) -> Question:
    legal = seat_labels(seats)
    legal["buried"] = msg("Nobody: it was buried")
    refusals = {str(maker): PARTNER_IS_MAKER}
    own_card = msg("%(who)s: their own card", who=PlayerName(maker))
    if own:
        legal["own"] = own_card
    else:
        refusals["own"] = OWN_CARD_CALLED
    return Question(
        "partner",
        "seat",
        msg("Who held %(card)s?", card=called),
        legal,
        help=msg("After the play: whose card was it?"),
        noted=msg("%(answer)s held the called card"),
        notes={
            "buried": msg("nobody held the called card"),
            "own": msg("%(who)s called a card of their own", who=PlayerName(maker)),
        },
        refusals=refusals,
        otherwise=BURIED_HAS_NO_PARTNER,
        secret=True,
        short={str(maker): PlayerName(maker), "own": own_card},
    )


def turned_down_question(maker: Seat, called: Card) -> Question:
    """The called card lies turned down: everybody knows that nobody held it (EA10)."""
    question = partner_question(maker, called, (), own=False)
    refusals = {str(maker): PARTNER_IS_MAKER}
    return replace(question, refusals=refusals)


def tricks_question(maker: Seat, alone: bool) -> Question:
    """The prompt says `alone` only where all heard it: buried or own are secrets still (EA12)."""
    who = PlayerName(maker)
    prompt = msg("How many tricks did %(who)s and the partner, if any, take?", who=who)
    if alone:
        prompt = msg("How many tricks did %(who)s take alone?", who=who)
    return Question(
        "tricks",
        "number",
        prompt,
        {str(n): n for n in range(TRICKS + 1)},
        notes={
            str(n): msgs("the attackers took %(n)s trick", "the attackers took %(n)s tricks", n)
            for n in range(TRICKS + 1)
        },
        otherwise=RESULT_RANGE,
        missing=TRICKS_SUM,
    )


def partner_roles(maker: Seat, partner: str) -> dict[Seat, Message]:
    return {maker: msg("alone")} if partner == "own" else {Seat(int(partner)): msg("partner")}
