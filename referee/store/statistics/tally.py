"""What each player did in a match, and how close it was: counted from the replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.engine import Sheet, Side

NO_COUNTS: Mapping[str, int] = {}


@dataclass
class Tally:
    """One player's scored hands, the points of the player's side in them, and what was counted."""

    hands: int = 0
    points: int = 0
    counts: Counter[str] = field(default_factory=Counter)


def tallies(sheet: Sheet, counts_as: Mapping[str, int]) -> dict[int, Tally]:
    """The tally of everybody who sat in a counted hand, by the player that they count as."""
    found: dict[int, Tally] = {}
    for dealt in sheet.counted:
        score = dealt.score
        counts = sheet.game.counts(dealt.table, score) if score and score.scored else {}
        for seat in dealt.table.seats:
            tally = found.setdefault(counts_as[dealt.players[seat]], Tally())
            if score is not None:  # points may be given by a ruling where nothing was scored
                tally.hands += score.scored
                tally.points += score.points(dealt.table.side(seat))
                tally.counts.update(counts.get(seat, NO_COUNTS))
    return found


def comeback(sheet: Sheet) -> int:
    """The most points that a winner was behind before the last hand; 0 where nobody won."""
    outcome = sheet.outcome
    if outcome is None or outcome.how != "won":
        return 0
    before = [sheet.start, *(dealt.after for dealt in sheet.counted[:-1])]
    return max(max(totals) - totals[side] for totals in before for side in outcome.winners)


def margin(sheet: Sheet) -> int:
    """What the best winner was ahead of the best of the others; 0 where nobody won."""
    outcome = sheet.outcome
    if outcome is None or not outcome.winners:
        return 0
    return max(0, ahead(sheet.totals, outcome.winners))


def ahead(totals: Sequence[int], winners: Sequence[Side]) -> int:
    others = [total for side, total in enumerate(totals) if side not in winners]
    return max(totals[side] for side in winners) - max(others) if others else 0
