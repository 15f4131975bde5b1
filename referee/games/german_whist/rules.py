"""What is asked and refused in German Whist, and its numbered rules."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.cards import Card
from referee.engine.errors import Refusal
from referee.engine.game import Rule
from referee.engine.message import Message, Said, msg
from referee.engine.question import Question

TRICKS = 13  # in each of the two stages (W15)
BOOK = 6  # tricks that do not count (W20)

TRICKS_SUM = Refusal("TRICKS_SUM", "W15", msg("Thirteen tricks are played; not all are entered."))
RESULT_RANGE = Refusal("RESULT_RANGE", "W20", msg("The second stage has thirteen tricks."))

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


FIRST_STAGE = msg("First stage")
SECOND_STAGE = msg("Second stage")


def up_card(n: int, cards: Iterable[Card]) -> Question:
    return Question(
        f"up.{n}",
        "card",
        msg("Which card is turned up before trick %(n)s?", n=n),
        {c: c for c in cards},
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
)
