"""What may go wrong in Pitch, and what a revoke costs (REFEREE 2, PA29-PA31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.engine.game import Rule
from referee.engine.message import Message, Said, SideName, msg
from referee.engine.ruled import bar, net
from referee.engine.rulings import Code, Ruling
from referee.engine.score import Line, Reason, Score
from referee.engine.table import Seat, Side, Table
from referee.games.pitch import rules as law
from referee.games.pitch import words
from referee.games.pitch.scoring import POINTS, SMEAR
from referee.tricks import irregularities as common

if TYPE_CHECKING:
    from referee.games.pitch.game import Pitch

TRICKS = 6
REVOKE = "REF-PITCH-REVOKE"
BIDS: Mapping[str, Said] = {
    "pass": msg("pass"),
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "smear": msg("smear"),
}
PENALTIES = {  # PA29
    "amount_bid": msg(
        "A side that revokes scores nothing and loses the amount of the bid; the bidders cannot "
        "be set by a revoke of the others."
    ),
    "set_or_zero": msg(
        "A side that revokes is set if it bid, and otherwise scores nothing; the bidders cannot "
        "be set by a revoke of the others."
    ),
    "manual": msg("After a revoke the table rules on the points itself."),
}
WITHDRAWN = msg("Withdrawn. No points.")
WITHDRAWN_PARTNERS = msg("Withdrawn; %(who)s must pass in this hand. No points.")


def codes(game: Pitch, table: Table) -> tuple[Code, ...]:
    alone = all(len(team) == 1 for team in table.teams)
    exposed = msg("Played at the first legal chance.")
    if alone:
        exposed = msg("Picked up again: no penalty where nobody has a partner.")
    return (
        common.misdeal(),
        common.revoke(table, REVOKE, PENALTIES[game.revoke_penalty], TRICKS),
        common.improper_lead(table, TRICKS),
        common.lead_out_of_turn(table, TRICKS),
        common.bid_out_of_turn(table, BIDS, WITHDRAWN if alone else WITHDRAWN_PARTNERS),
        common.insufficient_bid(
            table,
            BIDS,
            msg("%(who)s bid %(bid)s, which is not enough."),
            msg("Bid higher or pass. No points."),
        ),
        common.exposed_card(table, exposed),
        common.wrong_count(table, "forfeit", PENALTIES[game.revoke_penalty]),
        common.claim(table, TRICKS),
        common.dispute(table),
        common.adjust(table),
    )


def ruled(game: Pitch, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
    """The sides that revoked pay; the bidders are not set by a revoke of the others."""
    counts = Counter(
        table.side(r.seat) for r in rulings if r.effect == "penalty" and r.seat is not None
    )
    if not counts:
        return score
    score = bar(score, tuple(counts))
    guilty = net(counts, table.sides)
    if game.revoke_penalty == "manual":
        return score
    if not guilty:
        both = Reason(msg("As many revokes on every side: they cancel."), common.BOTH)
        return replace(score, story=(*score.story, both))
    bidder = Seat(int(score.facts["bidder"]))
    maker, bid = table.side(bidder), int(score.facts["bid"])
    made = score.facts["made"] == "yes" and maker not in guilty
    lines = [line for line in score.lines if line.side not in guilty]
    if maker not in guilty and not made:
        others = [line for line in lines if line.side != maker]
        lines = [spared(score, maker, bid), *others]
    lines += [line for s in guilty if (line := penalty(game, s, maker, bid)) is not None]
    if maker in guilty:
        headline = msg("%(side)s revoked and went set", side=SideName(maker))
    elif made:
        headline = score.headline
    else:
        headline = msg("%(side)s missed the bid, but the others revoked", side=SideName(maker))
    facts = {**score.facts, "made": "yes" if made else "no"}
    stays = {"P10", "P11", *(("P24", "P27") if made else ())}
    told = [reason for reason in score.story if reason.rule in stays]
    told += [words.kept(line) for line in lines if line.rule in ("P25", "PA23")]
    return replace(score, lines=tuple(lines), headline=headline, facts=facts, story=tuple(told))


def spared(score: Score, maker: Side, bid: int) -> Line:
    """The bidders missed, but others revoked: they keep what they took and are not set."""
    took = [p for p in POINTS if score.facts[p] == str(maker)]
    why = msg(
        "bid %(bid)s not set after a revoke: took %(points)s",
        bid=law.bid_name(bid),
        points=words.point_words(took) or msg("nothing"),
    )
    return Line(maker, len(took), why, REVOKE)


def penalty(game: Pitch, side: Side, maker: Side, bid: int) -> Line | None:
    """What a side that revoked loses (PA29): the bid, or nothing but what it took."""
    if game.revoke_penalty == "set_or_zero" and side != maker:
        return Line(side, 0, msg("revoke: scores nothing"), REVOKE)
    points = SMEAR if bid == SMEAR else bid
    return Line(
        side, -points, msg("revoke: loses the bid of %(bid)s", bid=law.bid_name(bid)), REVOKE
    )


def rules(game: Pitch) -> tuple[Rule, ...]:
    return (
        Rule(REVOKE, PENALTIES[game.revoke_penalty], common.SECTION),
        *common.RULES,
        *common.bidding_rules(
            msg(
                "A bid out of turn stands if the next player has spoken; otherwise it is "
                "withdrawn, and with partners that player passes in this hand. No points."
            ),
            msg("A bid that is too low is made higher, or is a pass. No points."),
        ),
        Rule("REF-WRONG-COUNT", wrong_count(game), common.SECTION),
    )


def wrong_count(game: Pitch) -> Message:
    if game.revoke_penalty == "manual":
        return msg("Who plays with the wrong number of cards: the table rules on the points.")
    return msg("Who plays with the wrong number of cards by their own fault pays as for a revoke.")
