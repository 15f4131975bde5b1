"""Logs of matches that were dealt and played by the rules, the same every time, for a replay.

They come from the yardstick's own rule sheets, so that they change no more than it does.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from tests.bench.yardstick import (
    PACK,
    Replayed,
    Row,
    Sheet,
    pitch_at_totals,
    pitch_by_cards,
    replay,
    whist_by_cards,
    winner,
)

# name -> game, players, bids, play, points to win, rule sheet.  A target of 500 lets Pitch go on.
PLAYED: dict[str, tuple[str, int, str, str, int, Sheet]] = {
    "Pitch at totals": ("pitch", 4, "final", "totals", 500, pitch_at_totals),
    "Pitch by cards": ("pitch", 4, "every", "cards", 500, pitch_by_cards),
    "German Whist by cards": ("german_whist", 2, "final", "cards", 15, whist_by_cards),
}


class Deal:
    """The cards of one hand, and what a player of few thoughts says and plays."""

    def __init__(self, chance: Random, seats: int) -> None:
        self.chance = chance
        cards = list(PACK)
        chance.shuffle(cards)
        size = 6 if seats == 4 else 13
        self.held = [cards[n * size : (n + 1) * size] for n in range(seats)]
        self.stock = cards[seats * size :] if seats == 2 else []
        self.trump = self.stock[0][1] if self.stock else ""
        self.plays: list[tuple[int, str]] = []

    def say(self, key: str, legal: Collection[str]) -> str:
        if key.startswith("card."):
            return self.play(int(key.rpartition(".")[2]))
        if key == "trump" and self.trump:
            return self.trump
        if key.startswith("bid.") and "pass" in legal and self.chance.random() < 0.5:
            return "pass"
        return self.chance.choice(sorted(legal))

    def play(self, seat: int) -> str:
        held = self.held[seat]
        follows = {self.plays[0][1][1]} if self.plays else {self.trump}
        legal = held
        if any(card[1] in follows for card in held) and (self.plays or not self.stock):
            ruffs = {self.trump} if len(self.held) == 4 else set()
            legal = [card for card in held if card[1] in follows | ruffs]
        card = self.chance.choice(legal)
        held.remove(card)
        self.trump = self.trump or card[1]
        self.plays.append((seat, card))
        if len(self.plays) == len(self.held):
            self.gather()
        return card

    def gather(self) -> None:
        """Who took the trick draws first, while there is a stock."""
        taker = winner(self.plays, self.trump)
        if self.stock:
            self.held[taker].append(self.stock.pop(0))
            self.held[1 - taker].append(self.stock.pop(0))
        self.plays = []


def match(name: str, seed: int, hands: int) -> tuple[list[Row], Replayed]:
    """The log of a match of so many hands, or till somebody wins; and what it comes to."""
    _, seats, _, _, target, sheet = PLAYED[name]
    chance = Random(f"{name} {seed}")
    log: list[Row] = []
    for number in range(hands):
        deal, running = Deal(chance, seats), sheet(number % seats)
        try:
            key, legal = next(running)
            while True:
                value = deal.say(key, legal)
                if len(legal) > 1:
                    log.append((number, key, value))
                key, legal = running.send(value)
        except StopIteration:
            pass
        done = replay(sheet, seats, 2, target, 0, log)
        if not done.open or number == hands - 1:
            break
        log.append((number, "next", "ok"))
    return log, done


def matches(name: str, hands: int = 40) -> list[tuple[list[Row], Replayed]]:
    """As many matches as make up so many hands."""
    made: list[tuple[list[Row], Replayed]] = []
    while (missing := hands - sum(done.hands for _, done in made)) > 0:
        made.append(match(name, len(made), missing))
    return made
