"""The words of Euchre for five: numbered rules, house-rule values, refusals, questions, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.engine.asking import seat_labels
from referee.engine.cards import SUITS, Card, Suit
from referee.engine.errors import Refusal
from referee.engine.game import Rule
from referee.engine.match import highest
from referee.engine.message import Message, PlayerName, Said, SideName, msg, msgs
from referee.engine.question import Question
from referee.engine.score import Line, Outcome, Reason, Score
from referee.engine.table import Seat, Side, Table

if TYPE_CHECKING:
    from referee.games.call_partner_euchre import CallPartnerEuchre, Making

TRICKS = 5
NEEDED = 3  # tricks that win the hand (E18, E20)

# -- house-rule values, the default first --------------------------------------------------

YES_NO: Mapping[bool, Said] = {True: msg("yes"), False: msg("no, deal again")}
TARGET: Mapping[int, Said] = {10: 10, 5: 5, 7: 7, 11: 11, 15: 15}
CALL_RULE: Mapping[str, Said] = {
    "any": msg("any card"),
    "non_trump": msg("no trumps"),
    "ace": msg("aces only"),
}
CALL_TIMING: Mapping[str, Said] = {
    "after_discard": msg("after the dealer's discard"),
    "with_order": msg("with the call of trump"),
}
OWN_CARD: Mapping[str, Said] = {
    "alone": msg("plays alone, in secret"),
    "forbidden": msg("is not allowed"),
}
TIE_RULE: Mapping[str, Said] = {
    "highest_then_shared": msg("the highest; equals share"),
    "maker_first": msg("the maker first"),
    "play_on": msg("play on until one leads"),
    "shared_all": msg("all of them share"),
}
BY_HAND = msg("the table rules")
AWARD: Mapping[str, Said] = {"2": 2, "3": 3, "manual": BY_HAND}
AWARD_LONE: Mapping[str, Said] = {"4": 4, "5": 5, "manual": BY_HAND}
MISDEAL: Mapping[str, Said] = {
    "same_dealer": msg("the same dealer deals"),
    "deal_passes": msg("the deal passes"),
}

# -- refusals --------------------------------------------------------------------------------

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

# -- questions -------------------------------------------------------------------------------


def maker_question(table: Table, stuck: bool) -> Question:
    legal = seat_labels(table.clockwise(table.eldest))
    if not stuck:
        legal["pass"] = msg("All passed: deal again")
    return Question("maker", "seat", msg("Who made trump?"), legal, noted=msg("%(answer)s made it"))


def up_card_question(dealer: Seat, cards: Sequence[Card]) -> Question:
    return Question(
        "upcard",
        "card",
        msg("Which card is turned up?"),
        {c: c for c in cards},
        dealer,
        noted=msg("%(answer)s turned up"),
        otherwise=CARD_NOT_IN_PACK,
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
        msg("%(who)s: %(answer)s", who=who),
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
        msg("%(who)s: %(answer)s", who=who),
        refusals=refusals,
        turn=CALL_OUT_OF_TURN,
    )


def picker(trump: Suit | None, prompt: Message) -> Question:
    """The look of the card picker."""
    return Question(
        "",
        "card",
        prompt,
        {},
        trump=trump,
        bowers=True,
        otherwise=CARD_NOT_IN_PACK,
        missing=TRICKS_SUM,
    )


def call_question(made: Making, cards: Sequence[Card]) -> Question:
    """Which card the maker calls, or alone (E13, E22)."""
    from referee.games.call_partner_euchre import PACK

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
        msg("called: %(answer)s"),
        refusals={c: CALL_NOT_ALLOWED for c in PACK if c not in cards},
        otherwise=CARD_NOT_IN_PACK,
        trump=made.trump,
        bowers=True,
    )


def called_words(called: str) -> Message:
    return msg("alone") if called == "alone" else msg("calls %(card)s", card=Card(called))


def partner_question(maker: Seat, called: Card, seats: Sequence[Seat], own: bool) -> Question:
    legal = seat_labels(seats)
    legal["buried"] = msg("Nobody: it was buried")
    refusals = {str(maker): PARTNER_IS_MAKER}
    if own:
        legal["own"] = msg("%(who)s: their own card", who=PlayerName(maker))
    else:
        refusals["own"] = OWN_CARD_CALLED
    return Question(
        "partner",
        "seat",
        msg("Who held %(card)s?", card=called),
        legal,
        help=msg("After the play: whose card was it?"),
        noted=msg("partner: %(answer)s"),
        refusals=refusals,
        otherwise=BURIED_HAS_NO_PARTNER,
        secret=True,
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
        noted=msg("tricks: %(answer)s"),
        otherwise=RESULT_RANGE,
        missing=TRICKS_SUM,
    )


def partner_roles(maker: Seat, partner: str) -> dict[Seat, Message]:
    return {maker: msg("alone")} if partner == "own" else {Seat(int(partner)): msg("partner")}


# -- reasons ---------------------------------------------------------------------------------


def score(
    game: CallPartnerEuchre,
    table: Table,
    trump: Suit,
    maker: Seat,
    called: str,
    partner: str,
    taken: int,
) -> Score:
    """Each attacker or each defender scores by the attackers' tricks (E18-E23, EA13-EA18)."""
    lone = not partner.isdecimal()
    attackers = (maker,) if lone else (maker, Seat(int(partner)))
    if taken == TRICKS:
        won, rule = (game.lone_march if lone else game.march), "E19"
    elif taken >= NEEDED:
        won, rule = 1, "E18"
    elif taken > 0:
        won, rule = 2, "E20"
    else:
        won, rule = game.defenders_sweep, "E21"
    made = taken >= NEEDED
    why = (
        msg("attackers took %(n)s", n=taken)
        if made
        else msg("defenders took %(n)s", n=TRICKS - taken)
    )
    lines = tuple(
        Line(Side(seat), won, why, rule) for seat in table.seats if (seat in attackers) == made
    )
    roles = {seat: msg("defended") for seat in table.seats} | {maker: msg("alone")}
    if not lone:
        roles |= {maker: msg("called"), Seat(int(partner)): msg("partner")}
    facts = {
        "maker": str(maker),
        "trump": trump,
        "called": called,
        "partner": partner,
        "tricks": str(taken),
        "made": "yes" if made else "no",
    }
    summary = (
        msg("%(who)s alone", who=PlayerName(maker))
        if called == "alone"
        else msg("%(who)s", who=PlayerName(maker))
    )
    return Score(
        lines,
        headline(made, taken, lone),
        story(maker, called, partner, taken, won, rule),
        summary,
        roles,
        facts,
    )


