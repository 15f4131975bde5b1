"""German Whist: two players, thirteen tricks to improve the hand, thirteen that count.

Source: RULES.md W1-W21 and its decisions WA1-WA14.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from referee.engine import (
    Asking,
    Best,
    Board,
    Card,
    Code,
    Counts,
    Hand,
    HouseRuleError,
    Known,
    Measure,
    Message,
    Outcome,
    Preset,
    Ranks,
    Reason,
    Refusal,
    Rule,
    Ruling,
    Score,
    Seat,
    SideName,
    Suit,
    Table,
    Verdict,
    alternate,
    ask,
    ask_suit,
    deal_passes,
    highest,
    msg,
)
from referee.games.german_whist import law, scoring, words
from referee.games.german_whist.house import TRICKS, GermanWhistHouse
from referee.games.german_whist.play import every_card
from referee.games.german_whist.scoring import score
from referee.tricks import TrickRules, ask_winners, claimed_revoke


@dataclass(frozen=True)
class GermanWhist(GermanWhistHouse):
    name: ClassVar[str] = "german_whist"
    title: ClassVar[Message] = msg("German Whist")
    players: ClassVar[tuple[int, ...]] = (2,)
    best: ClassVar[Best] = "high"
    over: ClassVar[Refusal] = Refusal("MATCH_OVER", "W21", msg("The match is over."))
    measures: ClassVar[tuple[Measure, ...]] = scoring.MEASURES
    misdeal: ClassVar[str] = "same_dealer"  # WA13
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(msg("Over six, to 15"), {}),
        Preset(msg("A point a trick, to 50"), {"scoring": "per_trick", "target": "50"}),
        Preset(msg("Most tricks, to 5"), {"scoring": "majority_one", "target": "5"}),
    )

    @property
    def goal(self) -> int | None:
        return self.target

    def aim(self) -> Message:
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        both = msg("The tricks of both stages are counted.")
        said = {"W20": law.SCORES[self.scoring]}
        said["W21"] = msg("The first to %(target)s wins the match.", target=self.target)
        if self.scoring == "all26_difference":
            said |= {"W4": msg("Both stages count."), "W19": both}
        return tuple(
            Rule(rule.number, said.get(rule.number, rule.text)) for rule in law.RULES
        ) + law.rules(self)

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        if seats != 2:
            raise HouseRuleError(msg("German Whist is for two players."))
        return alternate(2, 2)

    def hand(self, table: Table) -> Asking[Score]:
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
        return score(self, table, first, second)

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        return law.codes(self, table)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return law.ruled(self, table, score, rulings)

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return words.needs(self, table, hand)

    def ranks(self, trump: Suit | None) -> Ranks:
        return words.ranks(trump)

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        return claimed_revoke(TrickRules(trump), led, card, later_card)

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        """First to the target (W21); both past it at once only where each trick scores (WA5)."""
        totals = {s: after[s] for s in table.sides}
        target = self.target
        if self.tie_rule == "extend_10":
            while min(after) >= target:
                target += 10
        there = {s: t for s, t in totals.items() if t >= target}
        best = highest(there)
        if len(best) != 1:
            return None
        text = msg(
            "%(side)s reached %(total)s; the match goes to %(target)s.",
            side=SideName(best[0]),
            total=totals[best[0]],
            target=target,
        )
        rule = "WA5" if target != self.target or len(there) > 1 else "W21"
        return Outcome(best, msg("%(side)s won", side=SideName(best[0])), (Reason(text, rule),))

    def next_dealer(self, table: Table, score: Score) -> Seat:
        """WA6: the deal alternates, or goes to the loser or the winner of the hand."""
        winner = score.facts.get("winner", "")
        if not score.scored or not winner or self.dealer_rotation == "alternate":
            return deal_passes(self, table, score)
        return Seat(int(winner) if self.dealer_rotation == "winner_deals" else 1 - int(winner))

    def counts(self, table: Table, score: Score) -> Counts:
        return scoring.counts(table, score)


def board_with(trump: Suit) -> Callable[[Board], Board]:
    """The second stage where only the winners are written down."""
    return lambda board: replace(board, trump=trump, stage=words.SECOND_STAGE)
