"""Playthroughs: a match as a text file, in the language of the log.

    # East-West pass 21 while defending and do not win: they must bid out (P36).
    pitch seats=North,East,South,West dealer=0 bids=final play=totals
    contract=0.2 trump=C high=1 low=1 jack=none game=1
    = 0 -2 bid 2 set: took nothing
    = 1 +3 high low game
    == -2 3

A header, then a line of answers a hand.  Lines that start with ``=`` are the referee's: each score
line and the totals after the hand, with the winners once the match is over.  They are left out in
reading and said anew, so a file that was replayed once is the same text again.  A value with
spaces stands in double quotes, with JSON's escapes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine import (
    BIDS,
    HIGHEST_START,
    PLAYS,
    Entry,
    HouseRuleError,
    IllegalAnswer,
    Seat,
    Setup,
    Sheet,
    StaleQuestion,
    answer,
    fold,
    in_english,
    is_fact,
    with_rules,
)
from referee.games import GAMES

PAIR = re.compile(r'([a-z0-9_.]+)=("(?:[^"\\]|\\.)*"|[^\s"]*)(?=\s|$)')
BOOLEANS = {"true": "yes", "false": "no"}
LAST = ("ruling", "end", "note")  # said once the hand is played
LONGEST_FILE = 1_000_000  # characters


class PlaythroughError(Exception):
    """A file that cannot be replayed: `line` counts from 1, `why` is what is wrong there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"{line}: {why}")
        self.line, self.why = line, why


@dataclass(frozen=True)
class Line:
    """A line that is echoed: a comment, the header, or the answers of hand `hand` (from 0)."""

    number: int
    text: str
    hand: int | None = None
    answers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Playthrough:
    """A match that was read, with every answer checked; the last hand may be unfinished."""

    lines: tuple[Line, ...]
    setup: Setup
    log: tuple[Entry, ...]

    def sheet(self) -> Sheet:
        return fold(self.setup, self.log)

    def waiting(self) -> str | None:
        """The key that the last hand still wants, with its line: "7: trump is asked"."""
        row = self.sheet().rows[-1]
        last = [line for line in self.lines if line.hand is not None]
        if not last or not row.hand.open:
            return None
        return f"{last[-1].number}: the hand is not finished: {row.hand.open[0].key} is asked"


def read(text: str) -> Playthrough:
    """The match of a file.  Raises PlaythroughError."""
    if len(text) > LONGEST_FILE:
        raise PlaythroughError(1, "the file is too long for a match")
    lines: list[Line] = []
    setup: Setup | None = None
    log: list[Entry] = []
    hand = 0
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("="):
            continue
        if not line or line.startswith("#"):
            lines.append(Line(number, line))
        elif setup is None:
            setup = header(number, line)
            lines.append(Line(number, line))
        else:
            answers = tuple(pairs(number, line).items())
            play(setup, log, number, hand, answers)
            lines.append(Line(number, line, hand, answers))
            hand += 1
    if setup is None:
        raise PlaythroughError(1, "there is no header such as: pitch seats=North,East,South,West")
    return Playthrough(tuple(lines), setup, tuple(log))


def pairs(number: int, line: str) -> dict[str, str]:
    """``key=value key=value`` as a mapping."""
    found: dict[str, str] = {}
    rest = line
    while rest:
        match = PAIR.match(rest)
        if match is None:
            raise PlaythroughError(number, f"not key=value: {rest.split()[0]}")
        key, value = match.groups()
        if key in found:
            raise PlaythroughError(number, f"{key} is said twice")
        try:
            found[key] = json.loads(value) if value.startswith('"') else BOOLEANS.get(value, value)
        except json.JSONDecodeError:
            raise PlaythroughError(number, f"{key}: a wrong escape in {value}") from None
        rest = rest[match.end() :].lstrip()
    return found


def header(number: int, line: str) -> Setup:
    """The game, the seats, the levels, totals brought over, and house rules."""
    name, _, rest = line.partition(" ")
    if name not in GAMES:
        raise PlaythroughError(number, f"no game {name}; there are: {', '.join(GAMES)}")
    said = pairs(number, rest.strip())
    players = tuple(part.strip() for part in said.pop("seats", "").split(","))
    if not all(players) or len(set(players)) != len(players):
        raise PlaythroughError(number, "seats= must name every player, each once")
    dealer = whole(number, "dealer", said.pop("dealer", "0"))
    start = tuple(whole(number, "start", n) for n in said.pop("start", "").split(",") if n)
    bids, play = said.pop("bids", "final"), said.pop("play", "totals")
    if bids not in BIDS:
        raise PlaythroughError(number, f"bids={bids}: final or every")
    if play not in PLAYS:
        raise PlaythroughError(number, f"play={play}: totals, winners or cards")
    try:
        game = with_rules(GAMES[name](), said)
        sides = len(game.teams(len(players)))
    except HouseRuleError as error:
        raise PlaythroughError(number, in_english(error.text)) from None
    if not 0 <= dealer < len(players):
        raise PlaythroughError(number, f"dealer={dealer}: seats are 0 to {len(players) - 1}")
    if start and len(start) != sides:
        raise PlaythroughError(number, f"start= needs {sides} numbers, one a side")
    return Setup(
        game,
        players,
        Seat(dealer),
        next(b for b in BIDS if b == bids),
        next(p for p in PLAYS if p == play),
        start,
    )


def whole(number: int, key: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,3}", text) or abs(int(text)) > HIGHEST_START:
        raise PlaythroughError(number, f"{key}: not a number: {text}")
    return int(text)


def play(
    setup: Setup, log: list[Entry], number: int, hand: int, answers: Sequence[tuple[str, str]]
) -> None:
    """Add the answers of a hand to the log, in whatever order they stand."""
    before = fold(setup, log)
    if before.outcome is not None:
        raise PlaythroughError(number, "the match is over already")
    if hand and before.rows[hand - 1].hand.open:
        wanted = before.rows[hand - 1].hand.open[0].key
        raise PlaythroughError(number, f"the hand before is not finished: {wanted} is asked")
    last = [pair for pair in answers if pair[0].partition(".")[0] in LAST]
    first = [pair for pair in answers if pair not in last and is_fact(pair[0])]
    middle = [pair for pair in answers if pair not in last and pair not in first]
    for pair in first:
        add(setup, log, number, hand, pair)
    played = len(log)
    log += [Entry(played + n, hand, *pair) for n, pair in enumerate(middle, 1)]
    rows = fold(setup, log).rows
    taken = rows[hand].hand.answers() if hand < len(rows) else {}
    for pair in middle:
        if taken.get(pair[0]) != pair[1] and pair != ("next", "ok"):
            others = log[:played] + [
                Entry(played + n, hand, *p)
                for n, p in enumerate((p for p in middle if p != pair), 1)
            ]
            add(setup, others, number, hand, pair)  # says what is wrong with it
            raise PlaythroughError(number, f"{pair[0]}={pair[1]} does not fit the other answers")
    for pair in last:
        add(setup, log, number, hand, pair)


def add(setup: Setup, log: list[Entry], number: int, hand: int, pair: tuple[str, str]) -> None:
    """Add one answer through the door that the phones use."""
    key, value = pair
    try:
        entry = answer(setup, log, hand, key, value)
    except IllegalAnswer as error:
        rule = f" ({error.refusal.rule})" if error.refusal.rule else ""
        why = in_english(error.refusal.text)
        raise PlaythroughError(number, f"{key}={value}: {why}{rule}") from None
    except StaleQuestion:
        raise PlaythroughError(number, f"{key}={value}: {key} is not asked here") from None
    if entry is not None:
        log.append(entry)
