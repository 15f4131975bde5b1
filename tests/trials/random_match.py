"""A match in which everything is said by chance, and all that the referee says to it.

Chance sees nothing but keys and sorted legal values, so that another build of the engine, asked
with the same seed, is told the same things in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from tests.trials.engine_words import LEVELS, CannotPlay, Match, house_values, player_numbers

CARDS = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
KEYS = (
    *("next", "trump", "contract", "maker", "called", "partner", "tricks", "stage1", "upcard"),
    *("high", "low", "jack", "game", "swept", "bid.0", "bid.1", "bid.3", "order.1", "name.2"),
    *("trick.1", "trick.4", "card.1.0", "card.2.1", "card.3.2", "up.2", "lead.2", "count.0"),
    *("foo", "", "seat.9", "ruling.0", "ruling.7", "agree.0", "start.0", "rule.nothing"),
)
VALUES = (
    "",
    "nonsense",
    "99",
    "-1",
    "0",
    "1",
    "3",
    "pass",
    "smear",
    "H",
    "AS",
    "none",
    "yes",
    "ok",
)
NOTES = ("the lights went out", "", "Ångström % (n)s", "x" * 501)
COSTLY = ("REVOKE", "WRONG_COUNT", "ADJUST", "MISDEAL")
Told = tuple[int, str, str]  # hand, key, value


@dataclass
class Player:
    """Whoever says things at a table; `noise` is how often they are not what is asked, and `shy`
    how often nothing else is thought of than to pass."""

    match: Match
    chance: Random
    noise: float
    shy: float = 0
    told: list[Told] = field(default_factory=list)

    def step(self) -> str:
        """Say or do one thing: what it was, and how it was taken."""
        _, _, waiting = self.match.screen()
        scored = any(q.key == "next" for q in waiting)
        if scored and self.chance.random() < 0.2:  # the last moment to claim something
            return self.rules()
        if not waiting or self.chance.random() < self.noise:
            return self.chance.choice(NOISE)(self)
        question = self.chance.choice(sorted(waiting, key=lambda q: q.key))
        if not question.legal:
            return self.say(self.match.hand, question.key, "a few words")
        if "pass" in question.legal and self.chance.random() < self.shy:
            return self.say(self.match.hand, question.key, "pass")
        return self.say(self.match.hand, question.key, self.chance.choice(question.legal))

    def say(self, hand: int, key: str, value: str, seen: int | None = None) -> str:
        self.told.append((hand, key, value))
        taken = self.match.say(hand, key, value, seen)
        late = "" if seen is None else f" seen {seen}"
        return f"> {hand} {key}={value[:60]}{late}: {taken}"

    def any_hand(self) -> int:
        return self.chance.randrange(self.match.hands)

    # -- what is not asked --

    def takes_up(self) -> str:
        """Something that may be told besides."""
        keys = sorted(self.match.extra_keys())
        if not keys:
            return self.nonsense()
        key, hand = self.chance.choice(keys), self.match.hand
        return self.say(hand, key, self.chance.choice(self.match.legal(hand, key) or ["x"]))

    def puts_right(self) -> str:
        """Any answer of any hand, said anew."""
        hand = self.any_hand()
        keys = sorted(key for key, _, _ in self.match.answered(hand))
        if not keys:
            return self.nonsense()
        key = self.chance.choice(keys)
        return self.say(hand, key, self.chance.choice(self.match.legal(hand, key) or [""]))

    def nonsense(self) -> str:
        """An illegal value, or a key that is perhaps not asked."""
        _, _, waiting = self.match.screen()
        if waiting and self.chance.random() < 0.5:
            asked = self.chance.choice(sorted(waiting, key=lambda q: q.key))
            values = sorted(value for value, _ in asked.refused)
            return self.say(self.match.hand, asked.key, self.chance.choice([*VALUES, *values]))
        hand = self.match.hand + self.chance.choice((-1, 0, 0, 0, 1, 1, 2))
        return self.say(hand, self.chance.choice(KEYS), self.chance.choice(VALUES))

    def out_of_turn(self) -> str:
        """What is asked of one seat, said by another."""
        _, _, waiting = self.match.screen()
        keys = sorted(q.key for q in waiting if "." in q.key)
        if not keys:
            return self.nonsense()
        name, _, seat = self.chance.choice(keys).rpartition(".")
        other = (int(seat) + self.chance.randrange(1, 5)) % 7
        return self.say(self.match.hand, f"{name}.{other}", self.chance.choice(VALUES))

    def late(self) -> str:
        """An answer from a phone that had not seen the newest rows."""
        if not self.told:
            return self.nonsense()
        hand, key, value = self.chance.choice(self.told[-12:])
        seen = max(0, self.match.seen - self.chance.randrange(6))
        return self.say(hand, key, self.chance.choice((value, *VALUES)), seen)

    def undoes(self) -> str:
        done = [f"> undo: {self.match.undo()}" for _ in range(self.chance.choice((1, 1, 2, 5)))]
        if self.chance.random() < 0.5:
            done.append(self.redoes())
        return "\n".join(done)

    def redoes(self) -> str:
        return f"> redo: {self.match.redo()}"

    def rules(self) -> str:
        """An irregularity with any ruling, now and then one that makes no sense."""
        hand = self.match.hand if self.chance.random() < 0.8 else self.any_hand()
        codes = self.match.codes(hand)
        if self.chance.random() < 0.6:  # what costs points
            codes = [code for code in codes if code[0] in COSTLY] or codes
        name, needs, choices = self.chance.choice(codes)
        fields = [self.chance.choice(legal) for legal in needs]
        value = ":".join((name, *fields, self.chance.choice(choices)))
        value = self.chance.choice((*[value] * 7, name, "none", value + ":x"))
        return self.say(hand, f"ruling.{self.chance.choice((1, 1, 2, 3))}", value)

    def changes_level(self) -> str:
        bids, play = self.chance.choice(LEVELS)
        key, value = self.chance.choice((("bids", bids), ("play", play)))
        return self.say(self.match.hand, key, value)

    def states(self) -> str:
        """A fact of the match: who dealt, who sits where, a note, points brought over, a rule."""
        hand, chance = self.any_hand(), self.chance
        house = self.match.house
        rule = chance.choice(sorted(house))
        key, value = chance.choice(
            (
                ("dealer", str(chance.randrange(7))),
                ("note", chance.choice(NOTES)),
                (f"seat.{chance.randrange(7)}", f"id{chance.randrange(10)}"),
                (f"agree.{chance.randrange(3)}", chance.choice(("ok", "none"))),
                (f"start.{chance.randrange(3)}", str(chance.randrange(-20, 20))),
                (f"rule.{rule}", chance.choice([*house[rule], "never"])),
            )
        )
        return self.say(0 if key.startswith(("start", "rule")) else hand, key, value)

    def ends(self) -> str:
        value = self.chance.choice(("stopped", "none", "conceded.0", "conceded.1", "conceded.8"))
        return self.say(self.match.hand, "end", value)

    def goes_on(self) -> str:
        """What follows, said before it is asked."""
        hand = self.match.hand
        if self.chance.random() < 0.5:
            return self.say(hand, "next", "ok")
        return self.say(hand + 1, "trump", self.chance.choice("CDHS"))


NOISE: tuple[Callable[[Player], str], ...] = (
    *(Player.nonsense, Player.puts_right) * 3,
    *(Player.takes_up, Player.out_of_turn, Player.late, Player.undoes, Player.states) * 2,
    *(Player.redoes, Player.changes_level, Player.goes_on),
    *(Player.rules,) * 5,
)


def drawn(name: str, seed: int) -> tuple[str, Match, Random]:
    """The match of a seed, how it was agreed, and the chance that goes on with it.  Levels and
    players take turns, so that any few matches in a row have them all."""
    chance = Random(f"match {name} {seed}")
    numbers = player_numbers(name)
    level = LEVELS[seed % len(LEVELS)]
    players = numbers[seed // len(LEVELS) % len(numbers)]
    house = house_values(name)
    share = chance.choice((0.0, 0.15, 0.5))
    rules = {key: chance.choice(house[key]) for key in house if chance.random() < share}
    if chance.random() < 0.5:
        short = int(chance.choice(("3", "5", "7")))
        rules["target"] = str(max(short, min(map(int, house["target"]))))
    dealer = chance.randrange(players)
    start = tuple(chance.randrange(-5, 8) for _ in range(7)) if chance.random() < 0.2 else ()
    words = f"== {name} {seed}: {players} players, {level}, dealer {dealer}, {start}, {rules}"
    try:
        return words, Match(name, players, rules, dealer, level, start), chance
    except CannotPlay as refused:
        words += f"\ncannot play: {refused}"
    plain = {k: v for k, v in rules.items() if k not in ("team_layout", "hand_size")}
    return words, Match(name, players, plain, dealer, level, start), chance


def steps(name: str, seed: int) -> Iterator[tuple[str, Match]]:
    """What is said in the match of a seed, and the match as it is after each thing said."""
    words, match, chance = drawn(name, seed)
    yield words, match
    player = Player(match, chance, chance.choice((0.05, 0.15, 0.35)), chance.choice((0, 0, 0.9)))
    longest = 75 if match.by_cards else 50
    for _ in range(chance.randrange(20, longest)):
        yield player.step(), match
        if match.over and chance.random() < 0.3:
            break
    if chance.random() < 0.5:
        yield player.ends(), match
        yield player.goes_on(), match
        yield player.puts_right(), match
