"""What is asked and refused in German Whist, what is needed, what beats what."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine import (
    RANKS,
    SUITS,
    Card,
    CardPicker,
    Hand,
    Message,
    Question,
    Ranks,
    Reason,
    Refusal,
    Said,
    SideName,
    Suit,
    Table,
    msg,
    msgs,
)
from referee.games.german_whist.house import BOOK, TRICKS, GermanWhistHouse

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


TURNED_UP = msg("%(answer)s turned up")


def stock(left: int, up: Card | None) -> tuple[Message, ...]:
    """What lies beside the trick: the stock, and its top card where that is written down."""
    cards = msgs("%(num)s card in the stock", "%(num)s cards in the stock", left, num=left)
    return (cards,) if up is None else (cards, TURNED_UP.with_params(answer=up))


def up_card(n: int, cards: Iterable[Card], picker: CardPicker) -> Question:
    return Question(
        f"up.{n}",
        "card",
        msg("Which card is turned up before trick %(n)s?", n=n),
        {c: c for c in cards},
        noted=TURNED_UP,
        offer="play",
        picker=picker,
    )


DOWN = RANKS[::-1]


def needs(house: GermanWhistHouse, table: Table, hand: Hand) -> tuple[Reason, ...]:
    """Tricks to win the hand."""
    told: list[Reason] = []
    if hand.score is None and house.scoring != "all26_difference":
        rule = "W20" if house.scoring == "over_six" else "WA4"
        told.append(
            Reason(msg("Each needs more than six of the thirteen second-stage tricks."), rule)
        )
    board = hand.board
    second = board is not None and (board.stage is None or board.stage == SECOND_STAGE)
    if board is not None and second and hand.score is None:
        for side in table.sides:
            taken = board.taken[table.teams[side][0]]
            text = msgs(
                "%(side)s have %(n)s trick, %(more)s more for the first point.",
                "%(side)s have %(n)s tricks, %(more)s more for the first point.",
                taken,
                side=SideName(side),
                more=max(BOOK + 1 - taken, 0),
            )
            told.append(Reason(text, "W19"))
    return tuple(told)


def ranks(trump: Suit | None) -> Ranks:
    """Any trump beats the rest (W6); ace high (W5)."""
    suits = {suit: tuple(Card(r + suit) for r in DOWN) for suit in SUITS}
    plain = tuple(cards for suit, cards in suits.items() if suit != trump)
    notes = (
        Reason(msg("Any trump beats any card of another suit."), "W6"),
        Reason(msg("Without a trump, the highest card of the suit led wins."), "W9"),
    )
    return Ranks(() if trump is None else suits[trump], plain, notes)
