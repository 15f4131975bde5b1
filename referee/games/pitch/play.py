"""The play of Pitch as it is written down: every card, the trick winners, or the four points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.engine import (
    NOTHING,
    Ask,
    Asking,
    Board,
    BoardLine,
    Card,
    Known,
    PlayerName,
    Said,
    Seat,
    Side,
    SideName,
    Suit,
    Table,
    ask_suit,
    msg,
    side_labels,
)
from referee.games.pitch import words as law
from referee.games.pitch.bidding import Contract
from referee.games.pitch.house import PACK, POINTS, TRICKS, PitchHouse
from referee.games.pitch.points import Won, card_points, count_points, game_to
from referee.tricks import Play, TrickRules, ask_trick, ask_winners, open_trick, trick_taken

WHOLE_PACK = 80  # card points (P22)


def every_card(
    house: PitchHouse, table: Table, contract: Contract
) -> Asking[tuple[tuple[Seat, ...], Won]]:
    """Every card played: the points follow from them (P20-P22)."""
    lead = house.lead_rule == "trump_if_held"
    named = house.eight_cards(table)
    trump: Suit | None = None
    if named:
        prompt = msg("Which trump did %(who)s name?", who=PlayerName(contract.bidder))
        trump = yield from ask_suit("trump", prompt, contract.bidder)
    play = Play(
        table,
        PACK,
        TRICKS,
        contract.bidder,
        partial(TrickRules, ruff_any_time=True, lead_trump=lead),
        "REF-PITCH-REVOKE",
        "P33",
        leads_from=1 if named else 2,  # trump that was named is pitched as well (PA3)
        made=trump,
        missing=law.TRICKS_SUM,
    )
    play.dress = lambda board: with_points(play, board, house.low_to)
    for n in range(1, TRICKS + 1):
        prompt = msg("Trick %(n)s: what does %(who)s play?", n=n)
        yield from open_trick(play, prompt.with_params(who=PlayerName(play.leader)))
        pitches = play.leader if play.trump is None else None

        def pitched(seat: Seat, card: Card, pitcher: Seat | None = pitches) -> Known:
            """The first card that is pitched makes its suit trump (P14)."""
            return Known({"trump": card.suit}, trump=card.suit) if seat == pitcher else NOTHING

        help = None if pitches is None else law.PITCHES
        yield from ask_trick(play, prompt, tells=pitched, help=help)
        yield trick_taken(play)
    won = count_points(table, play.tricks, play.taken, play.rules.trump, house.low_to)
    counts = card_points(table, play.tricks, play.taken)
    facts = {p: law.point_answer(p, won[p]) for p in POINTS}
    yield Known(facts | {f"count.{side}": str(n) for side, n in counts.items()})
    return tuple(play.taken), won


def with_points(play: Play, board: Board, low_to: str) -> Board:
    """High, Low, Jack and Game as they stand, and the card points of each side."""
    table, trump = play.table, play.trump
    sides = tuple((SideName(s), side_tricks(table, s, board.taken)) for s in table.sides)
    counts = card_points(table, play.tricks, play.taken)
    pips = [BoardLine(msg("%(side)s %(n)s", side=SideName(s), n=n)) for s, n in counts.items()]
    if trump is None or not play.tricks:
        return replace(board, camps=sides, lines=tuple(pips))
    won = count_points(table, play.tricks, play.taken, trump, low_to)
    trumps = (c for t in play.tricks for c in t.cards if c.suit == trump)
    played = sorted(trumps, key=play.rules.rank)
    cards = {"jack": (Card(f"J{trump}"),)}
    if played:
        cards |= {"high": (played[-1],), "low": (played[0],)}
    so_far = [
        BoardLine(SideName(side), law.POINT_NAMES[p], cards.get(p, ()))
        for p in POINTS
        if (side := won[p]) is not None
    ]
    return replace(board, camps=sides, lines=(*so_far, *pips))


def side_tricks(table: Table, side: Side, taken: Mapping[Seat, int]) -> int:
    return sum(taken[seat] for seat in table.teams[side])


def winners(table: Table, contract: Contract, trump: Suit) -> Asking[tuple[Seat, ...]]:
    def dress(board: Board) -> Board:
        camps = tuple((SideName(s), side_tricks(table, s, board.taken)) for s in table.sides)
        return replace(board, trump=trump, camps=camps)

    return (yield from ask_winners(table, TRICKS, contract.bidder, law.TRICKS_SUM, board=dress))


def ask_points(
    house: PitchHouse, table: Table, contract: Contract, taken: Sequence[Seat] | None
) -> Asking[Won]:
    """High, Low, Jack and Game on one screen; a side without a trick has none of them (P20)."""
    able = [s for s in table.sides if taken is None or s in {table.side(t) for t in taken}]
    low = able if house.low_to == "taker" else list(table.sides)
    none: dict[str, Said] = {"none": msg("Nobody")}
    tie: dict[str, Said] = {"tie": msg("A tie")}
    legal = {
        "high": side_labels(able),
        "low": side_labels(low),
        "jack": side_labels(able) | none,
        "game": side_labels(able) | tie,  # a tie at nothing, even after a sweep
    }
    counts = yield from count_cards(able)
    questions = [law.point_question(p, legal[p]) for p in POINTS]
    if len(counts) == len(able):  # all are counted: the counts decide (P21)
        best = law.point_answer("game", game_to(dict.fromkeys(table.sides, 0) | dict(counts)))
        questions[-1] = law.counted_game(questions[-1], best, legal["game"], counts)
    help = law.needs(table.side(contract.bidder), contract.bid)
    answers = yield Ask(tuple(questions), msg("Who took each point?"), help)
    return {p: Side(int(v)) if (v := answers[p]).isdecimal() else None for p in POINTS}


def count_cards(sides: Sequence[Side]) -> Asking[Mapping[Side, int]]:
    """The Game count may be entered, never must: each side's card points, 80 at most in all."""
    counts: Counter[Side] = Counter()
    for side in sides:
        question = law.count_question(side, WHOLE_PACK - counts.total())
        said = yield Ask((question,), question.prompt)
        if question.key in said:
            counts[side] = int(said[question.key])
    return counts
