"""Random deals whose hands are known here and not to the referee: legal, or with one offence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from referee.engine import SUITS, AnyGame, Card, Seat, Suit, Table, pack
from referee.tricks import Trick, TrickRules
from tests.talk import rule_sheet

Hands = dict[Seat, list[Card]]


@dataclass(frozen=True)
class Planted:
    """The one offence of a deal: `due` ought to have been played."""

    code: str
    seat: Seat
    trick: int
    card: Card
    due: Suit


@dataclass
class Deal:
    """A deal as it was played, and as the phones would tell it (`told`)."""

    game: AnyGame
    table: Table
    rules: TrickRules
    told: dict[str, str] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)
    draws: dict[int, list[tuple[Seat, Card | None]]] = field(default_factory=dict)
    planted: Planted | None = None


def deals(name: str, count: int, plant: bool = False) -> Iterator[Deal]:
    """The same deals every time, so that a failure is found again."""
    return (deal(name, seed, plant) for seed in range(count))


def deal(name: str, seed: int, plant: bool = False) -> Deal:
    chance = Random(f"{name} {plant} {seed}")
    return DEALERS[name](chance, plant)


# -- the play ----------------------------------------------------------------------------------


def play_out(
    chance: Random,
    deal: Deal,
    held: Hands,
    leader: Seat,
    count: int,
    plant: bool,
    stock: list[Card] | None = None,
    opener: Card | None = None,
) -> Deal:
    """Play `count` tricks from known hands; `plant` breaks a rule once, where that can be done.

    `opener` is the very first card where it is settled: the pitch, which makes trump.
    """
    due_from = chance.randrange(count * len(held)) if plant else -1
    for n in range(1, count + 1):
        plays: list[tuple[Seat, Card]] = []
        up = stock.pop(0) if stock else None
        if up is not None and chance.random() < 0.5:
            deal.told[f"up.{n}"] = up
        for seat in deal.table.clockwise(leader):
            led = plays[0][1] if plays else None
            legal = deal.rules.playable(held[seat], led)
            if opener is not None and n == 1 and led is None:
                legal = (opener,)
            wrong = [c for c in held[seat] if c not in legal and legal != (opener,)]
            at = (n - 1) * len(held) + len(plays)
            card = chance.choice(list(legal))
            if plant and deal.planted is None and at >= due_from and wrong:
                card = chance.choice(wrong)
                due = deal.rules.trump if led is None else deal.rules.suit(led)
                code = "LEAD_NOT_TRUMP" if led is None else "REVOKE"
                deal.planted = Planted(code, seat, n, card, due)
            held[seat].remove(card)
            plays.append((seat, card))
            deal.told[f"card.{n}.{seat}"] = card
        deal.tricks.append(Trick(tuple(plays)))
        leader = deal.rules.winner(deal.tricks[-1])
        if up is not None and stock is not None:
            loser = next(seat for seat in held if seat != leader)
            held[leader].append(up)
            held[loser].append(stock.pop(0))
            seen = up if f"up.{n}" in deal.told else None
            deal.draws[n] = [(leader, seen), (loser, None)]
    return deal


def shuffled(chance: Random, cards: tuple[Card, ...]) -> list[Card]:
    mixed = list(cards)
    chance.shuffle(mixed)
    return mixed


def pitch_deal(chance: Random, plant: bool) -> Deal:
    players = chance.choice((2, 3, 4, 4, 5, 6, 7))
    lead = chance.choice(("trump_if_held", "any"))
    game = rule_sheet("pitch", lead_rule=lead, low_to=chance.choice(("taker", "holder")))
    dealer, bidder = Seat(chance.randrange(players)), Seat(chance.randrange(players))
    table = Table(game.teams(players), dealer, "final", "cards")
    cards = shuffled(chance, pack())
    named = players == 6
    held = {seat: [cards.pop() for _ in range(8 if named else 6)] for seat in table.seats}
    trump = chance.choice(held[bidder]).suit
    told = {"contract": f"{bidder}.{chance.choice(('1', '2', '3', '4', 'smear'))}"}
    if named:
        told["trump"] = trump
        for hand in held.values():  # two are discarded, but a trump is kept to be pitched
            hand.sort(key=lambda c: c.suit == trump)
            del hand[:2]
    rules = TrickRules(trump, ruff_any_time=True, lead_trump=lead == "trump_if_held")
    deal = Deal(game, table, rules, told)
    opener = None
    if not named or lead == "any":  # who named trump pitches it all the same (PA3)
        opener = chance.choice([c for c in held[bidder] if c.suit == trump])
    return play_out(chance, deal, held, bidder, 6, plant, opener=opener)


def whist_deal(chance: Random, plant: bool) -> Deal:
    scoring = chance.choice(("over_six", "per_trick", "majority_one", "all26_difference"))
    game = rule_sheet("german_whist", scoring=scoring)
    table = Table(game.teams(2), Seat(chance.randrange(2)), "final", "cards")
    cards = shuffled(chance, pack())
    held = {seat: [cards.pop() for _ in range(13)] for seat in table.seats}
    trump = cards[0].suit
    deal = Deal(game, table, TrickRules(trump), {"trump": trump})
    return play_out(chance, deal, held, table.eldest, 26, plant, cards)


def euchre_deal(chance: Random, plant: bool) -> Deal:
    game = rule_sheet("call_partner_euchre")
    table = Table(game.teams(5), Seat(chance.randrange(5)), "final", "cards")
    cards = shuffled(chance, pack("8"))
    held = {seat: [cards.pop() for _ in range(5)] for seat in table.seats}
    trump, maker = chance.choice(SUITS), chance.randrange(5)
    called = chance.choice((*pack("8"), "alone"))
    told = {"maker": str(maker), "trump": str(trump), "called": str(called)}
    deal = Deal(game, table, TrickRules(trump, bowers=True), told)
    return play_out(chance, deal, held, table.eldest, 5, plant)


DEALERS: Mapping[str, Callable[[Random, bool], Deal]] = {
    "pitch": pitch_deal,
    "german_whist": whist_deal,
    "call_partner_euchre": euchre_deal,
}


# -- what can be known -------------------------------------------------------------------------


def proof(deal: Deal) -> int | None:
    """The trick in which the planted offence can be proved from what the table saw, if ever.

    Counted afresh here: of the suit that was due, more cards shown since than drawn unseen since;
    or one taken up in sight of all, and still held.
    """
    assert deal.planted is not None
    who, at, due = deal.planted.seat, deal.planted.trick, deal.planted.due
    played = [dict(trick.plays)[who] for trick in deal.tricks]
    taken_up = {
        card
        for n, draws in deal.draws.items()
        for seat, card in draws
        if n < at and seat == who and card is not None
    }
    if any(deal.rules.suit(c) == due for c in taken_up - set(played[:at])):
        return at
    shown = unseen = 0
    seen: set[Card] = set()
    for n in range(at, len(deal.tricks) + 1):
        card = played[n - 1]
        if n > at and deal.rules.suit(card) == due and card not in seen:
            shown += 1
            if shown > unseen:
                return n
        for seat, drawn in deal.draws.get(n, ()):
            if seat == who and drawn is None:
                unseen += 1
            elif seat == who and drawn is not None:
                seen.add(drawn)
    return None
