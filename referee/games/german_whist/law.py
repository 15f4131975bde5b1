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
    Rule,
    Ruling,
    Said,
    Score,
    Side,
    SideName,
    Table,
    bar,
    msg,
    msgs,
    net,
)
from referee.games.german_whist.house import TRICKS, GermanWhistHouse
from referee.games.german_whist.scoring import score as scored
from referee.tricks import irregularities as common

SCORES = {  # WA4
    "over_six": msg("Each trick over six is worth a point."),
    "per_trick": msg("Each trick is worth a point."),
    "majority_one": msg("Most tricks are worth one point."),
    "all26_difference": msg("Whoever has more of the 26 tricks scores the difference."),
}
RULES = (
    Rule("W1", msg("Two players, one pack of 52 cards.")),
    Rule("W2", msg("Each is dealt thirteen cards, one at a time.")),
    Rule("W3", msg("The next card is turned up: its suit is trump for the hand.")),
    Rule("W4", msg("In the first stage you improve your hand; the second stage counts.")),
    Rule("W5", msg("Ace high, then king down to two.")),
    Rule("W6", msg("Any trump beats any card of another suit.")),
    Rule("W7", msg("The non-dealer leads to the first trick.")),
    Rule("W8", msg("Follow suit if you can; otherwise play any card. Both stages.")),
    Rule("W9", msg("The highest trump wins; without one, the highest card of the suit led.")),
    Rule("W10", msg("In the first stage the winner of the trick takes the turned-up card.")),
    Rule("W11", msg("The loser takes the next card and does not show it.")),
    Rule("W13", msg("Then the next card of the stock is turned up.")),
    Rule("W14", msg("The winner of a trick leads to the next.")),
    Rule("W15", msg("After thirteen tricks the stock is gone; thirteen more are played.")),
    Rule("W16", msg("The winner of the last first-stage trick leads to the second stage.")),
    Rule("W19", msg("Only tricks of the second stage are counted.")),
    Rule("W20", msg("Each trick over six is worth a point.")),
    Rule("W21", msg("The first to the target wins the match.")),
)
REVOKE = "REF-WHIST-REVOKE"
REVOKE_1 = "REF-WHIST-REVOKE-S1"
STAGE_1 = {  # WA11
    "opponent_choice": msg(
        "In the first stage a revoke is put right until both have drawn; after that the other "
        "player chooses: deal again, or play on."
    ),
    "ignore": msg("A revoke in the first stage costs nothing: play on."),
    "redeal": msg("After a revoke in the first stage the hand is dealt again."),
}
CHOOSES = Choice(
    msg("the other player chooses"), msg("The other player chooses: deal again, or play on.")
)
REDEAL = Choice(msg("deal again"), msg("The hand is void: deal again."), "void")
PLAY_ON = Choice(msg("play on"), msg("The other player has them play on: no penalty."))


def moves(n: int) -> Message:
    if n == 0:
        return msg("A revoke in the second stage moves no trick.")
    return msgs(
        "A revoke in the second stage costs a trick: it goes to the other player.",
        "A revoke in the second stage costs %(n)s tricks: they go to the other player.",
        n,
    )


def codes(house: GermanWhistHouse, table: Table) -> tuple[Code, ...]:
    return (
        common.misdeal(),
        first_stage(house, table),
        common.revoke(table, REVOKE, moves(house.revoke_tricks), 2 * TRICKS, TRICKS + 1),
        common.lead_out_of_turn(table, 2 * TRICKS),
        common.exposed_card(table, msg("Picked up again: no penalty where nobody has a partner.")),
        common.wrong_count(table, "void", None),
        common.claim(table, 2 * TRICKS),
        common.dispute(table),
        common.adjust(table),
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


def ruled(
    house: GermanWhistHouse, table: Table, score: Score, rulings: tuple[Ruling, ...]
) -> Score:
    """Tricks go over to the other player, as many as there are (WA10)."""
    counts = Counter(
        table.side(r.seat) for r in rulings if r.effect == "penalty" and r.seat is not None
    )
    if not counts:
        return score
    guilty = net(counts, table.sides)
    second, first = int(score.facts["tricks"]), int(score.facts.get("stage1", "0"))
    had = {Side(0): second, Side(1): TRICKS - second}
    told: list[Reason] = []
    for side, times in guilty.items():
        moved = min(house.revoke_tricks * times, had[side])
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
    if not guilty:
        told.append(Reason(msg("As many revokes on every side: they cancel."), common.BOTH))
    after = scored(house, table, first, second)
    facts = {**after.facts, "played": score.facts["tricks"]}
    after = replace(after, story=(*told, *after.story), facts=facts)
    return bar(after, tuple(counts)) if house.offender_cannot_win else after


def rules(house: GermanWhistHouse) -> tuple[Rule, ...]:
    no_win = {NO_WIN: msg("Who revoked may still win the match on that hand.")}
    said = {} if house.offender_cannot_win else no_win
    return (
        Rule(REVOKE, moves(house.revoke_tricks), common.SECTION),
        Rule(REVOKE_1, STAGE_1[house.stage1_revoke], common.SECTION),
        *(Rule(r.number, said.get(r.number, r.text), r.section) for r in common.RULES),
        Rule(
            "REF-WRONG-COUNT",
            msg("Where a hand is short or long the hand is void: deal again."),
            common.SECTION,
        ),
    )
