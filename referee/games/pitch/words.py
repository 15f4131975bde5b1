"""What is said of a score in Pitch: reasons, the end, and the numbered rules as played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.engine.game import Rule
from referee.engine.message import Message, PlayerName, Said, SideName, msg
from referee.engine.score import Line, Outcome, Reason, Score
from referee.engine.table import Seat, Side
from referee.games.pitch import rules as law
from referee.games.pitch.rules import SMEAR

if TYPE_CHECKING:
    from referee.games.pitch.game import Pitch

# -- reasons ---------------------------------------------------------------------------------

WORDS: Mapping[str, Message] = {
    "high": msg("high"),
    "low": msg("low"),
    "jack": msg("jack"),
    "game": msg("game"),
    "sweep": msg("sweep"),
}


def point_words(points: Sequence[str]) -> tuple[Said, ...]:
    return tuple(WORDS[p] for p in points)


def maker_line(side: Side, bid: int, made: bool, points: int, took: tuple[Said, ...]) -> Line:
    """The bidders' line of the sheet: all they took, or minus the bid."""
    if bid == SMEAR:
        if made:
            return Line(side, SMEAR, msg("smear made: %(points)s", points=took), "P27")
        lost = (
            msg("smear set: took %(points)s", points=took)
            if took
            else msg("smear set: took nothing")
        )
        return Line(side, -SMEAR, lost, "P28")
    if made:
        return Line(side, points, msg("bid %(bid)s made: %(points)s", bid=bid, points=took), "P24")
    if took:
        return Line(
            side, -bid, msg("bid %(bid)s set: took %(points)s", bid=bid, points=took), "P26"
        )
    return Line(side, -bid, msg("bid %(bid)s set: took nothing", bid=bid), "P26")


def headline(side: Side, bid: int, made: bool) -> Message:
    if bid == SMEAR:
        if made:
            return msg("%(side)s made the smear", side=SideName(side))
        return msg("%(side)s lost the smear", side=SideName(side))
    if made:
        return msg("%(side)s made the bid", side=SideName(side))
    return msg("%(side)s went set", side=SideName(side))


def summary(bidder: Seat, bid: int) -> Message:
    return msg("%(who)s %(bid)s", who=PlayerName(bidder), bid=law.bid_name(bid))


def story(
    maker: Side, bid: int, how: str, made: bool, took: tuple[Said, ...], lines: Sequence[Line]
) -> tuple[Reason, ...]:
    """*Why this score*: each line in a sentence."""
    side, points = SideName(maker), took or msg("nothing")
    told: list[Reason] = []
    if how == "forced":
        told.append(Reason(msg("All passed, so the dealer had to bid."), "P10"))
    if how == "stolen":
        told.append(Reason(msg("The dealer stole the bid by bidding the same."), "P11"))
    if bid == SMEAR and made:
        told.append(
            Reason(msg("%(side)s bid a smear and took everything: plus 5.", side=side), "P27")
        )
    elif bid == SMEAR:
        text = msg(
            "%(side)s bid a smear, which needs all six tricks and all four points: minus 5.",
            side=side,
        )
        told.append(Reason(text, "P28"))
    elif made:
        text = msg(
            "%(side)s bid %(bid)s and took %(points)s: all of it counts.",
            side=side,
            bid=bid,
            points=points,
        )
        told.append(Reason(text, "P24"))
    else:
        text = msg(
            "%(side)s bid %(bid)s and took %(points)s: set, minus %(bid)s.",
            side=side,
            bid=bid,
            points=points,
        )
        told.append(Reason(text, "P26"))
    return (*told, *(kept(line) for line in lines[1:]))


def kept(line: Line) -> Reason:
    """The others score whatever they took (P25)."""
    text = msg(
        "%(side)s kept what they took: %(points)s.", side=SideName(line.side), points=line.why
    )
    return Reason(text, line.rule)


def redealt() -> Score:
    """PA7: all passed, nothing scores and the deal passes."""
    reason = Reason(msg("Everybody passed. The deal passes to the left."), "PA7")
    return Score((), msg("All passed"), (reason,), msg("all passed"), scored=False)


# -- the end ---------------------------------------------------------------------------------


def goes_out(win_rule: str, winner: Side, totals: Mapping[Side, int]) -> Outcome:
    side, total = SideName(winner), totals[winner]
    more = [s for s, t in totals.items() if t > total]
    if win_rule == "bid_out":
        why = Reason(
            msg("%(side)s made their bid and reached %(total)s: out.", side=side, total=total),
            "P36",
        )
    else:
        why = Reason(msg("%(side)s reached %(total)s.", side=side, total=total), "PA22")
    told = [why]
    if more:
        text = msg(
            "%(other)s had more points, but could not win on this hand.",
            other=tuple(SideName(s) for s in more),
        )
        told.append(Reason(text, "P37" if win_rule == "bid_out" else "PA22"))
    return Outcome((winner,), msg("%(side)s won", side=side), tuple(told))


def smear_wins(winner: Side) -> Outcome:
    side = SideName(winner)
    reason = Reason(msg("At this table a smear that is made wins the match."), "PA18")
    return Outcome((winner,), msg("%(side)s won", side=side), (reason,))


def lost(winners: tuple[Side, ...], loser: Side, total: int) -> Outcome:
    names = tuple(SideName(s) for s in winners)
    text = msg(
        "%(side)s fell to %(total)s, which ends the match.", side=SideName(loser), total=total
    )
    return Outcome(winners, msg("%(side)s won", side=names), (Reason(text, "PA20"),))


# -- the numbered rules, as played under the house rules ----------------------------------------

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


def rules(game: Pitch) -> tuple[Rule, ...]:
    """The numbered rules; what the house has changed is said as the house has it."""
    forced = msg("When all others pass, the dealer must bid at least %(n)s.", n=game.forced_min)
    redeal = msg("When everybody passes, nothing scores and the next player deals.")
    smear = msg("A smear is a bid of five: every trick and every point.")
    all_points = msg("A smear must win all six tricks and High, Low, Jack and Game.")
    all_out = msg("A smear must win all six tricks and every point; the jack only if it is out.")
    said = {
        "P10": forced if game.all_pass == "dealer_forced" else redeal,
        "P11": STEALS[game.dealer_steal, game.dealer_steal_four, game.dealer_steal_smear],
        "P12": msg("Bids run from %(low)s to four.", low=game.min_bid),
        "P18": smear if game.smear else msg("This table plays without the smear."),
        "P27": all_points if game.smear_needs_jack else all_out,
        "P33": LEADS[game.lead_rule],
        "P36": GOES_OUT[game.win_rule].with_params(n=game.target),
    }
    return tuple(
        Rule(rule.number, said.get(rule.number, rule.text))
        for rule in RULES
        if rule.number != "P37" or game.win_rule == "bid_out"
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
