"""What goes into the store and what comes out of it.  No database object leaves the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.engine.log import Entry
from referee.engine.match import Setup, Sheet
from referee.engine.table import Bids, Play, Seat


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


@dataclass(frozen=True)
class Summary:
    """A match in a list.  `players` are names in seat order, `sides` the same by side."""

    id: str
    game: str
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    how: str | None  # won, stopped, conceded; None while open
    hands: int  # scored ones
    created: datetime
    ended: datetime | None
    place: str = ""
    note: str = ""


@dataclass(frozen=True)
class Page:
    """Matches, newest first; `next` is the place to go on from, None at the end."""

    items: list[Summary]
    next: str | None


@dataclass(frozen=True)
class LastMatch:
    """What "same table again" starts from; `players` are names as seated in the last hand."""

    players: tuple[str, ...]
    rules: Mapping[str, str]  # those that differ from the defaults
    bids: Bids
    play: Play
    next_dealer: Seat


@dataclass(frozen=True)
class PlayerRow:
    """A player in the list: ended matches, those won, and when one last began or ended."""

    id: str
    name: str
    matches: int
    wins: int
    last: datetime | None


@dataclass(frozen=True)
class HouseCard:
    """House rules under a name: encoded texts of those that differ from the defaults."""

    id: str
    name: str
    rules: Mapping[str, str]


@dataclass(frozen=True)
class Link:
    """A new invitation: the token for a link, and the code that may be typed `until` then; an
    owner's link has none, and is itself good until then.

    Neither can be read from the store again, and neither is shown by `repr`, so in no log.
    """

    token: str = field(repr=False)
    code: str | None = field(repr=False)
    until: datetime


@dataclass(frozen=True)
class Invitation:
    """What a link or code invites to; `match` is None for the owner's."""

    role: str  # owner, scorer, seat, watcher, display
    match: str | None


@dataclass(frozen=True)
class Joined:
    """What a device is from now on; `token` is for its cookie, None where it keeps its own."""

    token: str | None = field(repr=False)
    match: str | None
    role: str
    seat: int | None


@dataclass(frozen=True)
class Device:
    """A device that is in."""

    id: str
    name: str
    owner: bool


@dataclass(frozen=True)
class Access:
    """What a device may do in a match, and the seat that it holds there."""

    role: str
    seat: int | None
    device: str
    own_questions: bool = False  # a seat that may answer only what is asked of it


@dataclass(frozen=True)
class Holder:
    """The device in a seat."""

    device: str
    name: str


@dataclass(frozen=True)
class Present:
    """A device that has a match open: how it is called, what it is there, its seat if it has one.

    An owner who took no place there is an owner."""

    name: str
    role: str
    seat: int | None


@dataclass(frozen=True)
class DeviceRow:
    """A device in the list; `places` names whose seat it holds in the open matches."""

    id: str
    name: str
    owner: bool
    created: datetime
    seen: datetime
    places: list[str]
