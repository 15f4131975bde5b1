"""Random tables for the properties: any game, any house rules, any level, any legal answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from referee.engine import (
    BIDS,
    PLAYS,
    AnyGame,
    Bids,
    Entry,
    Hand,
    HouseRule,
    HouseRuleError,
    Play,
    Question,
    Seat,
    Setup,
    Side,
    Table,
    encode,
    fold,
    house_rules,
    with_rules,
)
from referee.engine.hand import replay
from referee.games import GAMES

MOST_HANDS = 6  # then a side that sees no end gives up


def quick(examples: int) -> settings:
    """The same examples every time, so that a failure is found again."""
    return settings(
        derandomize=True,
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


def texts(rule: HouseRule) -> list[str]:
    """The values that a table may agree on, the ends of a range among them."""
    return [*map(encode, rule.values), *map(str, rule.between or ())]


@dataclass(frozen=True)
class Draw:
    """A match that could be played: `chance` decides every answer."""

    setup: Setup
    seed: int

    @property
    def chance(self) -> Random:
        return Random(self.seed)

    @property
    def game(self) -> AnyGame:
        return self.setup.game

    @property
    def table(self) -> Table:
        s = self.setup
        return Table(s.game.teams(len(s.players)), s.dealer, s.bids, s.play, s.start)

    def at(self, bids: Bids, play: Play) -> Draw:
        return replace(self, setup=replace(self.setup, bids=bids, play=play))


@st.composite
def matches(draw: st.DrawFn, name: str | None = None, play: Play | None = None) -> Draw:
    sheet = GAMES[name or draw(st.sampled_from(sorted(GAMES)))]
    changes = {}
    for key, rule in house_rules(sheet).items():
        if draw(st.booleans()):
            changes[key] = draw(st.sampled_from(texts(rule)))
    players = draw(st.sampled_from(sheet.players))
    game = with_rules(sheet(), changes)
    try:
        teams = game.teams(players)
    except HouseRuleError:
        plain = {k: v for k, v in changes.items() if k not in ("team_layout", "hand_size")}
        game = with_rules(sheet(), plain)
        teams = game.teams(players)
    start = draw(
        st.just(()) | st.tuples(*[st.integers(-30, max(0, (game.goal or 0) - 1)) for _ in teams])
    )
    setup = Setup(
        game,
        tuple(f"player {n}" for n in range(players)),
        Seat(draw(st.integers(0, players - 1))),
        draw(st.sampled_from(BIDS)),
        draw(st.sampled_from(PLAYS)) if play is None else play,
        start,
    )
    return Draw(setup, draw(st.integers(0, 2**32)))


def choose(chance: Random, question: Question, told: Mapping[str, str]) -> str:
    """Any legal answer; but who named trump before a discard pitches it (PA3)."""
    legal = list(question.legal)
    if question.key.startswith("card.1.") and "trump" in told and "high" not in told:
        first = not any(key.startswith("card.") for key in told)
        if first and (trumps := [c for c in legal if c[1] == told["trump"]]):
            return chance.choice(trumps)
    return chance.choice(legal)


def stages(game: AnyGame, table: Table, chance: Random) -> Iterator[tuple[dict[str, str], Hand]]:
    """A random hand, before the first answer and after each one."""
    told: dict[str, str] = {}
    hand = replay(game.scored(table), told)
    yield dict(told), hand
    while hand.score is None:
        waiting = [q for q in hand.questions().values() if q in hand.open]
        if chance.random() < 0.1:
            waiting = timely(hand, told) or waiting
        question = chance.choice(waiting)
        told[question.key] = choose(chance, question, told)
        hand = replay(game.scored(table), told)
        yield dict(told), hand


def timely(hand: Hand, told: Mapping[str, str]) -> list[Question]:
    """Offers that may be taken up now without unsaying what was told before: who led and what is
    turned up before a trick, the card points before Game."""
    if not hand.offers:
        return []
    name, _, n = hand.offers[-1].key.partition(".")
    if name == "count":
        return [] if "game" in told else [q for q in hand.offers if q.key.startswith(name)][:1]
    begun = any(key.startswith(f"card.{n}.") for key in told)
    return [] if begun else [hand.offers[-1]]


def played(game: AnyGame, table: Table, chance: Random) -> tuple[dict[str, str], Hand]:
    """A random hand that is scored."""
    *_, last = stages(game, table, chance)
    return last


def happens(chance: Random, table: Table, game: AnyGame) -> dict[str, str]:
    """What is said before a deal, now and then: who dealt, another level of detail, a note."""
    said = {}
    if chance.random() < 0.2:
        said["dealer"] = str(chance.choice(table.seats))
    if chance.random() < 0.2 and len(game.play_levels) > 1:
        said["bids"] = chance.choice(game.bid_levels)
        said["play"] = chance.choice(game.play_levels[:2])
    if chance.random() < 0.1:
        said["note"] = "the lights went out"
    return said


def match_log(draw: Draw, hands: int) -> list[Entry]:
    """The log of up to `hands` random hands, closed but for the last."""
    chance, log = draw.chance, list[Entry]()
    for number in range(hands):
        sheet = fold(draw.setup, log)
        if sheet.outcome is not None:
            break
        if number:
            log.append(Entry(len(log) + 1, number - 1, "next", "ok"))
            sheet = fold(draw.setup, log)
        first = happens(chance, sheet.now.table, sheet.game)
        log += [Entry(len(log) + n, number, *pair) for n, pair in enumerate(first.items(), 1)]
        table = fold(draw.setup, log).rows[number].table
        told, _ = played(sheet.game, table, chance)
        if chance.random() < 0.2:
            told["ruling.1"] = any_ruling(chance, sheet.game, table)
        log += [Entry(len(log) + n, number, *pair) for n, pair in enumerate(told.items(), 1)]
    return log


def any_ruling(chance: Random, game: AnyGame, table: Table) -> str:
    """Any irregularity with any ruling, as its code declares them."""
    code = chance.choice(game.irregularities(table))
    needed = [chance.choice(list(need.legal)) for need in code.needs]
    return ":".join((code.name, *needed, chance.choice(list(code.choices))))


def any_side(chance: Random, table: Table) -> Side:
    return chance.choice(table.sides)
