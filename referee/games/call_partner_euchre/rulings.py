"""What may go wrong in Euchre for five, and what a revoke costs (REFEREE 2, EA25, EA26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.engine.cards import SUITS
from referee.engine.game import Rule
from referee.engine.message import Message, Said, msg, msgs
from referee.engine.ruled import bar, net
from referee.engine.rulings import Code, Ruling
from referee.engine.score import Line, Reason, Score
from referee.engine.table import Side, Table
from referee.games.call_partner_euchre.play import REVOKE
from referee.tricks import irregularities as common

if TYPE_CHECKING:
    from referee.games.call_partner_euchre.game import CallPartnerEuchre

TRICKS = 5
CALLS: Mapping[str, Said] = {
    "pass": msg("pass"),
    "order": msg("make it trump"),
    **{str(suit): suit for suit in SUITS},
}
ATTACKERS, DEFENDERS = "attackers", "defenders"
CAMPS = (ATTACKERS, DEFENDERS)


def penalty(game: CallPartnerEuchre) -> Message:
    """The hand is awarded (EA25); a value that the table rules on itself is left out."""
    if game.revoke_award == "manual" and game.revoke_award_lone == "manual":
        return msg("After a revoke the table rules on the points itself.")
    if game.revoke_award == "manual":
        return msg(
            "After a revoke the table rules; against or for a lone maker the other side scores "
            "%(lone)s each, or the result if that is better.",
            lone=game.revoke_award_lone,
        )
    if game.revoke_award_lone == "manual":
        return msg(
            "After a revoke the other side scores %(n)s each, or the result if that is better; "
            "with a lone maker the table rules.",
            n=game.revoke_award,
        )
    return msg(
        "A side that revokes scores nothing. The other side scores %(n)s each, %(lone)s with a "
        "lone maker, or the result if that is better.",
        n=game.revoke_award,
        lone=game.revoke_award_lone,
    )


def codes(game: CallPartnerEuchre, table: Table) -> tuple[Code, ...]:
    return (
        common.misdeal(),
        common.revoke(table, REVOKE, penalty(game), TRICKS),
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
        common.wrong_count(table, "forfeit", penalty(game)),
        common.claim(table, TRICKS),
        common.dispute(table),
        common.adjust(table),
    )


def ruled(
    game: CallPartnerEuchre, table: Table, score: Score, rulings: tuple[Ruling, ...]
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
    award = game.revoke_award_lone if lone else game.revoke_award
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


def rules(game: CallPartnerEuchre) -> tuple[Rule, ...]:
    return (
        Rule(REVOKE, penalty(game), common.SECTION),
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
