"""What may go wrong in German Whist, what a revoke costs, what is needed, what beats what."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.engine.board import Ranks
from referee.engine.cards import RANKS, SUITS, Card, Suit
from referee.engine.game import Rule
from referee.engine.hand import Hand
from referee.engine.message import Message, Said, SideName, msg, msgs
from referee.engine.ruled import NO_WIN, bar, net
from referee.engine.rulings import Choice, Code, Need, Ruling
from referee.engine.score import Reason, Score
from referee.engine.table import Side, Table
from referee.games.german_whist.play import REVOKE, REVOKE_1
from referee.games.german_whist.rules import BOOK, SECOND_STAGE, TRICKS
from referee.games.german_whist.scoring import score as scored
from referee.tricks import irregularities as common

if TYPE_CHECKING:
    from referee.games.german_whist.game import GermanWhist

DOWN = RANKS[::-1]
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


def codes(game: GermanWhist, table: Table) -> tuple[Code, ...]:
    return (
        common.misdeal(),
        first_stage(game, table),
        common.revoke(table, REVOKE, moves(game.revoke_tricks), 2 * TRICKS, TRICKS + 1),
        common.lead_out_of_turn(table, 2 * TRICKS),
        common.exposed_card(table, msg("Picked up again: no penalty where nobody has a partner.")),
        common.wrong_count(table, "void", None),
        common.claim(table, 2 * TRICKS),
        common.dispute(table),
        common.adjust(table),
    )


def first_stage(game: GermanWhist, table: Table) -> Code:
    """A revoke of the first stage (`stage1`, or its trick): no authority, a choice (WA11)."""
    usual = {"opponent_choice": CHOOSES, "ignore": PLAY_ON, "redeal": REDEAL}[game.stage1_revoke]
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


def ruled(game: GermanWhist, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
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
        moved = min(game.revoke_tricks * times, had[side])
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
    after = scored(game, table, first, second)
    facts = {**after.facts, "played": score.facts["tricks"]}
    after = replace(after, story=(*told, *after.story), facts=facts)
    return bar(after, tuple(counts)) if game.offender_cannot_win else after


def rules(game: GermanWhist) -> tuple[Rule, ...]:
    no_win = {NO_WIN: msg("Who revoked may still win the match on that hand.")}
    said = {} if game.offender_cannot_win else no_win
    return (
        Rule(REVOKE, moves(game.revoke_tricks), common.SECTION),
        Rule(REVOKE_1, STAGE_1[game.stage1_revoke], common.SECTION),
        *(Rule(r.number, said.get(r.number, r.text), r.section) for r in common.RULES),
        Rule(
            "REF-WRONG-COUNT",
            msg("Where a hand is short or long the hand is void: deal again."),
            common.SECTION,
        ),
    )


def needs(game: GermanWhist, table: Table, hand: Hand) -> tuple[Reason, ...]:
    """Tricks to win the hand, and points to win the match."""
    told: list[Reason] = []
    if hand.score is None and game.scoring != "all26_difference":
        rule = "W20" if game.scoring == "over_six" else "WA4"
        told.append(
            Reason(msg("Each needs more than six of the thirteen second-stage tricks."), rule)
        )
    board = hand.board
    second = board is not None and (board.stage is None or board.stage == SECOND_STAGE)
    if board is not None and second and hand.score is None:
        for side in table.sides:
            taken = board.taken[table.teams[side][0]]
            text = msgs(
                "%(side)s have %(n)s trick, %(more)s more for the first point.",
                "%(side)s have %(n)s tricks, %(more)s more for the first point.",
                taken,
                side=SideName(side),
                more=max(BOOK + 1 - taken, 0),
            )
            told.append(Reason(text, "W19"))
    for side in table.sides:
        text = msgs(
            "%(side)s need %(n)s point to reach %(target)s.",
            "%(side)s need %(n)s points to reach %(target)s.",
            max(game.target - table.total(side), 0),
            side=SideName(side),
            target=game.target,
        )
        told.append(Reason(text, "W21"))
    return tuple(told)


def ranks(trump: Suit | None) -> Ranks:
    """Any trump beats the rest (W6); ace high (W5)."""
    suits = {suit: tuple(Card(r + suit) for r in DOWN) for suit in SUITS}
    plain = tuple(cards for suit, cards in suits.items() if suit != trump)
    notes = (
        Reason(msg("Any trump beats any card of another suit."), "W6"),
        Reason(msg("Without a trump, the highest card of the suit led wins."), "W9"),
    )
    return Ranks(() if trump is None else suits[trump], plain, notes)
