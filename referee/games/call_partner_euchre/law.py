"""The numbered rules of Euchre for five, what may go wrong, and its cost (EA25, EA26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from referee.engine import (
    SUITS,
    Code,
    Line,
    Message,
    Reason,
    Rule,
    Ruling,
    Said,
    Score,
    Side,
    Table,
    adjust,
    bar,
    dispute,
    misdeal,
    msg,
    msgs,
    net,
)
from referee.games.call_partner_euchre.house import TRICKS, CallPartnerEuchreHouse
from referee.tricks import irregularities as common

CALLED = {
    "any": msg("The maker calls a card. Whoever holds it is the partner and says nothing."),
    "non_trump": msg(
        "The maker calls a card that is no trump. Whoever holds it is the partner and says nothing."
    ),
    "ace": msg("The maker calls an ace. Whoever holds it is the partner and says nothing."),
}


def numbered(house: CallPartnerEuchreHouse) -> tuple[Rule, ...]:
    """The numbered rules; what the house has changed is said as the house has it."""
    redeal = msg("If nobody does, nothing scores and the next player deals.")
    said = {
        "E13": CALLED[house.call_rule],
        "E19": msg("Attackers with all five tricks: %(n)s points each.", n=house.march),
        "E21": msg("Defenders with all five tricks: %(n)s points each.", n=house.defenders_sweep),
        "E22": msg(
            "The maker may call nobody and play alone: all five tricks are worth %(n)s then.",
            n=house.lone_march,
        ),
    } | ({} if house.stick_the_dealer else {"E11": redeal})
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
REVOKE = "REF-EUCHRE-REVOKE"
CALLS: Mapping[str, Said] = {
    "pass": msg("pass"),
    "order": msg("make it trump"),
    **{str(suit): suit for suit in SUITS},
}
ATTACKERS, DEFENDERS = "attackers", "defenders"
CAMPS = (ATTACKERS, DEFENDERS)


def penalty(house: CallPartnerEuchreHouse) -> Message:
    """The hand is awarded (EA25); a value that the table rules on itself is left out."""
    if house.revoke_award == "manual" and house.revoke_award_lone == "manual":
        return msg("After a revoke the table rules on the points itself.")
    if house.revoke_award == "manual":
        return msg(
            "After a revoke the table rules; against or for a lone maker the other side scores "
            "%(lone)s each, or the result if that is better.",
            lone=house.revoke_award_lone,
        )
    if house.revoke_award_lone == "manual":
        return msg(
            "After a revoke the other side scores %(n)s each, or the result if that is better; "
            "with a lone maker the table rules.",
            n=house.revoke_award,
        )
    return msg(
        "A side that revokes scores nothing. The other side scores %(n)s each, %(lone)s with a "
        "lone maker, or the result if that is better.",
        n=house.revoke_award,
        lone=house.revoke_award_lone,
    )


def codes(house: CallPartnerEuchreHouse, table: Table) -> tuple[Code, ...]:
    return (
        misdeal(),
        common.revoke(table, REVOKE, penalty(house), TRICKS),
        common.lead_out_of_turn(table, TRICKS),
        common.bid_out_of_turn(table, CALLS, msg("Withdrawn, with a warning. No points.")),
        common.insufficient_bid(
            table,
            CALLS,
            msg("%(who)s said what is not allowed: %(bid)s."),
            msg("Another suit is named, or pass. No points."),
        ),
        common.exposed_card(
            table, msg("Picked up again: no penalty while the partner is not known.")
        ),
        common.wrong_count(table, "forfeit", penalty(house)),
        common.claim(table, TRICKS),
        dispute(table),
        adjust(table),
    )


def ruled(
    house: CallPartnerEuchreHouse, table: Table, score: Score, rulings: tuple[Ruling, ...]
) -> Score:
    """The hand goes to the innocent side: the award each, or the result if that is better."""
    maker, partner = score.facts["maker"], score.facts["partner"]
    attack = {Side(int(seat)) for seat in (maker, partner) if seat.isdecimal()}
    members = {
        ATTACKERS: sorted(attack),
        DEFENDERS: [side for side in table.sides if side not in attack],
    }
    counts = Counter(
        ATTACKERS if table.side(r.seat) in attack else DEFENDERS
        for r in rulings
        if r.effect == "penalty" and r.seat is not None
    )
    if not counts:
        return score
    score = bar(score, [side for camp in counts for side in members[camp]])
    guilty = net(counts, CAMPS)
    if not guilty:
        both = Reason(msg("As many revokes on both sides: they cancel."), common.BOTH)
        return replace(score, story=(*score.story, both))
    lone = not partner.isdecimal()
    award = house.revoke_award_lone if lone else house.revoke_award
    if award == "manual":
        return score
    innocent = ATTACKERS if DEFENDERS in guilty else DEFENDERS
    lines = tuple(awarded(score, side, int(award)) for side in members[innocent])
    made = innocent == ATTACKERS
    headline = msg("Revoke: the hand goes to the defenders")
    if made:
        headline = msg("Revoke: the hand goes to the attackers")
        if lone:
            headline = msg("Revoke: the hand goes to the lone maker")
    won = lines[0].points
    worth = msgs("They score %(n)s point each.", "They score %(n)s points each.", won)
    told = (*score.story[:2], Reason(worth, lines[0].rule))
    facts = {**score.facts, "made": "yes" if made else "no"}
    return replace(score, lines=lines, headline=headline, story=told, facts=facts)


def awarded(score: Score, side: Side, award: int) -> Line:
    """The result as it was played where that is better than the award."""
    played = next((line for line in score.lines if line.side == side), None)
    if played is not None and played.points > award:
        return played
    return Line(side, award, msg("the others revoked"), REVOKE)


def rules(house: CallPartnerEuchreHouse) -> tuple[Rule, ...]:
    return (
        Rule(REVOKE, penalty(house), common.SECTION),
        *common.RULES,
        *common.bidding_rules(
            msg(
                "A call out of turn stands if the next player has spoken; otherwise it is "
                "withdrawn with a warning. No points."
            ),
            msg("Who names the suit that was turned down names another, or passes."),
        ),
        Rule(
            "REF-WRONG-COUNT",
            msg(
                "Who plays with the wrong number of cards by their own fault pays as for a revoke."
            ),
            common.SECTION,
        ),
    )
