"""Pitch: bid for High, Low, Jack and Game, and bid out to 21.

Source: RULES.md P1-P37 and its decisions PA1-PA31.  Six tricks; partners sit opposite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from referee.engine.asking import (
    ask,
    ask_suit,
    ask_trick,
    ask_winners,
    side_labels,
    trick_taken,
)
from referee.engine.cards import Card, Suit, pack
from referee.engine.errors import HouseRuleError, Refusal
from referee.engine.game import Rule
from referee.engine.house import house
from referee.engine.match import deal_passes
from referee.engine.message import Message, PlayerName, Said, msg
from referee.engine.question import Ask, Asking, Known, Question
from referee.engine.score import Outcome, Score
from referee.engine.table import Seat, Side, Table, alternate
from referee.engine.tricks import Trick, TrickRules
from referee.games import pitch_rules as law
from referee.games import pitch_words as words
from referee.games.pitch_scoring import (
    POINTS,
    SMEAR,
    Contract,
    Won,
    count_points,
    may_have_swept,
    outcome,
    score,
    swept_by,
    tie_broken,
)

TRICKS = 6
BIDS = {"1": 1, "2": 2, "3": 3, "4": 4, "smear": SMEAR}


@dataclass(frozen=True)
class Pitch:
    name: ClassVar[str] = "pitch"
    title: ClassVar[Message] = msg("Pitch")
    players: ClassVar[tuple[int, ...]] = (4, 2, 3, 5, 6, 7)
    over: ClassVar[Refusal] = Refusal("MATCH_OVER", "P36", msg("The match is over."))

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
        return words.rules(self)

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
        contract = yield from self.auction(table)
        if contract is None:
            return words.redealt()
        maker = table.side(contract.bidder)
        yield Known(roles={contract.bidder: law.bid_words(contract.bid)})

        # Play: the pitched card makes trump, unless it was named before a discard (PA3).
        if table.play == "cards":
            taken, won = yield from self.every_card(table, contract)
        else:
            prompt = msg("What did %(who)s pitch?", who=PlayerName(contract.bidder))
            if self.eight_cards(table):
                prompt = msg("Which trump did %(who)s name?", who=PlayerName(contract.bidder))
            yield from ask_suit("trump", prompt, contract.bidder)
            taken = None
            if table.play == "winners":
                taken = yield from ask_winners(table, TRICKS, contract.bidder, law.TRICKS_SUM)
            won = yield from self.ask_points(table, contract, taken)

        sweeper = swept_by(table, taken)
        won = tie_broken(self, table, won, maker)
        might = may_have_swept(self, table, contract, won)
        if taken is None and might is not None:
            swept = yield from ask(law.swept_question(might), "yes".__eq__)
            sweeper = might if swept else None
        yield Known({"swept": "no" if sweeper is None else "yes"})
        return score(self, table, contract, won, sweeper)

    def auction(self, table: Table) -> Asking[Contract | None]:
        """One round: each bid higher than the last, the dealer may steal or must bid (P8-P12)."""
        if table.bids == "final":
            question = law.contract_question(table, self.final_bids(), self.all_pass)
            return (yield from ask(question, contract_said))
        best: Contract | None = None
        for seat in table.clockwise(table.eldest):
            bid = yield from ask(self.bid_question(table, seat, best), BIDS.get)
            if bid is not None:
                how = "normal"
                if seat == table.dealer:
                    how = "forced" if best is None else "stolen" if bid == best.bid else "normal"
                best = Contract(seat, bid, how)
        if best is not None:
            name = next(text for text, n in BIDS.items() if n == best.bid)
            yield Known({"contract": f"{best.bidder}.{name}", "how": best.how})
        else:
            yield Known({"contract": "pass"})
        return best

    def final_bids(self) -> list[str]:
        return [b for b, n in BIDS.items() if n >= self.min_bid and (n < SMEAR or self.smear)]

    def bid_question(self, table: Table, seat: Seat, best: Contract | None) -> Question:
        """The bids open to `seat`, and why the others are not."""
        dealer = seat == table.dealer
        forced = dealer and best is None and self.all_pass == "dealer_forced"
        legal = [] if forced else ["pass"]
        refusals = {"pass": law.dealer_must_bid(self.forced_min)} if forced else {}
        for text, n in BIDS.items():
            if n == SMEAR and not self.smear:
                refusals[text] = law.NO_SMEAR
            elif n < self.min_bid:
                refusals[text] = law.below_minimum(self.min_bid)
            elif forced and n < self.forced_min:
                refusals[text] = law.dealer_must_bid(self.forced_min)
            elif best is None or n > best.bid:
                legal.append(text)
            elif dealer and n == best.bid and self.dealer_steal:
                if n == SMEAR and not self.dealer_steal_smear:
                    refusals[text] = law.SMEAR_NOT_STEALABLE
                elif n == 4 and not self.dealer_steal_four:
                    refusals[text] = law.FOUR_NOT_STEALABLE
                else:
                    legal.append(text)
            else:
                refusals[text] = law.bid_too_low(best.bid, dealer, self.dealer_steal)
        return law.bid_question(seat, legal, refusals, (best.bidder, best.bid) if best else None)

    def ask_points(
        self, table: Table, contract: Contract, taken: Sequence[Seat] | None
    ) -> Asking[Won]:
        """High, Low, Jack and Game on one screen; a side without a trick has none of them (P20)."""
        able = [s for s in table.sides if taken is None or s in {table.side(t) for t in taken}]
        low = able if self.low_to == "taker" else list(table.sides)
        none: dict[str, Said] = {"none": msg("Nobody")}
        tie: dict[str, Said] = {"tie": msg("A tie")}
        legal = {
            "high": side_labels(able),
            "low": side_labels(low),
            "jack": side_labels(able) | none,
            "game": side_labels(able) | tie,  # a tie at nothing, even after a sweep
        }
        questions = tuple(law.point_question(p, legal[p]) for p in POINTS)
        help = law.needs(table.side(contract.bidder), contract.bid)
        answers = yield Ask(questions, msg("Who took each point?"), help)
        return {p: Side(int(v)) if (v := answers[p]).isdecimal() else None for p in POINTS}

    def every_card(self, table: Table, contract: Contract) -> Asking[tuple[tuple[Seat, ...], Won]]:
        """Every card played: the points follow from them (P20-P22)."""
        trump: Suit | None = None
        if self.eight_cards(table):
            prompt = msg("Which trump did %(who)s name?", who=PlayerName(contract.bidder))
            trump = yield from ask_suit("trump", prompt, contract.bidder)
        left = dict.fromkeys(pack())
        tricks: list[Trick] = []
        taken: list[Seat] = []
        leader = contract.bidder
        for n in range(1, TRICKS + 1):
            prompt = msg("Trick %(n)s: what does %(who)s play?", n=n)
            look = law.picker(trump, prompt)
            seats = table.clockwise(leader)
            if trump is None:
                trick = yield from ask_trick(n, seats, left, prompt, look, tells=pitched(leader))
                trump = trick.cards[0].suit
            else:
                trick = yield from ask_trick(n, seats, left, prompt, look)
            rules = TrickRules(trump, ruff_any_time=True)
            yield trick_taken(n, trick, rules)
            leader = rules.winner(trick)
            taken.append(leader)
            tricks.append(trick)
            left = {c: None for c in left if c not in trick.cards}
        assert trump is not None
        won = count_points(table, tricks, taken, trump, self.low_to)
        yield Known({p: law.point_answer(p, won[p]) for p in POINTS})
        return tuple(taken), won

    # -- the match ---------------------------------------------------------------------

    def outcome(self, table: Table, score: Score, after: tuple[int, ...]) -> Outcome | None:
        return outcome(self, table, score, after)

    def next_dealer(self, table: Table, score: Score) -> Seat:
        return deal_passes(self, table, score)


def pitched(pitcher: Seat) -> Callable[[Seat, Card], Known]:
    """The first card that the pitcher plays makes its suit trump (P14)."""
    return lambda seat, card: Known({"trump": card.suit}) if seat == pitcher else Known()


def contract_said(answer: str) -> Contract | None:
    """`2.3` is a bid of three by seat two; `pass` where all passed and redeal."""
    if answer == "pass":
        return None
    seat, bid = answer.split(".")
    return Contract(Seat(int(seat)), BIDS[bid])
