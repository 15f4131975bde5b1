"""What rulings do to a hand: void it, let the rule sheet charge a penalty, move points, explain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.engine.game import AnyGame
from referee.engine.hand import Hand
from referee.engine.message import PlayerName, SideName, msg
from referee.engine.rulings import Ruling, rulings_said
from referee.engine.score import Line, Outcome, Reason, Score
from referee.engine.table import Side, Table

T = TypeVar("T", bound=Hashable)
NO_WIN = "REF-NO-WIN-ON-OWN-REVOKE"  # REFEREE 0, point 2


def rulings_of(game: AnyGame, table: Table, said: Mapping[str, str]) -> tuple[Ruling, ...]:
    """The rulings on record for a hand."""
    if not any(key.startswith("ruling.") for key in said):
        return ()
    return rulings_said(game.irregularities(table), said)


def is_void(rulings: Sequence[Ruling]) -> bool:
    return any(ruling.effect == "void" for ruling in rulings)


def misdealt(game: AnyGame, table: Table, rulings: Sequence[Ruling] = ()) -> Hand:
    """A void hand: nothing scores; who deals again is the house's rule (REFEREE 5)."""
    again = table.dealer if game.misdeal == "same_dealer" else table.eldest
    told = tuple(reason for r in rulings if r.code.name != "MISDEAL" for reason in explained(r))
    reason = Reason(msg("A misdeal is void. %(who)s deals.", who=PlayerName(again)), "MISDEAL")
    headline, summary = msg("Misdeal: nothing scores"), msg("misdeal")
    if told and not any(r.code.name == "MISDEAL" for r in rulings):
        reason = Reason(msg("The hand is void. %(who)s deals.", who=PlayerName(again)), "MISDEAL")
        headline, summary = msg("Dealt again: nothing scores"), msg("dealt again")
    facts = {"misdeal": "yes", "dealer": str(again)}
    return Hand(score=Score((), headline, (*told, reason), summary, facts=facts, scored=False))


def explained(ruling: Ruling) -> tuple[Reason, ...]:
    """What happened and how it is ruled, with the rule."""
    return Reason(ruling.facts, ruling.rule), Reason(ruling.words, ruling.rule)


def ruled(game: AnyGame, table: Table, hand: Hand, rulings: tuple[Ruling, ...]) -> Hand:
    """The hand as the rulings leave it; one that is not scored yet stays as it is."""
    score = hand.score
    if score is None or not rulings:
        return hand
    if score.scored and any(r.effect == "penalty" for r in rulings):
        score = stopped_short(game, table, game.ruled(table, score, rulings))
    moved = tuple(
        Line(r.side, r.points, msg("the table’s ruling"), r.rule)
        for r in rulings
        if r.effect == "adjust" and r.side is not None
    )
    told = tuple(reason for ruling in rulings for reason in explained(ruling))
    score = replace(score, lines=(*score.lines, *moved), story=(*score.story, *told))
    return replace(hand, score=score)


def barred(score: Score) -> frozenset[Side]:
    """The sides that cannot win on this hand: they revoked in it."""
    return frozenset(Side(int(s)) for s in score.facts.get("barred", "").split(",") if s)


def bar(score: Score, sides: Sequence[Side]) -> Score:
    """The score with the sides that revoked marked."""
    marked = ",".join(str(side) for side in sorted(set(sides)))
    return replace(score, facts={**score.facts, "barred": marked}) if marked else score


def stopped_short(game: AnyGame, table: Table, score: Score) -> Score:
    """Nobody wins on a hand in which their own side revoked (REFEREE 0, point 2): they stop one
    short of the goal, where to reach it is to win.  Elsewhere `may_win` sees to it."""
    if game.goal is None or game.best != "high":
        return score
    lines, told = list(score.lines), list(score.story)
    for side in sorted(barred(score)):
        before, gained = table.total(side), score.points(side)
        over = min(gained, before + gained - (game.goal - 1))
        if over <= 0:
            continue
        lines.append(Line(side, -over, msg("stops at %(n)s", n=before + gained - over), NO_WIN))
        text = msg("%(side)s revoked and cannot win on this hand.", side=SideName(side))
        told.append(Reason(text, NO_WIN))
    return replace(score, lines=tuple(lines), story=tuple(told))


def may_win(outcome: Outcome | None, score: Score) -> Outcome | None:
    """The end of the match, unless it would be won by a side that revoked in this hand."""
    if outcome is None or barred(score).isdisjoint(outcome.winners):
        return outcome
    return None


def net(counts: Counter[T], sides: Sequence[T]) -> dict[T, int]:
    """Revokes that are charged: as many on every side cancel (REFEREE 0, point 3)."""
    least = min((counts[side] for side in sides), default=0)
    return {side: n for side in sides if (n := counts[side] - least) > 0}
