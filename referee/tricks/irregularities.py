"""The irregularities that every game knows, as codes and as numbered rules (REFEREE 2-8).

A rule sheet takes those that fit it and adds its own revoke.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import (
    ADJUST,
    DISPUTE,
    MISDEAL,
    NO_WIN,
    SECTION,
    Choice,
    Code,
    Message,
    Need,
    Rule,
    Said,
    Table,
    msg,
    seat_labels,
)

NO_PENALTY = Choice(msg("corrected in time"), msg("Put right in time: no penalty."))
BY_HAND = Choice(msg("rule it ourselves"), msg("The table rules on the points itself."))


# -- what a code needs ---------------------------------------------------------------------------


def by_seat(table: Table, prompt: Message) -> Need:
    return Need("seat", prompt, seat_labels(table.seats))


def by_trick(first: int, last: int, optional: bool = True) -> Need:
    """The trick, counted as the keys of cards count it."""
    tricks: Mapping[str, Said] = {str(n): n for n in range(first, last + 1)}
    return Need("trick", msg("In which trick?"), tricks, optional)


# -- codes ---------------------------------------------------------------------------------------


def revoke(table: Table, rule: str, penalty: Message, tricks: int, first: int = 1) -> Code:
    """A revoke with the penalty of the rule sheet; a claim, open until the next hand is begun."""
    charged = Choice(msg("the penalty"), penalty, "penalty")
    return Code(
        "REVOKE",
        msg("Revoke"),
        rule,
        msg("%(who)s revoked."),
        {"penalty": charged, "corrected": NO_PENALTY, "manual": BY_HAND},
        (by_seat(table, msg("Who revoked?")), by_trick(first, tricks)),
        msg("%(who)s revoked in trick %(trick)s."),
        claim=True,
    )


def bid_out_of_turn(table: Table, bids: Mapping[str, Said], withdrawn: Message) -> Code:
    stands = msg("The next player had spoken: it stands.")
    return Code(
        "BID_OUT_OF_TURN",
        msg("Bid out of turn"),
        "REF-BID-OUT-OF-TURN",
        msg("%(who)s bid out of turn: %(bid)s."),
        {
            "withdrawn": Choice(msg("withdrawn"), withdrawn),
            "stands": Choice(msg("it stands"), stands),
        },
        (by_seat(table, msg("Who bid out of turn?")), Need("bid", msg("What was said?"), bids)),
    )


def insufficient_bid(
    table: Table, bids: Mapping[str, Said], facts: Message, words: Message
) -> Code:
    return Code(
        "INSUFFICIENT_BID",
        msg("Bid that is not allowed"),
        "REF-INSUFFICIENT-BID",
        facts,
        {"corrected": Choice(msg("corrected"), words)},
        (by_seat(table, msg("Who bid?")), Need("bid", msg("What was said?"), bids)),
    )


def lead_out_of_turn(table: Table, tricks: int) -> Code:
    back = msg("The next player had not played: taken back, and the right player leads.")
    stands = msg("The next player had played to it: it stands.")
    facts = msg("%(who)s led to trick %(trick)s out of turn.")
    return Code(
        "LEAD_OUT_OF_TURN",
        msg("Lead out of turn"),
        "REF-LEAD-OUT-OF-TURN",
        facts,
        {
            "taken_back": Choice(msg("taken back"), back),
            "stands": Choice(msg("it stands"), stands),
        },
        (by_seat(table, msg("Who led?")), by_trick(1, tricks, optional=False)),
        facts,
    )


def exposed_card(table: Table, words: Message) -> Code:
    return Code(
        "EXPOSED_CARD",
        msg("Exposed card"),
        "REF-EXPOSED-CARD",
        msg("%(who)s exposed a card."),
        {"no_penalty": Choice(msg("no points"), words)},
        (by_seat(table, msg("Whose card was seen?")),),
    )


def claim(table: Table, tricks: int) -> Code:
    legal: Mapping[str, Said] = {str(n): n for n in range(tricks + 1)}
    return Code(
        "CLAIM",
        msg("Claim of the remaining tricks"),
        "REF-CLAIM",
        msg("%(who)s claimed %(tricks)s of the remaining tricks."),
        {
            "agreed": Choice(msg("all agree"), msg("All agreed: the tricks are counted so.")),
            "played_out": Choice(msg("played out"), msg("Not all agreed: played out.")),
        },
        (
            by_seat(table, msg("Who claims?")),
            Need("tricks", msg("How many of the remaining tricks?"), legal),
        ),
    )


def wrong_count(table: Table, default: str, forfeit: Message | None) -> Code:
    """A hand that is short or long by its player's own fault; a wrong deal is a misdeal."""
    void = msg("The hand is void: deal again.")
    choices = {
        "void": Choice(msg("deal again"), void, "void"),
        "stands": Choice(msg("play on"), msg("All agreed to play on: no penalty.")),
    }
    if forfeit is not None:
        choices["forfeit"] = Choice(msg("as a revoke"), forfeit, "penalty")
    return Code(
        "WRONG_COUNT",
        msg("Wrong number of cards"),
        "REF-WRONG-COUNT",
        msg("%(who)s had the wrong number of cards, by their own fault."),
        {default: choices.pop(default)} | choices,
        (by_seat(table, msg("Whose hand was wrong?")),),
        claim=True,
    )


# -- the same as numbered rules --------------------------------------------------------------------

BOTH = "REF-BOTH-REVOKED"
RULES = (
    MISDEAL,
    Rule(
        NO_WIN,
        msg(
            "Nobody wins the match on a hand in which their own side revoked: they stop one short."
        ),
        SECTION,
    ),
    Rule(
        BOTH,
        msg("As many revokes on both sides cancel: the hand is scored as it was played."),
        SECTION,
    ),
    Rule(
        "REF-LEAD-OUT-OF-TURN",
        msg(
            "A lead out of turn is taken back until the next player has played to it; "
            "after that it stands. No points."
        ),
        SECTION,
    ),
    Rule(
        "REF-EXPOSED-CARD",
        msg("A card that was seen by mistake costs no points."),
        SECTION,
    ),
    Rule(
        "REF-CLAIM",
        msg("The remaining tricks may be claimed where all agree; otherwise play on."),
        SECTION,
    ),
    Rule(
        "REF-CLOSED",
        msg("A revoke may be claimed until the next hand is begun; points may be put right later."),
        SECTION,
    ),
    DISPUTE,
    ADJUST,
)


def bidding_rules(withdrawn: Message, insufficient: Message) -> tuple[Rule, ...]:
    return (
        Rule("REF-BID-OUT-OF-TURN", withdrawn, SECTION),
        Rule("REF-INSUFFICIENT-BID", insufficient, SECTION),
    )
