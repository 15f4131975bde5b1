"""The least that a replay by generators can be: what `make bench` measures ours against.

Frozen: figures are multiples of it, so it does not change with the product, and imports nothing
of it.  A rule sheet yields `(key, legal)`, is sent the answer on record, and returns what the hand
scored; a match adds hands up until somebody is out.  Only the usual house rules are known, nothing
is dressed in words, no offer is made, nothing is ever taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Row: TypeAlias = tuple[int, str, str]  # hand, key, value
Points: TypeAlias = tuple[list[int], int | None]  # of each side; the side that may go out, if any
Hand: TypeAlias = Generator[tuple[str, Collection[str]], str, Points]
Sheet: TypeAlias = Callable[[int], Hand]  # a hand, by its dealer

RANKS = "23456789TJQKA"
PACK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
POWER = {card: RANKS.index(card[0]) for card in PACK}
PIPS = {card: {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(card[0], 0) for card in PACK}
SUITS = frozenset("CDHS")
SMEAR = 5
BIDS = {"1": 1, "2": 2, "3": 3, "4": 4, "smear": SMEAR}


@dataclass(frozen=True)
class Replayed:
    """A match as far as its log goes.  `open` is what is asked now; "" when it is over."""

    totals: tuple[int, ...]
    hands: int  # that were scored
    winner: int | None
    open: str


def replay(
    sheet: Sheet, seats: int, sides: int, target: int, dealer: int, log: Sequence[Row]
) -> Replayed:
    """Replay a match: every answer is checked against what was legal, every hand is scored."""
    said: list[dict[str, str]] = []
    for hand, key, value in log:
        while len(said) <= hand:
            said.append({})
        said[hand][key] = value
    totals = [0] * sides
    number = 0
    while True:
        answers: Mapping[str, str] = said[number] if number < len(said) else {}
        running = sheet(dealer)
        try:
            key, legal = next(running)
            while True:
                value = next(iter(legal)) if len(legal) == 1 else answers.get(key, "")
                if value not in legal:
                    return Replayed(tuple(totals), number, None, key)
                key, legal = running.send(value)
        except StopIteration as stop:
            points, out = stop.value
        for side, gain in enumerate(points):
            totals[side] += gain
        number += 1
        for side in range(sides) if out is None else (out,):
            if out != NOBODY and totals[side] >= target:
                return Replayed(tuple(totals), number, side, "")
        if answers.get("next") != "ok":
            return Replayed(tuple(totals), number, None, "next")
        dealer = (dealer + 1) % seats


NOBODY = -1


def winner(plays: Sequence[tuple[int, str]], trump: str) -> int:
    """The seat that takes a trick."""
    best, card = plays[0]
    for seat, other in plays:
        beats = POWER[other] > POWER[card] if other[1] == card[1] else other[1] == trump
        if beats:
            best, card = seat, other
    return best


# -- Pitch for four, two sides ---------------------------------------------------------------


def pitch_at_totals(dealer: int) -> Hand:
    """Who bid what, the suit that was pitched, who took the four points."""
    bidder, _, called = (yield "contract", CONTRACTS).partition(".")
    maker, bid = int(bidder) % 2, BIDS[called]
    yield "trump", SUITS
    high = int((yield "high", {"0", "1"}))
    low = int((yield "low", {"0", "1"}))
    jack = yield "jack", {"0", "1", "none"}
    game = yield "game", {"0", "1", "tie"}
    took = [0, 0]
    for side in (high, low, *(int(said) for said in (jack, game) if said in ("0", "1"))):
        took[side] += 1
    swept = False
    if bid == SMEAR and took[maker] == 4:
        swept = (yield "swept", {"yes", "no"}) == "yes"
    return pitch_points(maker, bid, took, swept)


CONTRACTS = frozenset(f"{seat}.{bid}" for seat in range(4) for bid in BIDS)


def pitch_by_cards(dealer: int) -> Hand:
    """One round of bids, the dealer may steal or must bid; then six tricks, card by card."""
    bidder, bid = dealer, 0
    for n in range(1, 5):
        seat = (dealer + n) % 4
        least = bid + 1
        legal = {"pass"}
        if seat == dealer:
            least = bid or 2
            legal = {"pass"} if bid else set()
        legal |= {name for name, worth in BIDS.items() if worth >= least}
        called = yield f"bid.{seat}", legal
        if called != "pass":
            bidder, bid = seat, BIDS[called]
    maker = bidder % 2
    left = dict.fromkeys(PACK)
    leader, trump = bidder, ""
    owner: dict[str, int] = {}  # trump -> the side that took it
    pips, tricks = [0, 0], [0, 0]
    for number in range(1, 7):
        plays: list[tuple[int, str]] = []
        for n in range(4):
            seat = (leader + n) % 4
            card = yield f"card.{number}.{seat}", left
            del left[card]
            trump = trump or card[1]
            plays.append((seat, card))
        leader = winner(plays, trump)
        side = leader % 2
        tricks[side] += 1
        for _, card in plays:
            pips[side] += PIPS[card]
            if card[1] == trump:
                owner[card] = side
    took = [0, 0]
    took[owner[max(owner, key=POWER.__getitem__)]] += 1
    took[owner[min(owner, key=POWER.__getitem__)]] += 1
    if (jack := owner.get("J" + trump)) is not None:
        took[jack] += 1
    if pips[0] != pips[1]:
        took[pips[1] > pips[0]] += 1
    return pitch_points(maker, bid, took, tricks[maker] == 6)


def pitch_points(maker: int, bid: int, took: list[int], swept: bool) -> Points:
    """All that was taken, but the bid is lost where it was not made; only who made it goes out."""
    made = (swept and took[maker] == 4) if bid == SMEAR else took[maker] >= bid
    points = list(took)
    points[maker] = -bid if not made else SMEAR if bid == SMEAR else took[maker]
    return points, maker if made else NOBODY


# -- German Whist ----------------------------------------------------------------------------


def whist_by_cards(dealer: int) -> Hand:
    """Thirteen tricks that do not count, and thirteen that do: a point for each over six."""
    trump = yield "trump", SUITS
    left = dict.fromkeys(PACK)
    leader = 1 - dealer
    taken = [0, 0]
    for number in range(1, 27):
        plays: list[tuple[int, str]] = []
        for seat in (leader, 1 - leader):
            card = yield f"card.{number}.{seat}", left
            del left[card]
            plays.append((seat, card))
        leader = winner(plays, trump)
        if number > 13:
            taken[leader] += 1
    return [max(0, tricks - 6) for tricks in taken], None
