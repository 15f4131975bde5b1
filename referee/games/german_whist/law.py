"""The numbered rules of German Whist, what may go wrong, and what a revoke costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from referee.engine import (
    NO_WIN,
    Choice,
    Code,
    Message,
    Need,
    Reason,
    Said,
    Side,
    SideName,
    Table,
    adjust,
    dispute,
    law,
    misdeal,
    msg,
    msgs,
    net,
)
from referee.games.german_whist.house import TRICKS, GermanWhistHouse
from referee.games.german_whist.scoring import Result
from referee.tricks import irregularities as common

REVOKE = "REF-WHIST-REVOKE"
REVOKE_1 = "REF-WHIST-REVOKE-S1"
SECOND_ALONE = ("over_six", "per_trick", "majority_one")  # values of `scoring` (WA4)
MAY_NOT_WIN = {NO_WIN: {"offender_cannot_win": True}}


def moves(n: int) -> Message:
    """What a revoke in the second stage costs (WA10)."""
    if n == 0:
        return msg("A revoke in the second stage moves no trick.")
    return msgs(
        "A revoke in the second stage costs a trick: it goes to the other player.",
        "A revoke in the second stage costs %(n)s tricks: they go to the other player.",
        n,
    )


LAWS = (
    law("W1", msg("Two players, one pack of 52 cards.")),
    law("W2", msg("Each is dealt thirteen cards, one at a time.")),
    law("W3", msg("The next card is turned up: its suit is trump for the hand.")),
    law(
        "W4",
        msg("In the first stage you improve your hand; the second stage counts."),
        scoring=SECOND_ALONE,
    ),
    law("W4", msg("Both stages count."), scoring="all26_difference"),
    law("W5", msg("Ace high, then king down to two.")),
    law("W6", msg("Any trump beats any card of another suit.")),
    law("W7", msg("The non-dealer leads to the first trick.")),
    law("W8", msg("Follow suit if you can; otherwise play any card. Both stages.")),
    law("W9", msg("The highest trump wins; without one, the highest card of the suit led.")),
    law("W10", msg("In the first stage the winner of the trick takes the turned-up card.")),
    law("W11", msg("The loser takes the next card and does not show it.")),
    law("W13", msg("Then the next card of the stock is turned up.")),
    law("W14", msg("The winner of a trick leads to the next.")),
    law("W15", msg("After thirteen tricks the stock is gone; thirteen more are played.")),
    law("W16", msg("The winner of the last first-stage trick leads to the second stage.")),
    law("W19", msg("Only tricks of the second stage are counted."), scoring=SECOND_ALONE),
    law("W19", msg("The tricks of both stages are counted."), scoring="all26_difference"),
    law("W20", msg("Each trick over six is worth a point."), scoring="over_six"),
    law("W20", msg("Each trick is worth a point."), scoring="per_trick"),
    law("W20", msg("Most tricks are worth one point."), scoring="majority_one"),
    law(
        "W20",
        msg("Whoever has more of the 26 tricks scores the difference."),
        scoring="all26_difference",
    ),
    law("W21", msg("The first to %(target)s wins the match.")),
    *(law(REVOKE, moves(n), common.SECTION, revoke_tricks=n) for n in range(4)),
    law(
        REVOKE_1,
        msg(
            "In the first stage a revoke is put right until both have drawn; after that the other "
            "player chooses: deal again, or play on."
        ),
        common.SECTION,
        stage1_revoke="opponent_choice",
    ),
    law(
        REVOKE_1,
        msg("A revoke in the first stage costs nothing: play on."),
        common.SECTION,
        stage1_revoke="ignore",
    ),
    law(
        REVOKE_1,
        msg("After a revoke in the first stage the hand is dealt again."),
        common.SECTION,
        stage1_revoke="redeal",
    ),
    *(law(r.number, r.text, r.section, **MAY_NOT_WIN.get(r.number, {})) for r in common.RULES[:2]),
    law(
        NO_WIN,
        msg("Who revoked may still win the match on that hand."),
        common.SECTION,
        offender_cannot_win=False,
    ),
    *(law(r.number, r.text, r.section) for r in common.RULES[2:]),
    law(
        "REF-WRONG-COUNT",
        msg("Where a hand is short or long the hand is void: deal again."),
        common.SECTION,
    ),
)
CHOOSES = Choice(
    msg("the other player chooses"), msg("The other player chooses: deal again, or play on.")
)
REDEAL = Choice(msg("deal again"), msg("The hand is void: deal again."), "void")
PLAY_ON = Choice(msg("play on"), msg("The other player has them play on: no penalty."))


def codes(house: GermanWhistHouse, table: Table) -> tuple[Code, ...]:
    return (
        misdeal(),
        first_stage(house, table),
        common.revoke(table, REVOKE, moves(house.revoke_tricks), 2 * TRICKS, TRICKS + 1),
        common.lead_out_of_turn(table, 2 * TRICKS),
        common.exposed_card(table, msg("Picked up again: no penalty where nobody has a partner.")),
        common.wrong_count(table, "void", None),
        common.claim(table, 2 * TRICKS),
        dispute(table),
        adjust(table),
    )


def first_stage(house: GermanWhistHouse, table: Table) -> Code:
    """A revoke of the first stage (`stage1`, or its trick): no authority, a choice (WA11)."""
    usual = {"opponent_choice": CHOOSES, "ignore": PLAY_ON, "redeal": REDEAL}[house.stage1_revoke]
    stage: dict[str, Said] = {"stage1": msg("first stage")}
    where = stage | {str(n): n for n in range(1, TRICKS + 1)}
    return Code(
        "REVOKE",
        msg("Revoke in the first stage"),
        REVOKE_1,
        msg("%(who)s revoked in the first stage."),
        {
            "usual": usual,
            "redeal": REDEAL,
            "play_on": PLAY_ON,
            "corrected": common.NO_PENALTY,
            "manual": common.BY_HAND,
        },
        (
            common.by_seat(table, msg("Who revoked?")),
            Need("trick", msg("In which trick?"), where),
        ),
        msg("%(who)s revoked in trick %(trick)s of the first stage."),
        claim=True,
    )


def revoked(
    house: GermanWhistHouse, table: Table, result: Result, revokes: Counter[Side]
) -> tuple[Result, tuple[Reason, ...]]:
    """Tricks go over to the other player, as many as there are (WA10)."""
    guilty = net(revokes, table.sides)
    if not guilty:
        return result, (Reason(msg("As many revokes on every side: they cancel."), common.BOTH),)
    told = []
    second = result.second
    for side, times in guilty.items():
        moved = min(house.revoke_tricks * times, result.taken[side])
        second += -moved if side == Side(0) else moved
        text = msgs(
            "%(n)s trick goes from %(side)s to the other player: %(a)s–%(b)s.",
            "%(n)s tricks go from %(side)s to the other player: %(a)s–%(b)s.",
            moved,
            side=SideName(side),
            a=second,
            b=TRICKS - second,
        )
        told.append(Reason(text, REVOKE))
    return replace(result, second=second), tuple(told)
