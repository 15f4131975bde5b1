"""What each player did in a match, and how close it was: counted from the replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine import Best, Sheet, worth
from referee.games import GAMES

NO_COUNTS: Mapping[str, int] = {}


def best_in(game: str) -> Best:
    """Which total is best in a game by that name; the highest where it is not known any more."""
    return GAMES[game].best if game in GAMES else "high"


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
    return max(
        max(worths) - worths[side]
        for worths in (worths_of(sheet, totals) for totals in before)
        for side in outcome.winners
    )


def margin(sheet: Sheet) -> int:
    """What the best winner was ahead of the best of the others; 0 where nobody won."""
    outcome = sheet.outcome
    if outcome is None or not outcome.winners:
        return 0
    worths = worths_of(sheet, sheet.totals)
    others = [worths[side] for side in range(len(worths)) if side not in outcome.winners]
    best = max(worths[side] for side in outcome.winners)
    return max(0, best - max(others)) if others else 0


def worths_of(sheet: Sheet, totals: tuple[int, ...]) -> list[int]:
    """The totals of the sides as numbers that are the greater, the better they are."""
    return [worth(total, sheet.game.best) for total in totals]
