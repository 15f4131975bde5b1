"""Offences that the cards themselves prove, from the log alone (REFEREE 1).

Nobody's hand is known.  Who fails to follow a suit is marked as having none of it; a later card of
that suit proves the revoke, and not before.  A draw may explain one later card, no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from referee.engine import Card, Message, PlayerName, Seat, Suit, Verdict, msg
from referee.tricks.rules import Trick, TrickRules

OffenceCode: TypeAlias = Literal["REVOKE", "LEAD_NOT_TRUMP", "LEAD_OUT_OF_TURN"]


@dataclass(frozen=True)
class Offence:
    """One offence and its proof.

    In `trick` the player put down `card`; `later_card` in `proved_in_trick` showed that it was
    against the rules.  A lead out of turn is its own proof: `due` should have led.
    """

    code: OffenceCode
    seat: Seat
    trick: int
    proved_in_trick: int
    rule: str
    suit: Suit | None = None  # the suit that ought to have been played
    card: Card | None = None
    later_card: Card | None = None
    due: Seat | None = None

    @property
    def ruling(self) -> str:
        """The `ruling.<n>` that records it with its default ruling."""
        stands = ":stands" if self.code == "LEAD_OUT_OF_TURN" else ""
        return f"{self.code}:{self.seat}:{self.trick}{stands}"

    @property
    def facts(self) -> Message:
        who = PlayerName(self.seat)
        if self.due is not None:
            return msg(
                "%(who)s led to trick %(n)s; it was %(due)s’s lead.",
                who=who,
                n=self.trick,
                due=PlayerName(self.due),
            )
        assert self.suit is not None
        assert self.card is not None
        assert self.later_card is not None
        text = msg(
            "Trick %(n)s: %(who)s played %(card)s instead of %(suit)s, but in trick %(later)s "
            "played %(shown)s."
        )
        if self.trick == self.proved_in_trick:
            text = msg(
                "Trick %(n)s: %(who)s played %(card)s instead of %(suit)s, but had taken up "
                "%(shown)s."
            )
        elif self.code == "LEAD_NOT_TRUMP":
            text = msg(
                "Trick %(n)s: %(who)s led %(card)s instead of %(suit)s, but in trick %(later)s "
                "played %(shown)s."
            )
        return text.with_params(
            n=self.trick,
            who=who,
            card=self.card,
            suit=self.suit,
            later=self.proved_in_trick,
            shown=self.later_card,
        )


@dataclass
class Mark:
    """A player had none of `suit` in `trick`, or broke a rule.  Since then he drew the cards of
    `seen` in sight of all, and `unseen` others."""

    code: OffenceCode
    suit: Suit
    trick: int
    card: Card
    unseen: int = 0
    seen: set[Card] = field(default_factory=set)


@dataclass
class Watch:
    """Looks on as the cards fall.

    `rule` is the number of the rule on revokes; `leads_from` the first trick whose leader must lead
    trump where the rules say so (the first card may make trump by itself).  `early` numbers the
    rule on revokes for the tricks up to one, where the play has stages.
    """

    rules: TrickRules
    rule: str
    lead_rule: str = ""
    leads_from: int = 2
    early: tuple[int, str] = (0, "")
    marks: dict[Seat, list[Mark]] = field(default_factory=dict)
    held: dict[Seat, list[Card]] = field(default_factory=dict)  # taken up in sight of all

    def played(
        self, n: int, seat: Seat, card: Card, led: Card | None, in_turn: bool = True
    ) -> tuple[Offence, ...]:
        """`card` falls in trick `n`, to `led` or as the lead; what it proves."""
        proved = self._shown(n, seat, card)
        held = self.held.get(seat, [])
        if card in held:
            held.remove(card)
        mark = self._broke(n, card, led, in_turn)
        if mark is None:
            return proved
        seen = next((c for c in held if self.rules.suit(c) == mark.suit), None)
        if seen is not None:  # the hand is known to hold one: proved at once
            return (*proved, self._offence(mark, seat, n, seen))
        self.marks.setdefault(seat, []).append(mark)
        return proved

    def _broke(self, n: int, card: Card, led: Card | None, in_turn: bool) -> Mark | None:
        """What this play is an offence against, if the hand still holds what was wanted."""
        suit, trump = self.rules.suit(card), self.rules.trump
        if led is None:
            must = self.rules.lead_trump and in_turn and n >= self.leads_from
            return Mark("LEAD_NOT_TRUMP", trump, n, card) if must and suit != trump else None
        wanted = self.rules.suit(led)
        # Who may ruff at any time fails to follow only with a third suit.
        follows = suit == wanted or (self.rules.ruff_any_time and suit == trump)
        return None if follows else Mark("REVOKE", wanted, n, card)

    def _shown(self, n: int, seat: Seat, card: Card) -> tuple[Offence, ...]:
        """The marks that `card` proves: of its suit, and it was not drawn since."""
        suit, proved = self.rules.suit(card), []
        for mark in list(self.marks.get(seat, ())):
            if mark.suit != suit or card in mark.seen:
                continue
            if mark.unseen:  # this may be a card that was drawn since: it explains one, no more
                mark.unseen -= 1
                continue
            self.marks[seat].remove(mark)
            proved.append(self._offence(mark, seat, n, card))
        return tuple(proved)

    def _offence(self, mark: Mark, seat: Seat, n: int, shown: Card) -> Offence:
        early, rule = self.early
        if mark.trick > early:
            rule = self.rule if mark.code == "REVOKE" else self.lead_rule
        return Offence(mark.code, seat, mark.trick, n, rule, mark.suit, mark.card, shown)

    def drew(self, seat: Seat, card: Card | None) -> None:
        """After a trick `seat` drew `card`, or a card that was not written down."""
        for mark in self.marks.get(seat, ()):
            if card is None:
                mark.unseen += 1
            else:
                mark.seen.add(card)
        if card is not None:
            self.held.setdefault(seat, []).append(card)


Draws: TypeAlias = Mapping[int, Sequence[tuple[Seat, Card | None]]]
NO_DRAWS: Draws = {}


def offences(
    tricks: Sequence[Trick],
    rules: TrickRules,
    rule: str = "",
    lead_rule: str = "",
    draws: Draws = NO_DRAWS,
    leads_from: int = 2,
) -> tuple[Offence, ...]:
    """What these tricks prove, the last of which may be unfinished; `draws` by trick."""
    watch = Watch(rules, rule, lead_rule, leads_from)
    found: list[Offence] = []
    for n, trick in enumerate(tricks, start=1):
        led: Card | None = None
        for seat, card in trick.plays:
            found += watch.played(n, seat, card, led)
            led = led or card
        for seat, drawn in draws.get(n, ()):
            watch.drew(seat, drawn)
    return tuple(found)


def claimed_revoke(rules: TrickRules, led: Suit, card: Card, later_card: Card) -> Verdict:
    """The two-card proof of a claim: `led` was asked for, `card` was played and `later_card` shown.

    Both suits count as this hand counts them: the left bower is a trump.
    """
    suit = rules.suit(card)
    if suit == led:
        return Verdict(False, msg("%(card)s is %(suit)s: that followed.", card=card, suit=led))
    if rules.ruff_any_time and suit == rules.trump:
        return Verdict(False, msg("A trump may be played at any time."))
    if rules.suit(later_card) != led:
        text = msg("%(card)s does not count as %(suit)s: no proof.", card=later_card, suit=led)
        return Verdict(False, text)
    text = msg(
        "%(suit)s were led. %(card)s was played, and %(later)s was still in the hand: a revoke.",
        suit=led,
        card=card,
        later=later_card,
    )
    return Verdict(True, text)
