"""What is said of a score in Pitch, of the end, and of what is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine import (
    RANKS,
    SUITS,
    Card,
    Hand,
    Line,
    Message,
    Outcome,
    PlayerName,
    Ranks,
    Reason,
    Said,
    Score,
    Seat,
    Side,
    SideName,
    Suit,
    Table,
    msg,
    msgs,
)
from referee.games.pitch import words
from referee.games.pitch.house import BIDS, SMEAR, PitchHouse

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
    return msg("%(who)s %(bid)s", who=PlayerName(bidder), bid=words.bid_name(bid))


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


DOWN = RANKS[::-1]


def contract_of(hand: Hand) -> tuple[Seat, int] | None:
    """Who won the bid and for how much, once that is known."""
    known = {**hand.facts, **hand.answers()}.get("contract", "pass")
    if known == "pass":
        return None
    seat, _, bid = known.partition(".")
    return Seat(int(seat)), BIDS[bid]


def needs(house: PitchHouse, table: Table, hand: Hand) -> tuple[Reason, ...]:
    contract = contract_of(hand)
    told: list[Reason] = []
    if contract is None:
        return tuple(to_go_out(house, table, side) for side in table.sides)
    bidder, bid = contract
    maker = table.side(bidder)
    told.append(to_make(maker, bid))
    if hand.board is not None and hand.board.last:
        taken = sum(line.said == SideName(maker) for line in hand.board.lines if line.cards)
        text = msg(
            "Of High, Low and Jack, %(side)s have %(n)s so far.", side=SideName(maker), n=taken
        )
        told.append(Reason(text, "P20"))
    for side in table.sides:
        if side == maker or house.win_rule != "bid_out":
            told.append(to_go_out(house, table, side))
        else:
            text = msg("%(side)s did not bid: they cannot win on this hand.", side=SideName(side))
            told.append(Reason(text, "P36"))
    return tuple(told)


def to_make(maker: Side, bid: int) -> Reason:
    side = SideName(maker)
    if bid == SMEAR:
        text = msg("%(side)s need all six tricks and all four points.", side=side)
        return Reason(text, "P27")
    text = msgs(
        "%(side)s need %(n)s of High, Low, Jack and Game to make the bid.",
        "%(side)s need %(n)s of High, Low, Jack and Game to make the bid.",
        bid,
        side=side,
    )
    return Reason(text, "P24")


def to_go_out(house: PitchHouse, table: Table, side: Side) -> Reason:
    """The points that are missing; no hand is worth more than a smear."""
    missing, name = house.target - table.total(side), SideName(side)
    if missing <= 0 and house.win_rule == "bid_out":
        return Reason(msg("%(side)s go out with any bid that they make.", side=name), "P36")
    text = msgs(
        "%(side)s need %(n)s point to reach %(target)s.",
        "%(side)s need %(n)s points to reach %(target)s.",
        max(missing, 0),
        side=name,
        target=house.target,
    )
    return Reason(text, "P36")


def ranks(trump: Suit | None) -> Ranks:
    """Trumps beat all (P15); within a suit the ace is high (P3)."""
    suits = {suit: tuple(Card(r + suit) for r in DOWN) for suit in SUITS}
    plain = tuple(cards for suit, cards in suits.items() if suit != trump)
    notes = [Reason(msg("Any trump beats any card of another suit."), "P15")]
    if trump is None:
        notes = [Reason(msg("The first card pitched makes its suit trump."), "P14")]
    notes.append(Reason(msg("Without a trump, the highest card of the suit led wins."), "P32"))
    return Ranks(suits.get(trump, ()) if trump is not None else (), plain, tuple(notes))
