"""The numbered rules of Pitch, what may go wrong, and what that costs (REFEREE 2, PA29-PA31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from referee.engine import (
    Choice,
    Code,
    Line,
    Message,
    Reason,
    Rule,
    Ruling,
    Said,
    Score,
    Seat,
    Side,
    SideName,
    Table,
    adjust,
    bar,
    dispute,
    misdeal,
    msg,
    net,
)
from referee.games.pitch import reasons, words
from referee.games.pitch.house import POINTS, SMEAR, TRICKS, PitchHouse
from referee.tricks import irregularities as common

NO_STEAL = msg("The dealer must bid higher, like everybody else.")
STEALS = {  # whether the dealer may steal a bid, a four, a smear
    (True, True, True): msg("The dealer may steal the bid by bidding the same."),
    (True, True, False): msg("The dealer may steal any bid but a smear by bidding the same."),
    (True, False, True): msg("The dealer may steal any bid but a four by bidding the same."),
    (True, False, False): msg("The dealer may steal a bid below four by bidding the same."),
    (False, True, True): NO_STEAL,
    (False, True, False): NO_STEAL,
    (False, False, True): NO_STEAL,
    (False, False, False): NO_STEAL,
}
LEADS = {
    "trump_if_held": msg("The winner of a trick leads to the next: a trump, if they have one."),
    "any": msg("The winner of a trick leads any card to the next."),
}
GOES_OUT = {
    "bid_out": msg("The first side at %(n)s wins, but only on a hand in which it makes its bid."),
    "bidder_first": msg("The first side at %(n)s wins; a side that makes its bid comes first."),
    "highest": msg("The first side at %(n)s wins; of several, the highest. Equal: play on."),
    "count_order": msg(
        "The first side at %(n)s wins; High, Low, Jack and Game are counted in that order."
    ),
}


def numbered(house: PitchHouse) -> tuple[Rule, ...]:
    """The numbered rules; what the house has changed is said as the house has it."""
    forced = msg("When all others pass, the dealer must bid at least %(n)s.", n=house.forced_min)
    redeal = msg("When everybody passes, nothing scores and the next player deals.")
    smear = msg("A smear is a bid of five: every trick and every point.")
    all_points = msg("A smear must win all six tricks and High, Low, Jack and Game.")
    all_out = msg("A smear must win all six tricks and every point; the jack only if it is out.")
    said = {
        "P10": forced if house.all_pass == "dealer_forced" else redeal,
        "P11": STEALS[house.dealer_steal, house.dealer_steal_four, house.dealer_steal_smear],
        "P12": msg("Bids run from %(low)s to four.", low=house.min_bid),
        "P18": smear if house.smear else msg("This table plays without the smear."),
        "P27": all_points if house.smear_needs_jack else all_out,
        "P33": LEADS[house.lead_rule],
        "P36": GOES_OUT[house.win_rule].with_params(n=house.target),
    }
    return tuple(
        Rule(rule.number, said.get(rule.number, rule.text))
        for rule in RULES
        if rule.number != "P37" or house.win_rule == "bid_out"
    )


RULES = (
    Rule("P2", msg("Best with four players; two to seven can play.")),
    Rule("P3", msg("One pack of 52 cards; the ace is high.")),
    Rule("P4", msg("Cut for the first deal: the highest card deals.")),
    Rule("P5", msg("Six players are dealt eight cards each, eldest hand first; others six.")),
    Rule("P6", msg("Partners sit opposite each other.")),
    Rule("P7", msg("With eight cards: trump is named, then everybody discards two.")),
    Rule("P8", msg("Everybody has one bid, eldest hand first.")),
    Rule("P9", msg("Each bid must be higher than the one before; anybody may pass.")),
    Rule("P10", msg("When all others pass, the dealer must bid at least two.")),
    Rule("P11", msg("The dealer may steal the bid by bidding the same.")),
    Rule("P12", msg("Bids run from one to four.")),
    Rule("P13", msg("Whoever won the bid plays first: this is called pitching.")),
    Rule("P14", msg("The suit of the pitched card is trump.")),
    Rule("P15", msg("Any trump beats any card of another suit.")),
    Rule("P18", msg("A smear is a bid of five: every trick and every point.")),
    Rule("P19", msg("High, Low, Jack and Game are worth a point each.")),
    Rule("P20", msg("High is the highest trump played, Low the lowest, Jack the jack of trumps.")),
    Rule("P21", msg("Game goes to the side whose cards add up to most.")),
    Rule("P22", msg("For Game: ten 10, ace 4, king 3, queen 2, jack 1; 80 in the pack.")),
    Rule("P24", msg("A side that makes its bid scores all it took.")),
    Rule("P25", msg("The others score whatever they took.")),
    Rule("P26", msg("A side that misses its bid is set: it loses the number that it bid.")),
    Rule("P27", msg("A smear must win all six tricks and High, Low, Jack and Game.")),
    Rule("P28", msg("A lost smear costs five.")),
    Rule("P29", msg("Scores may go below zero.")),
    Rule("P30", msg("When trump is led, play a trump if you have one, else any card.")),
    Rule("P31", msg("The highest trump wins the trick.")),
    Rule("P32", msg("Without a trump, the highest card of the suit led wins.")),
    Rule("P33", msg("The winner of a trick leads to the next.")),
    Rule("P34", msg("Follow the suit that is led.")),
    Rule("P35", msg("A trump may be played at any time, even if you could follow.")),
    Rule(
        "P36",
        msg("The match goes to the target; only a side that makes its bid in the hand can win it."),
    ),
    Rule("P37", msg("So the winners may have fewer points than another side.")),
)
REVOKE = "REF-PITCH-REVOKE"
SAID: Mapping[str, Said] = {
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


def codes(house: PitchHouse, table: Table) -> tuple[Code, ...]:
    alone = all(len(team) == 1 for team in table.teams)
    exposed = msg("Played at the first legal chance.")
    if alone:
        exposed = msg("Picked up again: no penalty where nobody has a partner.")
    return (
        misdeal(),
        common.revoke(table, REVOKE, PENALTIES[house.revoke_penalty], TRICKS),
        improper_lead(table),
        common.lead_out_of_turn(table, TRICKS),
        common.bid_out_of_turn(table, SAID, WITHDRAWN if alone else WITHDRAWN_PARTNERS),
        common.insufficient_bid(
            table,
            SAID,
            msg("%(who)s bid %(bid)s, which is not enough."),
            msg("Bid higher or pass. No points."),
        ),
        common.exposed_card(table, exposed),
        common.wrong_count(table, "forfeit", PENALTIES[house.revoke_penalty]),
        common.claim(table, TRICKS),
        dispute(table),
        adjust(table),
    )


def improper_lead(table: Table) -> Code:
    """P33: a plain card led by one who holds a trump is no revoke."""
    code = common.lead_out_of_turn(table, TRICKS)
    facts = msg("%(who)s led a plain suit to trick %(trick)s, holding a trump.")
    back = msg("The trick was not complete: taken back, and a trump is led.")
    stands = msg("The trick was complete: the lead stands, and costs nothing.")
    return replace(
        code,
        name="LEAD_NOT_TRUMP",
        title=msg("Improper lead"),
        rule="P33",
        facts=facts,
        facts_in_trick=facts,
        choices={
            "stands": Choice(msg("it stands"), stands),
            "taken_back": Choice(msg("taken back"), back),
        },
    )


def spared(score: Score, maker: Side, bid: int) -> Line:
    """The bidders missed, but others revoked: they keep what they took and are not set."""
    took = [p for p in POINTS if score.facts[p] == str(maker)]
    why = msg(
        "bid %(bid)s not set after a revoke: took %(points)s",
        bid=words.bid_name(bid),
        points=reasons.point_words(took) or msg("nothing"),
    )
    return Line(maker, len(took), why, REVOKE)


def penalty(house: PitchHouse, side: Side, maker: Side, bid: int) -> Line | None:
    """What a side that revoked loses (PA29): the bid, or nothing but what it took."""
    if house.revoke_penalty == "set_or_zero" and side != maker:
        return Line(side, 0, msg("revoke: scores nothing"), REVOKE)
    points = SMEAR if bid == SMEAR else bid
    return Line(
        side, -points, msg("revoke: loses the bid of %(bid)s", bid=words.bid_name(bid)), REVOKE
    )


def wrong_count(house: PitchHouse) -> Message:
    if house.revoke_penalty == "manual":
        return msg("Who plays with the wrong number of cards: the table rules on the points.")
    return msg("Who plays with the wrong number of cards by their own fault pays as for a revoke.")


def ruled(house: PitchHouse, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
    """The sides that revoked pay; the bidders are not set by a revoke of the others."""
    counts = Counter(
        table.side(r.seat) for r in rulings if r.effect == "penalty" and r.seat is not None
    )
    if not counts:
        return score
    score = bar(score, tuple(counts))
    guilty = net(counts, table.sides)
    if house.revoke_penalty == "manual":
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
    lines += [line for s in guilty if (line := penalty(house, s, maker, bid)) is not None]
    if maker in guilty:
        headline = msg("%(side)s revoked and went set", side=SideName(maker))
    elif made:
        headline = score.headline
    else:
        headline = msg("%(side)s missed the bid, but the others revoked", side=SideName(maker))
    facts = {**score.facts, "made": "yes" if made else "no"}
    stays = {"P10", "P11", *(("P24", "P27") if made else ())}
    told = [reason for reason in score.story if reason.rule in stays]
    told += [reasons.kept(line) for line in lines if line.rule in ("P25", "PA23")]
    return replace(score, lines=tuple(lines), headline=headline, facts=facts, story=tuple(told))


def rules(house: PitchHouse) -> tuple[Rule, ...]:
    return (
        Rule(REVOKE, PENALTIES[house.revoke_penalty], common.SECTION),
        *common.RULES,
        *common.bidding_rules(
            msg(
                "A bid out of turn stands if the next player has spoken; otherwise it is "
                "withdrawn, and with partners that player passes in this hand. No points."
            ),
            msg("A bid that is too low is made higher, or is a pass. No points."),
        ),
        Rule("REF-WRONG-COUNT", wrong_count(house), common.SECTION),
    )
