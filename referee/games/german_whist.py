"""German Whist: two players, thirteen tricks to improve the hand, thirteen that count.

Source: RULES.md W1-W21 and its decisions WA1-WA14.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.engine.asking import ask, ask_suit, ask_trick, ask_winners
from referee.engine.cards import Suit, pack
from referee.engine.errors import HouseRuleError, Refusal
from referee.engine.game import Rule
from referee.engine.house import house
from referee.engine.match import deal_passes, highest
from referee.engine.message import Message, Said, SideName, msg, msgs
from referee.engine.question import Asking, Known, Question
from referee.engine.score import Line, Outcome, Reason, Score
from referee.engine.table import Seat, Side, Table, alternate
from referee.engine.tricks import TrickRules

TRICKS = 13  # in each of the two stages (W15)
BOOK = 6  # tricks that do not count (W20)

YES_NO: Mapping[bool, Said] = {True: msg("yes"), False: msg("no")}
TRICKS_SUM = Refusal("TRICKS_SUM", "W15", msg("Thirteen tricks are played; not all are entered."))
RESULT_RANGE = Refusal("RESULT_RANGE", "W20", msg("The second stage has thirteen tricks."))


@dataclass(frozen=True)
class GermanWhist:
    name: ClassVar[str] = "german_whist"
    title: ClassVar[Message] = msg("German Whist")
    players: ClassVar[tuple[int, ...]] = (2,)
    over: ClassVar[Refusal] = Refusal("MATCH_OVER", "W21", msg("The match is over."))
    misdeal: ClassVar[str] = "same_dealer"  # WA13

    target: int = house(
        {15: 15, 10: 10, 20: 20, 50: 50}, msg("Points needed to win"), "W21", (1, 100), first=True
    )
    scoring: str = house(
        {
            "over_six": msg("a point a trick over six"),
            "per_trick": msg("a point a trick"),
            "majority_one": msg("a point for most tricks"),
            "all26_difference": msg("the difference over all 26 tricks"),
        },
        msg("What scores"),
        "WA4",
        first=True,
    )
    dealer_rotation: str = house(
        {
            "alternate": msg("the other player"),
            "loser_deals": msg("the loser"),
            "winner_deals": msg("the winner"),
        },
        msg("Who deals next"),
        "WA6",
    )
    tie_rule: str = house(
        {"extend_10": msg("play for ten more"), "highest": msg("the higher wins")},
        msg("Both past the target (a point a trick)"),
        "WA5",
    )
    revoke_tricks: int = house({3: 3, 0: 0, 1: 1, 2: 2}, msg("Tricks lost by a revoke"), "WA10")
    offender_cannot_win: bool = house(YES_NO, msg("Who revoked cannot win on that hand"), "WA10")
    stage1_revoke: str = house(
        {
            "opponent_choice": msg("the other player chooses"),
            "ignore": msg("play on"),
            "redeal": msg("deal again"),
        },
        msg("After a revoke in the first stage"),
        "WA11",
    )

    def aim(self) -> Message:
        return msg("To %(target)s", target=self.target)

    def rules(self) -> tuple[Rule, ...]:
        both = msg("The tricks of both stages are counted.")
        said = {"W20": SCORES[self.scoring]}
        said["W21"] = msg("The first to %(target)s wins the match.", target=self.target)
        if self.scoring == "all26_difference":
            said |= {"W4": msg("Both stages count."), "W19": both}
        return tuple(Rule(rule.number, said.get(rule.number, rule.text)) for rule in RULES)

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        if seats != 2:
            raise HouseRuleError(msg("German Whist is for two players."))
        return alternate(2, 2)

    def hand(self, table: Table) -> Asking[Score]:
        prompt = msg("Which suit was turned up?")
        trump = yield from ask_suit("trump", prompt, table.dealer)
        first = 0  # first-stage tricks of seat 0; they score in one variant only (WA1)
        if table.play == "cards":
            first, second = yield from self.every_card(table, trump)
        else:
            if table.play == "winners":
                help = msg("Second stage. First-stage tricks score nothing.")
                winners = yield from ask_winners(table, TRICKS, None, TRICKS_SUM, help)
                second = winners.count(Seat(0))
            else:
                second = yield from ask(split_question("tricks", second_stage()), int)
            if self.scoring == "all26_difference":
                first = yield from ask(split_question("stage1", first_stage()), int)
        yield Known({"tricks": str(second)})
        return self.score(table, first, second)

    def every_card(self, table: Table, trump: Suit) -> Asking[tuple[int, int]]:
        """All 26 tricks; the up-card of a first-stage trick may be entered, never must (W10)."""
        rules = TrickRules(trump)
        left = dict.fromkeys(pack())
        leader = table.eldest  # the non-dealer leads (W7)
        tricks = [0, 0]
        for n in range(1, 2 * TRICKS + 1):
            stage = 0 if n <= TRICKS else 1
            prompt = FIRST_PROMPT if stage == 0 else SECOND_PROMPT
            prompt = prompt.with_params(n=n if stage == 0 else n - TRICKS)
            look = Question("", "card", prompt, {}, trump=trump, missing=TRICKS_SUM, long_pack=True)
            offers = (up_card(n),) if stage == 0 else ()
            trick = yield from ask_trick(n, table.clockwise(leader), left, prompt, look, offers)
            leader = rules.winner(trick)
            tricks[stage] += leader == Seat(0)
            left = {card: None for card in left if card not in trick.cards}
            if stage == 1:
                yield Known({f"trick.{n - TRICKS}": str(leader)})
        yield Known({"stage1": str(tricks[0])})
        return tricks[0], tricks[1]

    def score(self, table: Table, first: int, second: int) -> Score:
        """Second-stage tricks over six count a point each (W20), or as the house has it (WA4)."""
        taken = {Side(0): second, Side(1): TRICKS - second}
        winner = max(taken, key=lambda s: taken[s])
        lines = [line for side in table.sides if (line := self.line(side, taken[side]))]
        if self.scoring == "all26_difference":
            total = {Side(0): first + second, Side(1): 2 * TRICKS - first - second}
            lines = []
            winner = max(total, key=lambda s: total[s])
            if gain := 2 * total[winner] - 2 * TRICKS:
                why = msg("%(n)s of 26 tricks", n=total[winner])
                lines = [Line(winner, gain, why, "WA4")]
        name = SideName(winner)
        if not lines:
            headline = msg("Thirteen tricks each: no score")
        else:
            headline = msg("%(side)s won the hand", side=name)
        story = tuple(self.reason(line, taken[line.side]) for line in lines)
        facts = {"tricks": str(second), "winner": str(winner) if lines else ""}
        summary = msg("%(a)s–%(b)s", a=second, b=TRICKS - second)
        roles = {Seat(s): msgs("%(n)s trick", "%(n)s tricks", taken[Side(s)]) for s in table.seats}
        return Score(tuple(lines), headline, story, summary, roles, facts)

    def line(self, side: Side, tricks: int) -> Line | None:
        over = tricks - BOOK
        if self.scoring == "per_trick":
            return Line(side, tricks, msgs("%(n)s trick", "%(n)s tricks", tricks), "WA4")
        if over <= 0:
            return None
        if self.scoring == "majority_one":
            return Line(side, 1, msg("%(n)s of 13 tricks", n=tricks), "WA4")
        return Line(side, over, msg("%(n)s tricks, %(over)s over six", n=tricks, over=over), "W20")

    def reason(self, line: Line, tricks: int) -> Reason:
        if line.rule == "W20":
            text = msg(
                "%(side)s took %(n)s tricks in the second stage; each over six is a point.",
                side=SideName(line.side),
                n=tricks,
            )
            return Reason(text, "W20")
        text = msg("%(side)s: %(why)s.", side=SideName(line.side), why=line.why)
        return Reason(text, line.rule)

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


FIRST_PROMPT = msg("First stage, trick %(n)s: what does %(who)s play?")
SECOND_PROMPT = msg("Second stage, trick %(n)s: what does %(who)s play?")


def split_question(key: str, prompt: Message) -> Question:
    """How thirteen tricks divide: the answer is what seat 0 took."""
    legal: dict[str, Said] = {
        str(n): msg("%(a)s–%(b)s", a=n, b=TRICKS - n) for n in range(TRICKS + 1)
    }
    return Question(
        key,
        "split",
        prompt,
        legal,
        noted=msg("tricks %(answer)s"),
        help=msg("The thirteen tricks of this stage, shared between you."),
        otherwise=RESULT_RANGE,
        missing=TRICKS_SUM,
    )


def second_stage() -> Message:
    return msg("Who won the second stage?")


def first_stage() -> Message:
    return msg("And the first stage?")


def up_card(n: int) -> Question:
    return Question(
        f"up.{n}",
        "card",
        msg("Which card is turned up?"),
        {c: c for c in pack()},
        noted=msg("%(answer)s turned up"),
        offer=True,
    )


SCORES = {  # WA4
    "over_six": msg("Each trick over six is worth a point."),
    "per_trick": msg("Each trick is worth a point."),
    "majority_one": msg("Most tricks are worth one point."),
    "all26_difference": msg("Whoever has more of the 26 tricks scores the difference."),
}

RULES = (
    Rule("W1", msg("Two players, one pack of 52 cards.")),
    Rule("W2", msg("Each is dealt thirteen cards, one at a time.")),
    Rule("W3", msg("The next card is turned up: its suit is trump for the hand.")),
    Rule("W4", msg("In the first stage you improve your hand; the second stage counts.")),
    Rule("W5", msg("Ace high, then king down to two.")),
    Rule("W6", msg("Any trump beats any card of another suit.")),
    Rule("W7", msg("The non-dealer leads to the first trick.")),
    Rule("W8", msg("Follow suit if you can; otherwise play any card. Both stages.")),
    Rule("W9", msg("The highest trump wins; without one, the highest card of the suit led.")),
    Rule("W10", msg("In the first stage the winner of the trick takes the turned-up card.")),
    Rule("W11", msg("The loser takes the next card and does not show it.")),
    Rule("W13", msg("Then the next card of the stock is turned up.")),
    Rule("W14", msg("The winner of a trick leads to the next.")),
    Rule("W15", msg("After thirteen tricks the stock is gone; thirteen more are played.")),
    Rule("W16", msg("The winner of the last first-stage trick leads to the second stage.")),
    Rule("W19", msg("Only tricks of the second stage are counted.")),
    Rule("W20", msg("Each trick over six is worth a point.")),
    Rule("W21", msg("The first to the target wins the match.")),
    Rule("MISDEAL", msg("A misdeal scores nothing.")),
)