def headline(made: bool, taken: int, lone: bool) -> Message:
    if not made:
        return msg("The defenders set the maker") if lone else msg("The defenders set them")
    if taken == TRICKS:
        return msg("A march, alone") if lone else msg("A march")
    return msg("The maker made it alone") if lone else msg("The attackers made it")


def story(
    maker: Seat, called: str, partner: str, taken: int, won: int, rule: str
) -> tuple[Reason, ...]:
    """*Why this score*: who was with whom, the tricks, and what they are worth."""
    who = PlayerName(maker)
    if called == "alone":
        who_with_whom = Reason(msg("%(who)s went alone.", who=who), "E22")
    elif partner == "buried":
        text = msg("%(who)s called %(card)s, which was buried: alone.", who=who, card=Card(called))
        who_with_whom = Reason(text, "E23")
    elif partner == "own":
        text = msg(
            "%(who)s called %(card)s from their own hand: alone.", who=who, card=Card(called)
        )
        who_with_whom = Reason(text, "EA7")
    else:
        text = msg(
            "%(who)s called %(card)s, and %(partner)s held it.",
            who=who,
            card=Card(called),
            partner=PlayerName(Seat(int(partner))),
        )
        who_with_whom = Reason(text, "E13")
    lone = not partner.isdecimal()
    if lone:
        text = msg("The maker took %(n)s of 5 tricks; 3 are needed.", n=taken)
    else:
        text = msg("Together they took %(n)s of 5 tricks; 3 are needed.", n=taken)
    if taken >= NEEDED and lone:
        worth = msgs(
            "The lone maker scores %(n)s point.", "The lone maker scores %(n)s points.", won
        )
    elif taken >= NEEDED:
        worth = msgs("Attackers score %(n)s point each.", "Attackers score %(n)s points each.", won)
    else:
        worth = msgs("Defenders score %(n)s point each.", "Defenders score %(n)s points each.", won)
    return (who_with_whom, Reason(text, "E18"), Reason(worth, rule))


