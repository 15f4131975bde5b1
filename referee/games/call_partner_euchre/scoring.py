"""Scoring of Euchre for five: each attacker or each defender scores, and who reaches the target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.engine.cards import Card, Suit
from referee.engine.game import Rule
from referee.engine.message import Message, PlayerName, SideName, msg, msgs
from referee.engine.score import Line, Outcome, Reason, Score, highest
from referee.engine.table import Seat, Side, Table
from referee.games.call_partner_euchre.rules import TRICKS

if TYPE_CHECKING:
    from referee.games.call_partner_euchre.game import CallPartnerEuchre

NEEDED = 3  # tricks that win the hand (E18, E20)


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


# -- the numbered rules, as played under the house rules ----------------------------------------

CALLS = {
    "any": msg("The maker calls a card. Whoever holds it is the partner and says nothing."),
    "non_trump": msg(
        "The maker calls a card that is no trump. Whoever holds it is the partner and says nothing."
    ),
    "ace": msg("The maker calls an ace. Whoever holds it is the partner and says nothing."),
}


def rules(game: CallPartnerEuchre) -> tuple[Rule, ...]:
    """The numbered rules; what the house has changed is said as the house has it."""
    redeal = msg("If nobody does, nothing scores and the next player deals.")
    said = {
        "E13": CALLS[game.call_rule],
        "E19": msg("Attackers with all five tricks: %(n)s points each.", n=game.march),
        "E21": msg("Defenders with all five tricks: %(n)s points each.", n=game.defenders_sweep),
        "E22": msg(
            "The maker may call nobody and play alone: all five tricks are worth %(n)s then.",
            n=game.lone_march,
        ),
    } | ({} if game.stick_the_dealer else {"E11": redeal})
    return tuple(Rule(rule.number, said.get(rule.number, rule.text)) for rule in RULES)


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
)
