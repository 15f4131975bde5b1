"""Pitch: bid for High, Low, Jack and Game, and bid out to 21.

Source: RULES.md P1-P37 and its decisions PA1-PA31.  Six tricks; partners sit opposite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.engine.ask import ask, ask_suit
from referee.engine.board import Ranks
from referee.engine.cards import Suit
from referee.engine.errors import HouseRuleError, Refusal
from referee.engine.game import Rule
from referee.engine.hand import Hand
from referee.engine.house import house
from referee.engine.game import deal_passes
from referee.engine.measure import Counts, Measure
from referee.engine.message import Message, PlayerName, msg
from referee.engine.question import Asking, Known
from referee.engine.rulings import Code, Ruling
from referee.engine.score import Outcome, Reason, Score
from referee.engine.table import Seat, Table, alternate
from referee.games.pitch import help as pitch_help
from referee.games.pitch import measures as measured
from referee.games.pitch import rules as law
from referee.games.pitch import rulings as pitch_rulings
from referee.games.pitch import words
from referee.games.pitch.bidding import auction
from referee.games.pitch.play import ask_points, every_card, winners
from referee.games.pitch.scoring import SMEAR, may_have_swept, outcome, score, swept_by, tie_broken
from referee.tricks.rules import TrickRules


@dataclass(frozen=True)
class Pitch:
    name: ClassVar[str] = "pitch"
    title: ClassVar[Message] = msg("Pitch")
    players: ClassVar[tuple[int, ...]] = (4, 2, 3, 5, 6, 7)
    over: ClassVar[Refusal] = Refusal("MATCH_OVER", "P36", msg("The match is over."))
    measures: ClassVar[tuple[Measure, ...]] = measured.MEASURES

    target: int = house(law.TARGET, msg("Points needed to go out"), "P36", (1, 500), first=True)
    lead_rule: str = house(law.LEAD_RULE, msg("Leads after the first"), "PA10", first=True)
    low_to: str = house(law.LOW_TO, msg("Low goes to"), "PA12", first=True)
    dealer_steal_smear: bool = house(
        law.YES_NO, msg("The dealer may steal a smear"), "PA9", first=True
    )
    team_layout: str = house(law.TEAM_LAYOUT, msg("Teams"), "PA1")
    hand_size: str = house(law.HAND_SIZE, msg("Cards dealt to each"), "PA2")
    win_rule: str = house(law.WIN_RULE, msg("Who wins at the target"), "PA22")
    min_bid: int = house(law.MIN_BID, msg("Lowest bid"), "PA6")
    max_bid: int = house({4: 4}, msg("Highest bid below the smear"), "P12")
    all_pass: str = house(law.ALL_PASS, msg("When everybody passes"), "PA7")
    forced_min: int = house(law.FORCED_MIN, msg("Least bid of a forced dealer"), "PA6")
    dealer_steal: bool = house(law.YES_NO, msg("The dealer may steal with an equal bid"), "P11")
    dealer_steal_four: bool = house(law.YES_NO, msg("The dealer may steal a four"), "PA8")
    smear: bool = house(law.YES_NO, msg("Smear bids"), "P18")
    smear_value: int = house({SMEAR: SMEAR}, msg("Worth of a smear"), "PA16")
    smear_needs_jack: bool = house(law.YES_NO, msg("A smear needs the jack in play"), "PA17")
    smear_result: str = house(law.SMEAR_RESULT, msg("A smear that is made"), "PA18")
    unbid_sweep: int = house(law.UNBID_SWEEP, msg("All six tricks and points, not bid"), "PA19")
    game_tie: str = house(law.GAME_TIE, msg("A tie for Game goes to"), "PA14")
    lose_at: int | None = house(
        law.LOSE_AT, msg("A side this low loses the match"), "PA20", (-500, -1)
    )
    defence_cap: int | None = house(
        law.DEFENCE_CAP, msg("Points in defence stop at"), "PA23", (1, 499)
    )
    discard: str = house(law.DISCARD, msg("What may be discarded from eight cards"), "PA4")
    revoke_penalty: str = house(law.REVOKE_PENALTY, msg("After a revoke"), "PA29")
    misdeal: str = house(law.MISDEAL, msg("After a misdeal"), "PA30")

    def aim(self) -> Message:
        if self.win_rule == "bid_out":
            return msg("Bid out to %(target)s", target=self.target)
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        return words.rules(self) + pitch_rulings.rules(self)

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

    def eight_cards(self, table: Table) -> bool:
        """PA2: eight cards and two discarded, by custom at a table of six."""
        return self.hand_size == "8-2" or (self.hand_size == "auto" and len(table.seats) == 6)

    # -- a hand ------------------------------------------------------------------------

    def hand(self, table: Table) -> Asking[Score]:
        contract = yield from auction(self, table)
        if contract is None:
            return words.redealt()
        maker = table.side(contract.bidder)
        yield Known(roles={contract.bidder: law.bid_words(contract.bid)})

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
            swept = yield from ask(law.swept_question(might), "yes".__eq__)
            sweeper = might if swept else None
        yield Known({"swept": "no" if sweeper is None else "yes"})
        return score(self, table, contract, won, sweeper)

    # -- irregularities and help -------------------------------------------------------

    def irregularities(self, table: Table) -> tuple[Code, ...]:
        return pitch_rulings.codes(self, table)

    def ruled(self, table: Table, score: Score, rulings: tuple[Ruling, ...]) -> Score:
        return pitch_rulings.ruled(self, table, score, rulings)

    def needs(self, table: Table, hand: Hand) -> tuple[Reason, ...]:
        return pitch_help.needs(self, table, hand)

    def ranks(self, trump: Suit | None) -> Ranks:
        return pitch_help.ranks(trump)

    def tricks(self, trump: Suit) -> TrickRules:
        return TrickRules(trump, ruff_any_time=True)

    # -- the match ---------------------------------------------------------------------

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        return outcome(self, table, score, after)

    def next_dealer(self, table: Table, score: Score) -> Seat:
        return deal_passes(self, table, score)

    def counts(self, table: Table, score: Score) -> Counts:
        return measured.counts(table, score)