def redealt() -> Score:
    """EA4: everybody passed twice; nothing scores and the deal passes."""
    reason = Reason(msg("Everybody passed. The deal passes to the left."), "EA4")
    return Score((), msg("All passed"), (reason,), msg("all passed"), scored=False)


def outcome(tie_rule: str, there: Mapping[Side, int], score: Score) -> Outcome | None:
    """EA19: who wins where one or several have reached the target."""
    maker = Side(int(score.facts.get("maker", "-1")))
    best = highest(there)
    if tie_rule == "shared_all":
        winners = tuple(there)
    elif tie_rule == "maker_first" and maker in there:
        winners = (maker,)
    elif tie_rule == "play_on" and len(best) > 1:
        return None
    else:
        winners = best
    names = tuple(SideName(s) for s in winners)
    text = msg("%(side)s reached %(total)s.", side=names, total=there[winners[0]])
    told = [Reason(text, "E4")]
    if len(there) > 1:
        told.append(Reason(TIE_WORDS[tie_rule], "EA19"))
    return Outcome(winners, msg("%(side)s won", side=names), tuple(told))


TIE_WORDS = {
    "highest_then_shared": msg("Several were there at once: the highest total wins, equals share."),
    "maker_first": msg("Several were there at once: the maker comes first, then the highest."),
    "play_on": msg("Several were there at once: the one who leads alone wins."),
    "shared_all": msg("Several were there at once: all of them share the win."),
}


# -- the numbered rules ------------------------------------------------------------------------

RULES = (
    Rule("E1", msg("Five players, 28 cards: eights to aces.")),
    Rule("E2", msg("Each is dealt five cards, in packets of two and three.")),
    Rule("E3", msg("The top card of the three left over is turned up.")),
    Rule("E4", msg("Win tricks, and be the first to the target.")),
    Rule("E5", msg("Before there is a trump, aces are high and eights low.")),
    Rule(
        "E6",
        msg(
            "The jack of trumps is highest. The other jack of its colour, the left bower or jick, "
            "is a trump too, and second highest."
        ),
    ),
    Rule("E7", msg("From the dealer's left, each may make the turned-up suit trump, or pass.")),
    Rule("E8", msg("If it is made, the dealer takes up the card and puts one down.")),
    Rule("E9", msg("If all pass it is turned down, and that suit cannot be trump.")),
    Rule("E10", msg("Then each may name another suit, or pass.")),
    Rule("E11", msg("If nobody else does, the dealer must name a suit.")),
    Rule("E12", msg("Whoever fixes trump is the maker.")),
    Rule("E13", msg("The maker calls a card. Whoever holds it is the partner and says nothing.")),
    Rule("E14", msg("The others learn who it is when that card is played.")),
    Rule("E15", msg("The player on the dealer's left leads. Follow suit if you can.")),
    Rule("E16", msg("The highest trump wins; without one, the highest card of the suit led.")),
    Rule("E17", msg("The winner of a trick leads to the next; there are five.")),
    Rule("E18", msg("Attackers with three or four tricks: one point each.")),
    Rule("E19", msg("Attackers with all five tricks: two points each.")),
    Rule("E20", msg("Defenders with three or four tricks: two points each.")),
    Rule("E21", msg("Defenders with all five tricks: four points each.")),
    Rule("E22", msg("The maker may call nobody and play alone.")),
    Rule("E23", msg("The maker plays alone where the called card is buried.")),
    Rule("MISDEAL", msg("A misdeal scores nothing.")),
)
