"""Euchre for five: the maker calls a card, and whoever holds it is the secret partner.

Source: RULES.md E1-E23 and its decisions EA1-EA26.  28 cards; everybody keeps their own score.
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
    msg,
    to_seat,
)
from referee.games.call_partner_euchre import help, law, scoring, words
from referee.games.call_partner_euchre.house import ALONE, TRICKS, CallPartnerEuchreHouse
from referee.games.call_partner_euchre.making import callable_cards, make_trump, partner_question
from referee.games.call_partner_euchre.play import at_winners, every_card
from referee.tricks import TrickRules, ask_winners, claimed_revoke


@dataclass(frozen=True)
class CallPartnerEuchre(CallPartnerEuchreHouse, Game[Score]):
    name: ClassVar[str] = "call_partner_euchre"
    title: ClassVar[Message] = msg("Euchre for five")
    players: ClassVar[tuple[int, ...]] = (5,)
    bid_levels: ClassVar[tuple[Bids, ...]] = BIDS
    play_levels: ClassVar[tuple[Play, ...]] = PLAYS
    measures: ClassVar[tuple[Measure, ...]] = scoring.MEASURES
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(msg("Stick the dealer, to 10"), {}),
        Preset(msg("Call an ace"), {"call_rule": "ace", "march": "3", "lone_march": "5"}),
        Preset(msg("Deal again when all pass"), {"stick_the_dealer": "no"}),
    )

    @property
    def end(self) -> ReachTarget:
        return ReachTarget(self.target, "E4")

    def aim(self) -> Message:
        if self.stick_the_dealer:
            return msg("To %(target)s, the dealer must name trump", target=self.target)
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        return (*law.numbered(self), *law.rules(self))

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        if seats != 5:
            raise HouseRuleError(msg("Euchre for five is for five players."))
        return alternate(5, 5)

    def hand(self, table: Table) -> Asking[Score]:
        made = yield from make_trump(self, table)
        if made is None:
            return scoring.redealt()
        maker = made.maker
        yield Known(
            {"maker": str(maker), "trump": made.trump}, {maker: msg("made it")}, trump=made.trump
        )
        called = yield from ask(words.call_question(made, callable_cards(self, made)), str)
        yield Known(roles={maker: words.called_words(called)})

        if table.play == "cards":
            partner, taken = yield from every_card(self, table, made, called)
            winners = None
        else:
            winners = None
            if table.play == "winners":
                winners = yield from ask_winners(
                    table, TRICKS, table.eldest, words.TRICKS_SUM, board=at_winners(made, called)
                )
            partner = called
            if called != "alone":
                partner = yield from ask(partner_question(self, table, made, called), str)
            attackers = {maker, *([] if partner in ALONE else [to_seat(partner)])}
            if winners is None:
                taken = yield from ask(words.tricks_question(maker, called == "alone"), int)
            else:
                taken = sum(seat in attackers for seat in winners)
        yield Known({"tricks": str(taken)})
        return scoring.score(self, table, made.trump, maker, called, partner, taken)

    def scored(self, table: Table) -> Asking[Score]:
        return (yield from self.hand(table))

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        return law.codes(self, table)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return law.ruled(self, table, score, rulings)

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return help.needs(self, table, hand)

    def ranks(self, trump: Suit | None) -> Ranks:
        return help.ranks(trump)

    def claimed(self, trump: Suit, led: Suit, card: Card, later_card: Card) -> Verdict:
        return claimed_revoke(TrickRules(trump, bowers=True), led, card, later_card)

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        """First to the target (E4); several at once by the agreed rule (EA19)."""
        totals = {s: after[s] for s in table.sides if after[s] >= self.target}
        return scoring.outcome(self.tie_rule, totals, score) if totals else None

    def counts(self, table: Table, score: Score) -> Counts:
        return scoring.counts(table, score)
