"""A match as a file carries it: read, turned into what the engine replays, and held against it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.engine import (
    BIDS,
    HIGHEST_START,
    PLAYS,
    Entry,
    IllegalAnswer,
    Seat,
    Setup,
    Sheet,
    fold,
    msg,
    with_rules,
)
from referee.games import GAMES
from referee.store.base import clean_match_note, clean_place, is_id
from referee.store.matches import MOST_ENTRIES, MOST_HANDS, NewMatch, agreed_game, clean_value
from referee.store.statistics import scored_hands
from referee.store.transfer.format import (
    Wrong,
    a_list,
    fields,
    texts,
    when,
    whole,
    word,
    words,
    wrong,
    yes_or_no,
)

MOST_SEATS = 16  # more than any game seats: the game then says which numbers it takes
MOST_LINES = 50 * MOST_HANDS
KEY = r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)*"


@dataclass(frozen=True)
class Come:
    """A row of the log; `device` is a number of the file."""

    entry: Entry
    at: datetime
    device: int | None


@dataclass(frozen=True)
class Carried:
    """A match; `players` are numbers of the file, and so are the values of `seat.` entries."""

    id: str
    game: str
    rules: dict[str, str]
    players: list[int]
    start: list[int]
    dealer: int
    bids: str
    play: str
    own_questions: bool
    place: str
    note: str
    created: datetime
    ended: datetime | None
    says: Mapping[str, Any]  # what should follow
    entries: list[Come]

    def everybody(self) -> set[int]:
        return {*self.players, *(int(e.entry.value) for e in self.entries if seats(e.entry))}

    def setup(self, who: Mapping[int, str]) -> Setup:
        return Setup(
            with_rules(GAMES[self.game](), self.rules),
            tuple(who[n] for n in self.players),
            Seat(self.dealer),
            next(b for b in BIDS if b == self.bids),
            next(p for p in PLAYS if p == self.play),
            tuple(self.start),
        )

    def log(self, who: Mapping[int, str]) -> tuple[Entry, ...]:
        return tuple(
            Entry(e.seq, e.hand, e.key, who[int(e.value)] if seats(e) else e.value, e.undoes)
            for e in (come.entry for come in self.entries)
        )

    def check(self, sheet: Sheet) -> None:
        """Raises Wrong where the replay comes to something else than the file says."""
        outcome = sheet.outcome
        lines = [
            [dealt.number, int(line.side), line.points, line.rule]
            for dealt in sheet.counted
            for line in (dealt.score.lines if dealt.score else ())
        ]
        right = {
            "totals": list(sheet.totals),
            "hands": scored_hands(sheet),
            "winners": [int(side) for side in outcome.winners] if outcome else None,
            "how": outcome.how if outcome else None,
            "lines": lines if outcome else [],
        }
        for name, value in right.items():
            if self.says[name] != value:
                wrong(msg("The replay comes to other “%(name)s” than the file says.", name=name))
        if (self.ended is None) != (outcome is None):
            wrong(msg("The replay comes to other “%(name)s” than the file says.", name="ended"))


def seats(entry: Entry) -> bool:
    return entry.key.startswith("seat.")


def replay(match: Carried, who: Mapping[int, str]) -> tuple[tuple[Entry, ...], Sheet]:
    """The log and the sheet, between these players.  Raises Wrong where the replay comes to
    something else than the file says."""
    log = match.log(who)
    try:
        sheet = fold(match.setup(who), log)
    except Exception as error:  # what a stranger wrote may upset the replay anywhere
        raise Wrong(msg("This match cannot be replayed.")) from error
    match.check(sheet)
    return log, sheet


def read(value: Any, people: Collection[int], phones: Collection[int]) -> Carried:
    """A match that makes sense by itself.  Raises Wrong, Refused, HouseRuleError."""
    says = ("totals", "hands", "winners", "how", "lines")
    fields(
        value, "id", "game", "rules", "players", "start", "dealer", "bids", "play",
        "own_questions", "place", "note", "created", "ended", "entries", *says,
    )  # fmt: skip
    id = words(value["id"])
    if not is_id(id):
        wrong(msg("This is no id of a match."))
    players = [whole(n) for n in a_list(value["players"], MOST_SEATS)]
    if len(set(players)) != len(players) or any(n not in people for n in players):
        wrong(msg("Somebody sits there who is not in the file, or sits there twice."))
    high = HIGHEST_START
    start = [whole(n, -high, high) for n in a_list(value["start"], MOST_SEATS)]
    match = Carried(
        id=id,
        game=word(value["game"]),
        rules=texts(value["rules"]),
        players=players,
        start=start,
        dealer=whole(value["dealer"], high=MOST_SEATS),
        bids=word(value["bids"]),
        play=word(value["play"]),
        own_questions=yes_or_no(value["own_questions"]),
        place=clean_place(words(value["place"])),
        note=clean_match_note(words(value["note"])),
        created=when(value["created"]),
        ended=None if value["ended"] is None else when(value["ended"]),
        says={name: value[name] for name in says},
        entries=[],
    )
    a_list(value["lines"], MOST_LINES)
    agreed_game(
        NewMatch(
            match.game, [str(n) for n in players], match.rules, match.dealer, match.bids,
            match.play, start,
        )
    )  # fmt: skip
    for raw in a_list(value["entries"], MOST_ENTRIES):
        match.entries.append(entry(raw, match.entries, people, phones))
    return match


def entry(value: Any, before: list[Come], people: Collection[int], phones: Collection[int]) -> Come:
    """A row of the log that follows those `before`."""
    fields(value, "seq", "hand", "key", "value", "at", maybe=("undoes", "device"))
    if whole(value["seq"]) != len(before) + 1:
        wrong(msg("The answers are not counted one by one."))
    hand, key = whole(value["hand"], high=MOST_HANDS - 1), word(value["key"], KEY)
    try:
        said = clean_value(hand, key, words(value["value"]))
    except IllegalAnswer as error:
        raise Wrong(error.refusal.text) from error
    if key.startswith("seat.") and not (
        re.fullmatch(r"[0-9]{1,9}", said) and int(said) in people and str(int(said)) == said
    ):
        wrong(msg("Somebody sits there who is not in the file, or sits there twice."))
    if key.startswith("start.") and not (
        re.fullmatch(r"-?[0-9]{1,9}", said) and abs(int(said)) <= HIGHEST_START
    ):
        wrong(msg("A number is out of range: %(value)s.", value=said[:40]))
    undoes = None
    if "undoes" in value:
        undoes = whole(value["undoes"], 1, len(before))
        target = before[undoes - 1].entry
        if (hand, key, said) != (target.hand, target.key, target.value):
            wrong(msg("An answer takes back another one than it says."))
    device = whole(value["device"]) if "device" in value else None
    if device is not None and device not in phones:
        wrong(msg("An answer comes from a phone that is not in the file."))
    return Come(Entry(len(before) + 1, hand, key, said, undoes), when(value["at"]), device)
