"""Pitch: bid for High, Low, Jack and Game, and bid out to 21.

Source: RULES.md P1-P37 and its decisions PA1-PA31.  Six tricks; partners sit opposite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.engine import (
    BIDS,
    PLAYS,
    Asking,
    Bids,
    Card,
    Code,
    Counts,
    Game,
    Hand,
    HouseRuleError,
    Known,
    Measure,
    Message,
    Outcome,
    Play,
    PlayerName,
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
    Verdict,
    alternate,
    ask,
    ask_suit,
    msg,
)
from referee.games.pitch import law, points, reasons, words
from referee.games.pitch.bidding import auction
from referee.games.pitch.house import PitchHouse
from referee.games.pitch.play import ask_points, every_card, winners
from referee.games.pitch.points import may_have_swept, outcome, score, swept_by, tie_broken
from referee.tricks import TrickRules, claimed_revoke


@dataclass(frozen=True)
class Pitch(PitchHouse, Game[Score]):
    name: ClassVar[str] = "pitch"
    title: ClassVar[Message] = msg("Pitch")
    players: ClassVar[tuple[int, ...]] = (4, 2, 3, 5, 6, 7)
    bid_levels: ClassVar[tuple[Bids, ...]] = BIDS
    play_levels: ClassVar[tuple[Play, ...]] = PLAYS
    measures: ClassVar[tuple[Measure, ...]] = points.MEASURES
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(msg("Bid to go out, lead trump"), {}),
        Preset(msg("Lead anything"), {"lead_rule": "any"}),
        Preset(
            msg("Low to holder"),
            {"lead_rule": "any", "low_to": "holder", "dealer_steal_smear": "no"},
        ),
        Preset(
            msg("Minimum bid two"),
            {"lead_rule": "any", "min_bid": "2", "dealer_steal_smear": "no"},
        ),
        Preset(
            msg("Shoot the moon wins"),
            {"lead_rule": "any", "smear_result": "wins_match", "dealer_steal_smear": "no"},
        ),
        Preset(msg("Bidder goes out first"), {"lead_rule": "any", "win_rule": "bidder_first"}),
        Preset(msg("Game to 11"), {"lead_rule": "any", "target": "11"}),
    )

    @property
    def end(self) -> ReachTarget:
        return ReachTarget(self.target, "P36")

    def aim(self) -> Message:
        if self.win_rule == "bid_out":
            return msg("Bid out to %(target)s", target=self.target)
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        return law.numbered(self) + law.rules(self)

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """PA1: pairs at a table of four or six, everybody alone otherwise."""
        sides = {"two_teams": 2, "three_teams": 3, "solo": seats}.get(
            self.team_layout, seats // 2 if seats in (4, 6) else seats
        )
        if seats not in self.players:
            raise HouseRuleError(msg("Pitch is for two to seven players."))
        if sides > seats or (sides < seats and (seats not in (4, 6) or seats % sides)):
            raise HouseRuleError(msg("That many players cannot make these teams."))
        if self.hand_size == "8-2" and seats > 6:
            raise HouseRuleError(msg("Eight cards each are too many for seven players."))
        return alternate(seats, sides)

    def hand(self, table: Table) -> Asking[Score]:
        contract = yield from auction(self, table)
        if contract is None:
            return reasons.redealt()
        maker = table.side(contract.bidder)
        yield Known(roles={contract.bidder: words.bid_words(contract.bid)})

        # Play: the pitched card makes trump, unless it was named before a discard (PA3).
        if table.play == "cards":
            taken, won = yield from every_card(self, table, contract)
        else:
            prompt = msg("What did %(who)s pitch?", who=PlayerName(contract.bidder))
            if self.eight_cards(table):
                prompt = msg("Which trump did %(who)s name?", who=PlayerName(contract.bidder))
            trump = yield from ask_suit("trump", prompt, contract.bidder)
            taken = None
            if table.play == "winners":
                taken = yield from winners(table, contract, trump)
            won = yield from ask_points(self, table, contract, taken)

        sweeper = swept_by(table, taken)
        won = tie_broken(self, table, won, maker)
        might = may_have_swept(self, table, contract, won)
        if taken is None and might is not None:
            swept = yield from ask(words.swept_question(might), "yes".__eq__)
            sweeper = might if swept else None
        yield Known({"swept": "no" if sweeper is None else "yes"})
        return score(self, table, contract, won, sweeper)

    def scored(self, table: Table) -> Asking[Score]:
        return (yield from self.hand(table))

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        return law.codes(self, table)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return law.ruled(self, table, score, rulings)

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return reasons.needs(self, table, hand)

    def ranks(self, trump: Suit | None) -> Ranks:
        return reasons.ranks(trump)

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        return claimed_revoke(TrickRules(trump, ruff_any_time=True), led, card, later_card)

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        return outcome(self, table, score, after)

    def counts(self, table: Table, score: Score) -> Counts:
        return points.counts(table, score)
