"""What a hand of Pitch is worth, who goes out, and what is counted of each player (P19-P37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.engine import (
    DEALING,
    RANKS,
    Counts,
    Line,
    Measure,
    Outcome,
    Said,
    Score,
    Seat,
    Side,
    Suit,
    Table,
    dealing,
    highest,
    msg,
)
from referee.games.pitch import reasons, words
from referee.games.pitch.bidding import Contract
from referee.games.pitch.house import POINTS, SMEAR, PitchHouse
from referee.tricks import Trick

Won: TypeAlias = Mapping[str, Side | None]


def count_points(
    table: Table, tricks: Sequence[Trick], taken: Sequence[Seat], trump: Suit, low_to: str
) -> Won:
    """High, Low, Jack and Game from the cards played (P20-P22, PA12, PA24)."""
    takers = {c: table.side(s) for t, s in zip(tricks, taken, strict=True) for c in t.cards}
    holders = {c: table.side(s) for t in tricks for s, c in t.plays}
    trumps = sorted((c for c in takers if c.suit == trump), key=lambda c: RANKS.index(c.rank))
    return {
        "high": takers[trumps[-1]] if trumps else None,
        "low": (takers if low_to == "taker" else holders)[trumps[0]] if trumps else None,
        "jack": next((takers[c] for c in trumps if c.rank == "J"), None),
        "game": game_to(card_points(table, tricks, taken)),
    }


def card_points(table: Table, tricks: Sequence[Trick], taken: Sequence[Seat]) -> Mapping[Side, int]:
    """What the cards of each side add up to, towards Game (P22)."""
    pips: Counter[Side] = Counter(dict.fromkeys(table.sides, 0))
    for trick, taker in zip(tricks, taken, strict=True):
        pips[table.side(taker)] += sum(words.PIPS.get(card.rank, 0) for card in trick.cards)
    return dict(pips)


def game_to(counts: Mapping[Side, int]) -> Side | None:
    """Game is the strictly highest count's (P21); a tie is nobody's (PA14)."""
    best = highest(counts)
    return best[0] if len(best) == 1 else None


def swept_by(table: Table, taken: Sequence[Seat] | None) -> Side | None:
    """The side that took every trick, where the tricks are known."""
    sides = {table.side(s) for s in taken or ()}
    return sides.pop() if len(sides) == 1 else None


def may_have_swept(house: PitchHouse, table: Table, contract: Contract, won: Won) -> Side | None:
    """The side for which six tricks would change the score, so that they must be asked for."""
    maker, smear = table.side(contract.bidder), contract.bid == SMEAR
    jack_out = won["jack"] is None
    holders = {won[p] for p in POINTS if not (p == "jack" and jack_out)}
    side = holders.pop() if len(holders) == 1 else None
    if side is None:
        return None
    if smear and side == maker and (not jack_out or not house.smear_needs_jack):
        return side
    fifth = house.unbid_sweep == SMEAR and not jack_out and not (smear and side == maker)
    return side if fifth else None


def score(
    house: PitchHouse, table: Table, contract: Contract, won: Won, sweeper: Side | None
) -> Score:
    """A side keeps all it takes, unless it bid and is set: then it loses the bid (P24-P28)."""
    maker = table.side(contract.bidder)
    took = {s: [p for p in POINTS if won[p] == s] for s in table.sides}
    count = len(took[maker])
    if contract.bid == SMEAR:
        jack_spared = won["jack"] is None and not house.smear_needs_jack
        made = sweeper == maker and count == len(POINTS) - jack_spared
    else:
        made = count >= contract.bid
    bid_it = contract.bid == SMEAR and sweeper == maker
    fifth = sweeper if house.unbid_sweep == SMEAR and not bid_it else None
    if fifth is not None and len(took[fifth]) == len(POINTS):
        took[fifth].append("sweep")  # PA19
    points = SMEAR if contract.bid == SMEAR else len(took[maker])
    lines = [
        reasons.maker_line(maker, contract.bid, made, points, reasons.point_words(took[maker]))
    ]
    for other in table.sides:
        if other != maker and took[other]:
            lines.append(defence_line(house, table, other, took[other]))
    facts = {
        "bidder": str(contract.bidder),
        "bid": str(contract.bid),
        "how": contract.how,
        "made": "yes" if made else "no",
    } | {p: "" if (side := won[p]) is None else str(side) for p in POINTS}
    return Score(
        tuple(lines),
        reasons.headline(maker, contract.bid, made),
        reasons.story(
            maker, contract.bid, contract.how, made, reasons.point_words(took[maker]), lines
        ),
        reasons.summary(contract.bidder, contract.bid),
        {contract.bidder: words.bid_words(contract.bid)},
        facts,
    )


def tie_broken(house: PitchHouse, table: Table, won: Won, maker: Side) -> Won:
    """PA14: with two sides a tie for Game may go to the bidders, or to the others."""
    if won["game"] is not None or house.game_tie == "none" or len(table.sides) != 2:
        return won
    other = next(s for s in table.sides if s != maker)
    return {**won, "game": maker if house.game_tie == "bidder" else other}


def defence_line(house: PitchHouse, table: Table, side: Side, took: Sequence[str]) -> Line:
    """Everybody else keeps what they take (P25), up to the cap where there is one (PA23)."""
    why: Said = reasons.point_words(took)
    cap, before = house.defence_cap, table.total(side)
    if cap is None or before + len(took) <= cap:
        return Line(side, len(took), why, "P25")
    capped = msg("%(points)s, stopped at %(cap)s", points=why, cap=cap)
    return Line(side, max(0, cap - before), capped, "PA23")


def outcome(
    house: PitchHouse, table: Table, score: Score, after: tuple[int, ...]
) -> Outcome | None:
    """P36: only the side that makes its bid can go out; other house rules on request."""
    if "bidder" not in score.facts:
        return None
    totals = {s: after[s] for s in table.sides}
    maker = table.side(Seat(int(score.facts["bidder"])))
    made = score.facts["made"] == "yes"
    smear = score.facts["bid"] == str(SMEAR)
    if made and smear and house.smear_result == "wins_match" and table.total(maker) >= 0:
        return reasons.smear_wins(maker)  # PA18
    winners = went_out(house, table, score, totals, maker, made)
    if winners:
        return reasons.goes_out(house.win_rule, winners[0], totals)
    floor = house.lose_at
    low = [s for s, t in totals.items() if floor is not None and t <= floor]
    if low:
        above = {s: t for s, t in totals.items() if s not in low}
        return reasons.lost(highest(above or totals), low[0], totals[low[0]])
    return None


def went_out(
    house: PitchHouse,
    table: Table,
    score: Score,
    totals: Mapping[Side, int],
    maker: Side,
    made: bool,
) -> tuple[Side, ...]:
    """The side that goes out on this hand by the agreed win rule (PA21, PA22), if any."""
    there = {s: t for s, t in totals.items() if t >= house.target}
    if maker in there and made and house.win_rule in ("bid_out", "bidder_first"):
        return (maker,)
    if house.win_rule == "bid_out":
        return ()
    if house.win_rule == "count_order":
        return first_to_count_out(house, table, score) if there else ()
    if house.win_rule == "bidder_first":
        there = {s: t for s, t in there.items() if s != maker}
    best = highest(there)
    return best if len(best) == 1 else ()


def first_to_count_out(house: PitchHouse, table: Table, score: Score) -> tuple[Side, ...]:
    """PA22: the last hand's points are counted High, Low, Jack, Game until a side is there.

    A set side counts nothing but its loss; what a sweep or a smear adds comes last.
    """
    gained = {s: score.points(s) for s in table.sides}
    totals = {s: table.total(s) + min(0, gained[s]) for s in table.sides}
    order = [Side(int(score.facts[p])) for p in POINTS if score.facts[p]]
    rest = [s for s in table.sides for _ in range(gained[s] - order.count(s))]
    for side in (*order, *rest):
        out = {s: t for s, t in totals.items() if t >= house.target}
        if out:
            best = highest(out)
            return best if len(best) == 1 else ()
        if gained[side] > 0:
            totals[side] += 1
            gained[side] -= 1
    out = {s: t for s, t in totals.items() if t >= house.target}
    return highest(out) if len(out) == 1 else ()


MEASURES = (
    Measure("bids", msg("Bids won")),
    Measure("made", msg("Bids made"), "bids"),
    Measure("set", msg("Bids set"), "bids"),
    Measure("bid_size", msg("Average bid (a smear is five)"), "bids", mean=True),
    Measure("bid_points", msg("Points a bid"), "bids", mean=True),
    Measure("smears", msg("Smears tried"), "bids"),
    Measure("smears_made", msg("Smears made"), "smears"),
    Measure("partner", msg("Partner’s bids")),
    Measure("partner_made", msg("Partner’s bids made"), "partner"),
    Measure("defended", msg("Hands in defence")),
    Measure("set_them", msg("Bids of others set"), "defended"),
    *DEALING,
)


def counts(table: Table, score: Score) -> Counts:
    """The bidder, the partners of the bidder, and those who defended."""
    bidder, bid = Seat(int(score.facts["bidder"])), int(score.facts["bid"])
    made = score.facts["made"] == "yes"
    maker = table.side(bidder)
    told: dict[Seat, dict[str, int]] = {}
    for seat in table.seats:
        if seat == bidder:
            counted = {"bids": 1, "made" if made else "set": 1, "bid_size": bid}
            counted["bid_points"] = score.points(maker)
            if bid == SMEAR:
                counted |= {"smears": 1, "smears_made": int(made)}
        elif table.side(seat) == maker:
            counted = {"partner": 1, "partner_made": int(made)}
        else:
            counted = {"defended": 1, "set_them": int(not made)}
        if seat == table.dealer:
            counted |= dealing(table, score.points(table.side(seat)))
        told[seat] = {name: n for name, n in counted.items() if n}
    return told
