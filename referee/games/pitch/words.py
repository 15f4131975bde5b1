"""What is asked and refused in Pitch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from referee.engine import (
    SUITS,
    CardCounter,
    Message,
    PlayerName,
    Question,
    Refusal,
    Said,
    Seat,
    Side,
    SideName,
    Table,
    msg,
)
from referee.engine import YES_NO as YES_NO_LABELS
from referee.games.pitch.house import SMEAR

PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}  # towards Game; 80 in the pack (P22)
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


def bid_name(bid: int) -> Said:
    return msg("smear") if bid == SMEAR else bid


def bid_words(bid: int) -> Message:
    return msg("smear") if bid == SMEAR else msg("bid %(n)s", n=bid)


BID_LABELS: Mapping[str, Said] = {
    "pass": msg("Pass"),
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "smear": msg("Smear"),
}


def contract_label(seat: Seat, bid: str) -> Message:
    if bid == "smear":
        return msg("%(who)s bid a smear", who=PlayerName(seat))
    return msg("%(who)s bid %(bid)s", who=PlayerName(seat), bid=bid)


@cache  # every hand of every replay asks for them
def contract_labels(seats: tuple[Seat, ...], bids: tuple[str, ...]) -> Mapping[str, Said]:
    return {f"{seat}.{bid}": contract_label(seat, bid) for seat in seats for bid in bids}


@cache
def contract_words(seats: tuple[Seat, ...], refused: tuple[str, ...]) -> Mapping[str, Said]:
    """The bid alone in the row of a seat; with its bidder where it is refused."""
    words = {f"{seat}.{bid}": BID_LABELS[bid] for seat in seats for bid in BID_LABELS}
    return words | {"pass": BID_LABELS["pass"]} | dict(contract_labels(seats, refused))


def contract_question(
    table: Table, bids: Sequence[str], all_pass: str, no: Mapping[str, Refusal]
) -> Question:
    """Who won the bid and for how much: one tap; `no` says why a bid is not open to anybody."""
    seats, told = table.clockwise(table.eldest), tuple(bids)
    labels = dict(contract_labels(seats, told))
    if all_pass == "redeal":
        labels["pass"] = msg("All passed: deal again")
    refusals = {f"{seat}.{bid}": why for seat in table.seats for bid, why in no.items()}
    refusals |= {"pass": no["pass"]} if "pass" in no else {}
    return Question(
        "contract",
        "grid",
        msg("Who won the bid?"),
        labels,
        notes={"pass": msg("all passed")},
        refusals=refusals,
        otherwise=BID_UNKNOWN,
        short=contract_words(seats, tuple(bid for bid in no if bid != "pass")),
        rows=tuple((PlayerName(seat), tuple(f"{seat}.{b}" for b in told)) for seat in seats),
    )


def bid_question(
    seat: Seat,
    legal: Sequence[str],
    refusals: Mapping[str, Refusal],
    best: tuple[Seat, int] | None,
) -> Question:
    help = msg("Nobody has bid yet.")
    if best is not None:
        help = msg(
            "The bid is with %(who)s at %(bid)s.", who=PlayerName(best[0]), bid=bid_name(best[1])
        )
    return Question(
        f"bid.{seat}",
        "choice",
        msg("What does %(who)s bid?", who=PlayerName(seat)),
        {text: BID_LABELS[text] for text in BID_LABELS if text in legal},
        seat,
        help,
        msg("%(who)s bid %(answer)s", who=PlayerName(seat)),
        {
            "pass": msg("%(who)s passed", who=PlayerName(seat)),
            "smear": contract_label(seat, "smear"),
        },
        refusals=refusals,
        otherwise=BID_UNKNOWN,
        turn=BID_OUT_OF_TURN,
        short=BID_LABELS,
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
        notes={"none": msg("nobody took Jack"), "tie": msg("a tie for Game")},
        otherwise=RESULT_INCONSISTENT,
    )


PITCHES = msg("The first card pitched makes its suit trump.")
COUNTER = CardCounter(msg("Count the game cards"), PIPS, len(SUITS))


@cache
def count_question(side: Side, most: int) -> Question:
    """The card points of a side: ten 10, ace 4, king 3, queen 2, jack 1 (P22)."""
    too_many = Refusal(
        "RESULT_INCONSISTENT",
        "P22",
        msg("The whole pack counts 80; at most %(n)s are left for this side.", n=most),
    )
    return Question(
        f"count.{side}",
        "count",
        msg("Card points of %(side)s", side=SideName(side)),
        {str(n): n for n in range(most + 1)},
        noted=msg("%(side)s counted %(answer)s", side=SideName(side)),
        otherwise=too_many,
        offer="count",
        counter=COUNTER,
    )


def counted_game(
    question: Question, best: str, legal: Mapping[str, Said], counts: Mapping[Side, int]
) -> Question:
    """Game as the counts decide it; any other answer contradicts them (P21)."""
    told = tuple(msg("%(side)s %(n)s", side=SideName(s), n=n) for s, n in counts.items())
    text = msg("The card points were counted: %(counts)s. The highest has Game.", counts=told)
    refusal = Refusal("RESULT_INCONSISTENT", "P21", text)
    return replace(
        question,
        legal={best: legal[best]},
        refusals={value: refusal for value in legal if value != best},
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
        "swept",
        "choice",
        prompt,
        YES_NO_LABELS,
        notes={
            "yes": msg("%(side)s took all six tricks", side=SideName(side)),
            "no": msg("%(side)s did not take all six tricks", side=SideName(side)),
        },
    )
