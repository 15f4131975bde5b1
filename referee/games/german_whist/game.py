"""German Whist: two players, thirteen tricks to improve the hand, thirteen that count.

Source: RULES.md W1-W21 and its decisions WA1-WA14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from referee.engine import (
    BIDS,
    PLAYS,
    Asking,
    Bids,
    Board,
    Card,
    Code,
    Game,
    Hand,
    HouseRuleError,
    Known,
    Law,
    Measure,
    Message,
    Play,
    Preset,
    Ranks,
    ReachTarget,
    Reason,
    Rule,
    Ruling,
    Score,
    Seat,
    Suit,
    Table,
    Tally,
    Verdict,
    as_played,
    ask,
    ask_suit,
    bar,
    msg,
)
from referee.games.german_whist import law, scoring, words
from referee.games.german_whist.house import TRICKS, GermanWhistHouse
from referee.games.german_whist.play import every_card
from referee.games.german_whist.scoring import Result
from referee.tricks import TrickRules, ask_winners, claimed_revoke


@dataclass(frozen=True)
class GermanWhist(GermanWhistHouse, Game[Result]):
    name: ClassVar[str] = "german_whist"
    title: ClassVar[Message] = msg("German Whist")
    players: ClassVar[tuple[int, ...]] = (2,)
    bid_levels: ClassVar[tuple[Bids, ...]] = BIDS
    play_levels: ClassVar[tuple[Play, ...]] = PLAYS
    laws: ClassVar[tuple[Law, ...]] = law.LAWS
    measures: ClassVar[tuple[Measure, ...]] = scoring.MEASURES
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(msg("Over six, to 15"), {}),
        Preset(msg("A point a trick, to 50"), {"scoring": "per_trick", "target": "50"}),
        Preset(msg("Most tricks, to 5"), {"scoring": "majority_one", "target": "5"}),
    )

    @property
    def end(self) -> ReachTarget:
        """First to the target (W21); both past it at once only where each trick scores (WA5)."""
        further = 10 if self.tie_rule == "extend_10" else 0
        return ReachTarget(self.target, "W21", tie_rule="WA5", further=further)

    def rules(self) -> tuple[Rule, ...]:
        return as_played(self.laws, self)

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        if seats != 2:
            raise HouseRuleError(msg("German Whist is for two players."))
        return super().teams(seats)

    def hand(self, table: Table) -> Asking[Result]:
        prompt = msg("Which suit was turned up?")
        trump = yield from ask_suit("trump", prompt, table.dealer)
        first = 0  # first-stage tricks of seat 0; they score in one variant only (WA1)
        if table.play == "cards":
            first, second = yield from every_card(table, trump)
        else:
            if table.play == "winners":
                help = msg("Second stage. First-stage tricks score nothing.")
                winners = yield from ask_winners(
                    table, TRICKS, None, words.TRICKS_SUM, help, board_with(trump)
                )
                second = winners.count(Seat(0))
            else:
                second = yield from ask(words.split_question("tricks", words.second_stage()), int)
            if self.scoring == "all26_difference":
                first = yield from ask(words.split_question("stage1", words.first_stage()), int)
        yield Known({"tricks": str(second)})
        return Result(second, first)

    def score(self, table: Table, result: Result, tally: Tally) -> None:
        scoring.score(self, table, result, tally)

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        return law.codes(self, table)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        """Tricks are moved, and the hand is scored anew (WA10)."""
        guilty = [r.seat for r in rulings if r.effect == "penalty" and r.seat is not None]
        revokes = Counter(table.side(seat) for seat in guilty)
        if not revokes or not isinstance(score.result, Result):
            return score
        result, told = law.revoked(self, table, score.result, revokes)
        after = self.scores(table, result)
        after = replace(after, story=(*told, *after.story))
        return bar(after, tuple(revokes)) if self.offender_cannot_win else after

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return (*words.needs(self, table, hand), *self.end.missing(table))

    def ranks(self, trump: Suit | None) -> Ranks:
        return words.ranks(trump)

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        return claimed_revoke(TrickRules(trump), led, card, later_card)

    def next_dealer(self, table: Table, score: Score) -> Seat:
        """WA6: the deal alternates, or goes to the loser or the winner of the hand."""
        winner = score.result.winner(self) if isinstance(score.result, Result) else None
        if winner is None or self.dealer_rotation == "alternate":
            return super().next_dealer(table, score)
        return Seat(winner if self.dealer_rotation == "winner_deals" else 1 - winner)


def board_with(trump: Suit) -> Callable[[Board], Board]:
    """The second stage where only the winners are written down."""
    return lambda board: replace(board, trump=trump, stage=words.SECOND_STAGE)
