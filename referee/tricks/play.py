"""The play of a hand, card by card: who leads, whose turn it is, what lies, what is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from referee.engine import (
    NOBODY,
    NOT_AN_ANSWER,
    NOT_YET,
    NOTHING,
    Answers,
    Ask,
    Asking,
    Board,
    Card,
    CardPicker,
    Known,
    Message,
    PlayerName,
    Question,
    Refusal,
    Said,
    Seat,
    Suit,
    Table,
    msg,
    one,
    seat_labels,
    to_seat,
)
from referee.tricks.rules import Trick, TrickRules
from referee.tricks.watch import Offence, Watch

LEAD_RULE = "REF-LEAD-OUT-OF-TURN"


def bare(board: Board) -> Board:
    return board


def no_draws(play: Play) -> Iterable[tuple[Seat, Card | None]]:
    return ()


@dataclass
class Play:
    """The play as far as it is written down.

    `trick_rules` makes the rules of a trick once trump is known; `rule` and `lead_rule` number the
    rules on revokes and on leads.  `dress` adds to the board what only this game has; `draws` tells
    who drew what after a trick, a card that nobody else saw as None.  `missing` says why the hand
    is not closed, `otherwise` why a card is not one of the pack, `marks` what a card does not show.
    """

    table: Table
    pack: Sequence[Card]
    count: int  # tricks in the stage
    leader: Seat  # whose lead it is
    trick_rules: Callable[[Suit], TrickRules]
    rule: str
    lead_rule: str = ""
    leads_from: int = 2
    early: tuple[int, str] = (0, "")
    dress: Callable[[Board], Board] = bare
    draws: Callable[[Play], Iterable[tuple[Seat, Card | None]]] = no_draws
    made: Suit | None = None  # trump, where it is settled before the first card
    missing: Refusal = NOT_YET
    otherwise: Refusal = NOT_AN_ANSWER
    marks: Mapping[Card, Message] = field(default_factory=dict)
    watch: Watch | None = None
    tricks: list[Trick] = field(default_factory=list)
    taken: list[Seat] = field(default_factory=list)
    left: dict[Card, None] = field(default_factory=dict)  # not yet played
    before: int = 0  # tricks of an earlier stage
    in_turn: bool = True

    def __post_init__(self) -> None:
        self.left = dict.fromkeys(self.pack)
        if self.made is not None:
            self.trump_is(self.made)

    @property
    def number(self) -> int:
        """The trick that is played now, from 1 on, all stages together."""
        return len(self.tricks) + 1

    @property
    def trump(self) -> Suit | None:
        return None if self.watch is None else self.watch.rules.trump

    @property
    def picker(self) -> CardPicker:
        return CardPicker(tuple(self.pack), self.trump, self.marks)

    @property
    def rules(self) -> TrickRules:
        assert self.watch is not None, "no trump yet"
        return self.watch.rules

    def trump_is(self, suit: Suit) -> None:
        rules = self.trick_rules(suit)
        self.watch = Watch(rules, self.rule, self.lead_rule, self.leads_from, self.early)

    def fall(self, seat: Seat, card: Card, led: Card | None) -> tuple[Offence, ...]:
        """`card` is on the table; what that proves."""
        if self.watch is None:  # the first card makes its suit trump
            self.trump_is(card.suit)
        assert self.watch is not None
        del self.left[card]
        return self.watch.played(self.number, seat, card, led, self.in_turn)

    def complete(self, trick: Trick) -> Seat:
        """The trick is full: its winner leads to the next, and cards may be drawn."""
        assert self.watch is not None
        self.tricks.append(trick)
        self.leader = self.rules.winner(trick)
        self.taken.append(self.leader)
        for seat, card in self.draws(self):
            self.watch.drew(seat, card)
        return self.leader

    def board(self, plays: Sequence[tuple[Seat, Card]] = (), turn: Seat | None = None) -> Board:
        """The table as it lies, with `turn` to play."""
        taken = self.taken[self.before :]
        board = Board(
            number=min(self.number - self.before, self.count),
            count=self.count,
            trump=self.trump,
            leader=plays[0][0] if plays else turn,
            turn=turn,
            trick=tuple(plays),
            winning=self.rules.winner(Trick(tuple(plays))) if plays else None,
            last=self.tricks[-1].plays if self.tricks else (),
            last_winner=self.taken[-1] if self.taken else None,
            taken={seat: taken.count(seat) for seat in self.table.seats},
        )
        return self.dress(board)


def lead_offer(n: int, seats: Sequence[Seat]) -> Question:
    """Who really led: a lead out of turn that the next player accepted stands (REFEREE 3)."""
    return Question(
        f"lead.{n}",
        "seat",
        msg("Who really led to trick %(n)s?", n=n),
        seat_labels(seats),
        noted=msg("%(answer)s led to trick %(n)s", n=n),
        offer="play",
    )


def open_trick(play: Play, prompt: Message, *offers: Question) -> Asking[Answers]:
    """What may be said before a trick; a lead out of turn changes who leads."""
    n, due = play.number, play.leader
    said = yield Ask((lead_offer(n, play.table.seats), *offers), prompt)
    play.leader = to_seat(said.get(f"lead.{n}", str(due)))
    play.in_turn = play.leader == due
    if not play.in_turn:
        offence = Offence("LEAD_OUT_OF_TURN", play.leader, n, n, LEAD_RULE, due=due)
        yield Known(offences=(offence,))
    return said


def ask_trick(
    play: Play,
    prompt: Message,
    barred: Mapping[Seat, Card] = NOBODY,
    why: Refusal = NOT_AN_ANSWER,
    tells: Callable[[Seat, Card], Known] = lambda seat, card: NOTHING,
    help: Message | None = None,
) -> Asking[Trick]:
    """Ask for the cards of a trick, clockwise from its leader, out of those not yet played.

    Whose hand holds what is not known, so any card not yet played may be entered: what broke a rule
    at the table is recorded and ruled on, never made unenterable.  `barred` names a card that a
    player cannot hold, and `why`; `tells` is what a card makes known the moment it falls; `help`
    stands where nothing lies yet.
    """
    n, picker = play.number, play.picker
    plays: list[tuple[Seat, Card]] = []
    for seat in play.table.clockwise(play.leader):
        yield Known(board=partial(play.board, plays, seat))
        lies = tuple(msg("%(who)s %(card)s", who=PlayerName(s), card=c) for s, c in plays)
        legal: dict[str, Said] = {c: c for c in play.left if c != barred.get(seat)}
        question = Question(
            f"card.{n}.{seat}",
            "card",
            prompt.with_params(who=PlayerName(seat)),
            legal,
            seat,
            msg("On the table: %(cards)s.", cards=lies) if lies else help,
            noted=msg("%(who)s played %(answer)s", who=PlayerName(seat)),
            refusals={c: why for c in play.left if c not in legal},
            otherwise=play.otherwise,
            missing=play.missing,
            picker=picker,
        )
        card = Card((yield one(question))[question.key])
        proved = play.fall(seat, card, plays[0][1] if plays else None)
        plays.append((seat, card))
        known = tells(seat, card)
        yield replace(known, offences=proved) if proved else known
    trick = Trick(tuple(plays))
    play.complete(trick)
    return trick


def trick_taken(play: Play) -> Known:
    """The last trick is gathered: the fact that level `winners` would have been told."""
    key = f"trick.{len(play.tricks) - play.before}"
    return Known({key: str(play.leader)}, board=play.board)
