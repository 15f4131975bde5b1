"""Euchre for five: the maker calls a card, and whoever holds it is the secret partner.

Source: RULES.md E1-E23 and its decisions EA1-EA26.  28 cards; everybody keeps their own score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.engine.ask import ask, ask_suit, to_seat
from referee.engine.board import Ranks
from referee.engine.cards import Card, Suit, pack
from referee.engine.errors import HouseRuleError, Refusal
from referee.engine.game import Rule
from referee.engine.hand import Hand
from referee.engine.house import house
from referee.engine.game import deal_passes
from referee.engine.measure import Counts, Measure
from referee.engine.message import Message, PlayerName, msg
from referee.engine.question import Asking, Known, Question
from referee.engine.rulings import Code, Ruling
from referee.engine.score import Outcome, Reason, Score
from referee.engine.table import Seat, Table, alternate
from referee.games.call_partner_euchre import help, scoring
from referee.games.call_partner_euchre import measures as measured
from referee.games.call_partner_euchre import rules as law
from referee.games.call_partner_euchre import rulings as rulings_of
from referee.games.call_partner_euchre.play import ALONE, Making, at_winners, every_card
from referee.tricks.play import ask_winners
from referee.tricks.rules import TrickRules

TRICKS = 5
PACK = pack("8")  # 28 cards (E1)


@dataclass(frozen=True)
class CallPartnerEuchre:
    name: ClassVar[str] = "call_partner_euchre"
    title: ClassVar[Message] = msg("Euchre for five")
    players: ClassVar[tuple[int, ...]] = (5,)
    over: ClassVar[Refusal] = Refusal("MATCH_OVER", "E4", msg("The match is over."))
    measures: ClassVar[tuple[Measure, ...]] = measured.MEASURES

    target: int = house(law.TARGET, msg("Points needed to win"), "E4", (1, 100), first=True)
    tie_rule: str = house(law.TIE_RULE, msg("Several reach the target at once"), "EA19", first=True)
    stick_the_dealer: bool = house(law.YES_NO, msg("The dealer must name trump in the end"), "EA4")
    call_rule: str = house(law.CALL_RULE, msg("Which cards may be called"), "EA5")
    call_timing: str = house(law.CALL_TIMING, msg("When the card is called"), "EA6")
    own_card: str = house(law.OWN_CARD, msg("Calling a card one holds"), "EA7")
    march: int = house({2: 2, 3: 3}, msg("All five tricks with a partner"), "EA17")
    lone_march: int = house({2: 2, 4: 4, 5: 5}, msg("All five tricks alone"), "EA14")
    defenders_sweep: int = house({4: 4, 2: 2}, msg("All five tricks for the defenders"), "EA18")
    revoke_award: str = house(law.AWARD, msg("Points for a revoke of the others"), "EA25")
    revoke_award_lone: str = house(law.AWARD_LONE, msg("The same against a lone maker"), "EA25")
    misdeal: str = house(law.MISDEAL, msg("After a misdeal"), "EA26")

    def aim(self) -> Message:
        if self.stick_the_dealer:
            return msg("To %(target)s, the dealer must name trump", target=self.target)
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        return (*scoring.rules(self), *rulings_of.rules(self))

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        if seats != 5:
            raise HouseRuleError(msg("Euchre for five is for five players."))
        return alternate(5, 5)

    def hand(self, table: Table) -> Asking[Score]:
        made = yield from self.make_trump(table)
        if made is None:
            return scoring.redealt()
        maker = made.maker
        yield Known({"maker": str(maker), "trump": made.trump}, {maker: msg("made it")})
        called = yield from ask(law.call_question(made, self.callable(made)), str)
        yield Known(roles={maker: law.called_words(called)})

        if table.play == "cards":
            partner, taken = yield from every_card(self, table, made, called)
            winners = None
        else:
            winners = None
            if table.play == "winners":
                winners = yield from ask_winners(
                    table, TRICKS, table.eldest, law.TRICKS_SUM, board=at_winners(made, called)
                )
            partner = called
            if called != "alone":
                partner = yield from ask(self.partner_question(table, made, called), str)
            attackers = {maker, *([] if partner in ALONE else [to_seat(partner)])}
            if winners is None:
                taken = yield from ask(law.tricks_question(maker, called == "alone"), int)
            else:
                taken = sum(seat in attackers for seat in winners)
        yield Known({"tricks": str(taken)})
        return scoring.score(self, table, made.trump, maker, called, partner, taken)

    def make_trump(self, table: Table) -> Asking[Making | None]:
        """The turned-up suit is offered round, then any other; the dealer must name (E7-E11)."""
        if table.bids == "final":
            maker = yield from ask(law.maker_question(table, self.stick_the_dealer), str)
            if maker == "pass":
                return None
            seat = to_seat(maker)
            prompt = msg("Which suit did %(who)s make trump?", who=PlayerName(seat))
            return Making(seat, (yield from ask_suit("trump", prompt, seat)))

        up = yield from ask(law.up_card_question(table.dealer, PACK), Card)
        for seat in table.clockwise(table.eldest):
            if (yield from ask(law.order_question(seat, up), "order".__eq__)):
                return Making(seat, up.suit)
        for seat in table.clockwise(table.eldest):
            stuck = seat == table.dealer and self.stick_the_dealer
            named = yield from ask(law.name_question(seat, up.suit, stuck), str)
            if named != "pass":
                return Making(seat, Suit(named), turned_down=up)
        yield Known({"maker": "pass"})
        return None

    def callable(self, made: Making) -> tuple[Card, ...]:
        """The cards that may be called (EA5)."""
        if self.call_rule == "ace":
            return tuple(c for c in PACK if c.rank == "A")
        if self.call_rule == "non_trump":
            rules = TrickRules(made.trump, bowers=True)
            return tuple(c for c in PACK if rules.suit(c) != made.trump)
        return PACK

    def partner_question(self, table: Table, made: Making, called: str) -> Question:
        """Who held the called card, asked after the play (E13, E14, E23)."""
        if called == made.turned_down:
            return law.turned_down_question(made.maker, Card(called))
        seats = [s for s in table.clockwise(made.maker) if s != made.maker]
        own = self.own_card == "alone"
        return law.partner_question(made.maker, Card(called), seats, own)

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        return rulings_of.codes(self, table)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return rulings_of.ruled(self, table, score, rulings)

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return help.needs(self, table, hand)

    def ranks(self, trump: Suit | None) -> Ranks:
        return help.ranks(trump)

    def tricks(self, trump: Suit) -> TrickRules:
        return TrickRules(trump, bowers=True)

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        """First to the target (E4); several at once by the agreed rule (EA19)."""
        totals = {s: after[s] for s in table.sides if after[s] >= self.target}
        return scoring.outcome(self.tie_rule, totals, score) if totals else None

    def next_dealer(self, table: Table, score: Score) -> Seat:
        return deal_passes(self, table, score)

    def counts(self, table: Table, score: Score) -> Counts:
        return measured.counts(table, score)
