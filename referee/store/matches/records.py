"""What goes into the store as a match, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.engine import Entry, Setup, Sheet


@dataclass(frozen=True)
class NewMatch:
    """A match to be created.

    `rules` are encoded texts and need to name only what differs from the defaults; `players` are
    names, clockwise; `start` are totals brought over, one a side (or none); `uid` names the intent.
    """

    game: str
    players: tuple[str, ...] | list[str]
    rules: Mapping[str, str] = field(default_factory=dict)
    dealer: int = 0
    bids: str = "final"
    play: str = "totals"
    start: tuple[int, ...] | list[int] = ()
    uid: str = ""


@dataclass(frozen=True)
class Match:
    """A match with its log and what follows from it.

    `names` maps every player's id of the club to the name, `sits_as` the ids of those who are in
    this match under that of somebody who was merged into them; `version` is the last entry's seq;
    `times` says when each entry was saved, by seq, and `devices` from which device, where that is
    known; `device_names` are the names of those.  With `own_questions` a phone in a seat may answer
    only what is asked of that seat.
    """

    id: str
    game: str
    setup: Setup
    names: Mapping[str, str]
    log: tuple[Entry, ...]
    sheet: Sheet
    version: int
    created: datetime
    ended: datetime | None
    times: Mapping[int, datetime]
    devices: Mapping[int, str] = field(default_factory=dict)
    device_names: Mapping[str, str] = field(default_factory=dict)
    sits_as: Mapping[str, str] = field(default_factory=dict)
    own_questions: bool = False
    place: str = ""
    note: str = ""


@dataclass(frozen=True)
class Saved:
    """The match after a save.  `fresh` is False where nothing was written: the intent was known
    already, or just that stands on record."""

    match: Match
    fresh: bool
