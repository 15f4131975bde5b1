"""The words of Pitch: its numbered rules, house-rule values, refusals, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.asking import YES_NO as YES_NO_LABELS
from referee.engine.cards import Suit
from referee.engine.errors import Refusal
from referee.engine.game import Rule
from referee.engine.message import Message, PlayerName, Said, SideName, msg
from referee.engine.question import Question
from referee.engine.score import Line, Outcome, Reason, Score
from referee.engine.table import Seat, Side, Table

SMEAR = 5  # "really a bid of five" (P18)

# -- house-rule values, the default first --------------------------------------------------

YES_NO: Mapping[bool, Said] = {True: msg("yes"), False: msg("no")}
TARGET: Mapping[int, Said] = {21: 21, 7: 7, 11: 11, 15: 15}
LEAD_RULE: Mapping[str, Said] = {
    "trump_if_held": msg("trump, if you have one"),
    "any": msg("any card"),
}
LOW_TO: Mapping[str, Said] = {"taker": msg("whoever takes it"), "holder": msg("whoever held it")}
TEAM_LAYOUT: Mapping[str, Said] = {
    "auto": msg("by the number of players"),
    "solo": msg("each for himself"),
    "two_teams": msg("two teams"),
    "three_teams": msg("three teams"),
}
HAND_SIZE: Mapping[str, Said] = {
    "auto": msg("six; eight at a table of six"),
    "6": msg("six"),
    "8-2": msg("eight, two discarded"),
}
WIN_RULE: Mapping[str, Said] = {
    "bid_out": msg("only who makes a bid"),
    "bidder_first": msg("the bidder first"),
    "highest": msg("the highest"),
    "count_order": msg("first in counting order"),
}
MIN_BID: Mapping[int, Said] = {1: 1, 2: 2}
ALL_PASS: Mapping[str, Said] = {
    "dealer_forced": msg("the dealer must bid"),
    "redeal": msg("deal again"),
}
FORCED_MIN: Mapping[int, Said] = {2: 2, 1: 1}
SMEAR_RESULT: Mapping[str, Said] = {
    "points": msg("scores five"),
    "wins_match": msg("wins the match"),
}
UNBID_SWEEP: Mapping[int, Said] = {4: 4, 5: 5}
GAME_TIE: Mapping[str, Said] = {
    "none": msg("nobody"),
    "bidder": msg("the bidders"),
    "non_bidder": msg("the others"),
}
LOSE_AT: Mapping[int | None, Said] = {None: msg("no limit"), -21: -21}
DEFENCE_CAP: Mapping[int | None, Said] = {None: msg("no limit"), 20: 20}
DISCARD: Mapping[str, Said] = {"any": msg("any two"), "non_trump_only": msg("no trumps")}
REVOKE_PENALTY: Mapping[str, Said] = {
    "amount_bid": msg("lose the bid"),
    "set_or_zero": msg("set, or nothing"),
    "manual": msg("the table rules"),
}
MISDEAL: Mapping[str, Said] = {
    "same_dealer": msg("the same dealer deals"),
    "deal_passes": msg("the deal passes"),
}

# -- refusals --------------------------------------------------------------------------------

NO_SMEAR = Refusal("BID_UNKNOWN", "P18", msg("This table plays without the smear."))
BID_UNKNOWN = Refusal("BID_UNKNOWN", "P12", msg("A bid is one to four, or a smear."))
SMEAR_NOT_STEALABLE = Refusal(
    "SMEAR_NOT_STEALABLE", "P11", msg("At this table a smear cannot be stolen.")
)
FOUR_NOT_STEALABLE = Refusal(
    "FOUR_NOT_STEALABLE", "P11", msg("At this table a four cannot be stolen.")
)
BID_OUT_OF_TURN = Refusal(
    "BID_OUT_OF_TURN", "P8", msg("Bids go round from the dealer's left, one each.")
)
RESULT_INCONSISTENT = Refusal(
    "RESULT_INCONSISTENT", "P20", msg("A side that took no trick cannot have this point.")
)
TRICKS_SUM = Refusal("TRICKS_SUM", "P27", msg("Six tricks are played; not all are entered."))


def dealer_must_bid(least: int) -> Refusal:
    text = msg("All others passed: the dealer must bid at least %(n)s.", n=least)
    return Refusal("DEALER_MUST_BID", "P10", text)


def below_minimum(least: int) -> Refusal:
    return Refusal("BID_BELOW_MINIMUM", "P12", msg("The lowest bid here is %(n)s.", n=least))


def bid_too_low(best: int, dealer: bool, steal: bool) -> Refusal:
    text = msg("The bid stands at %(bid)s: bid higher or pass.", bid=bid_name(best))
    if not dealer and steal:
        text = msg(
            "The bid stands at %(bid)s: bid higher or pass. Only the dealer may equal it.",
            bid=bid_name(best),
        )
    return Refusal("BID_TOO_LOW", "P9", text)


# -- questions -------------------------------------------------------------------------------


def bid_name(bid: int) -> Said:
    return msg("smear") if bid == SMEAR else bid


def bid_words(bid: int) -> Message:
    return msg("smear") if bid == SMEAR else msg("bid %(n)s", n=bid)


def contract_label(seat: Seat, bid: str) -> Message:
    if bid == "smear":
        return msg("%(who)s bid a smear", who=PlayerName(seat))
    return msg("%(who)s bid %(bid)s", who=PlayerName(seat), bid=bid)


def contract_question(table: Table, bids: Sequence[str], all_pass: str) -> Question:
    """Who won the bid and for how much: one tap."""
    labels: dict[str, Said] = {
        f"{seat}.{bid}": contract_label(seat, bid)
        for seat in table.clockwise(table.eldest)
        for bid in bids
    }
    if all_pass == "redeal":
        labels["pass"] = msg("All passed: deal again")
    return Question("contract", "contract", msg("Who won the bid?"), labels, otherwise=BID_UNKNOWN)


def bid_question(
    seat: Seat,
    legal: Sequence[str],
    refusals: Mapping[str, Refusal],
    best: tuple[Seat, int] | None,
) -> Question:
    labels: dict[str, Said] = {
        "pass": msg("Pass"),
        "1": 1,
        "2": 2,
        "3": 3,
        "4": 4,
        "smear": msg("Smear"),
    }
    help = msg("Nobody has bid yet.")
    if best is not None:
        help = msg(
            "The bid is with %(who)s at %(bid)s.", who=PlayerName(best[0]), bid=bid_name(best[1])
        )
    return Question(
        f"bid.{seat}",
        "choice",
        msg("What does %(who)s bid?", who=PlayerName(seat)),
        {text: labels[text] for text in labels if text in legal},
        seat,
        help,
        msg("%(who)s: %(answer)s", who=PlayerName(seat)),
        refusals=refusals,
        otherwise=BID_UNKNOWN,
        turn=BID_OUT_OF_TURN,
    )


POINT_NAMES = {"high": msg("High"), "low": msg("Low"), "jack": msg("Jack"), "game": msg("Game")}
POINT_NOTES = {
    "high": msg("High to %(answer)s"),
    "low": msg("Low to %(answer)s"),
    "jack": msg("Jack to %(answer)s"),
    "game": msg("Game to %(answer)s"),
}


def point_question(point: str, legal: Mapping[str, Said]) -> Question:
    return Question(
        point,
        "side",
        POINT_NAMES[point],
        legal,
        noted=POINT_NOTES[point],
        otherwise=RESULT_INCONSISTENT,
    )


def point_answer(point: str, side: Side | None) -> str:
    """The answer that levels `totals` and `winners` would have been given."""
    if side is not None:
        return str(side)
    return "tie" if point == "game" else "none"


def needs(maker: Side, bid: int) -> Message:
    if bid == SMEAR:
        return msg(
            "%(side)s bid a smear: all six tricks and all four points.", side=SideName(maker)
        )
    return msg(
        "%(side)s bid %(bid)s. The last answer scores the hand.", side=SideName(maker), bid=bid
    )


def swept_question(side: Side) -> Question:
    prompt = msg("Did %(side)s take all six tricks?", side=SideName(side))
    return Question(
        "swept", "choice", prompt, YES_NO_LABELS, noted=msg("all six tricks: %(answer)s")
    )


def picker(trump: Suit | None, prompt: Message) -> Question:
    """The look of the card picker."""
    if trump is None:
        help = msg("The first card pitched makes its suit trump.")
        return Question("", "card", prompt, {}, help=help, missing=TRICKS_SUM, long_pack=True)
    return Question("", "card", prompt, {}, trump=trump, missing=TRICKS_SUM, long_pack=True)


# -- reasons ---------------------------------------------------------------------------------

WORDS: Mapping[str, Message] = {
    "high": msg("high"),
    "low": msg("low"),
    "jack": msg("jack"),
    "game": msg("game"),
    "sweep": msg("sweep"),
}


def words(points: Sequence[str]) -> tuple[Said, ...]:
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
    return msg("%(who)s %(bid)s", who=PlayerName(bidder), bid=bid_name(bid))


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
    for line in lines[1:]:
        text = msg(
            "%(side)s kept what they took: %(points)s.", side=SideName(line.side), points=line.why
        )
        told.append(Reason(text, line.rule))
    return tuple(told)


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


# -- the numbered rules ------------------------------------------------------------------------

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
    Rule("MISDEAL", msg("A misdeal scores nothing.")),
)
