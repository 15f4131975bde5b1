"""Rulings: what went wrong in a hand and how it is ruled, as `ruling.<n>` tells it.

A ruling is fields joined by `:`: a code, what the code needs, and the ruling where it is not the
default (`MISDEAL`, `REVOKE:1:4`, `BID_OUT_OF_TURN:3:2:stands`, `ADJUST:1:-2`).  A rule sheet
declares its codes; nothing here knows what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from referee.engine.errors import Refusal
from referee.engine.message import Message, PlayerName, Said, msg
from referee.engine.table import Seat, Side

# What a ruling does: `none` is recorded and explained only, `void` makes the hand score nothing,
# `penalty` is for the rule sheet (`Game.ruled`), `adjust` moves the points that it names.
Effect: TypeAlias = Literal["none", "void", "penalty", "adjust"]
NO_RULING = "none"
LONGEST = 60  # characters; the longest ruling has some thirty
KEY = re.compile(r"ruling\.[1-9][0-9]?")


@dataclass(frozen=True)
class Need:
    """One field of a code: `seat`, `trick`, `place`, `bid`, `tricks`, `side` or `points`."""

    name: str
    prompt: Message
    legal: Mapping[str, Said]
    optional: bool = False


@dataclass(frozen=True)
class Choice:
    """One way to rule on a code: how a screen offers it, the ruling in a sentence, what it does."""

    label: Said
    words: Message
    effect: Effect = "none"


@dataclass(frozen=True)
class Code:
    """One irregularity that may be recorded.

    `facts` says what happened, `facts_in_trick` where a trick is named too; `choices` are the ways
    to rule, the default first.  A `claim` cannot be made any more once the hand is closed.
    """

    name: str
    title: Message
    rule: str
    facts: Message
    choices: Mapping[str, Choice]
    needs: tuple[Need, ...] = ()
    facts_in_trick: Message | None = None
    claim: bool = False

    @property
    def default(self) -> str:
        return next(iter(self.choices))

    def read(self, key: str, value: str) -> Ruling | None:
        """The ruling that `value` tells, if it is one of this code."""
        name, *fields = value.split(":")
        if name != self.name:
            return None
        said: dict[str, str] = {}
        for need in self.needs:
            if fields and fields[0] in need.legal:
                said[need.name] = fields.pop(0)
            elif not need.optional:
                return None
        choice = fields.pop(0) if fields else self.default
        if fields or choice not in self.choices:
            return None
        return Ruling(key, value, self, said, choice)


@dataclass(frozen=True)
class Ruling:
    """One irregularity on record: `said` holds what the code needs, `choice` how it is ruled."""

    key: str
    value: str
    code: Code
    said: Mapping[str, str] = field(default_factory=dict)
    choice: str = ""

    @property
    def seat(self) -> Seat | None:
        return Seat(int(self.said["seat"])) if "seat" in self.said else None

    @property
    def side(self) -> Side | None:
        return Side(int(self.said["side"])) if "side" in self.said else None

    @property
    def points(self) -> int:
        return int(self.said.get("points", "0"))

    @property
    def trick(self) -> int | None:
        """The trick that is named, counted as cards count it."""
        place = self.said.get("trick", "")
        return int(place) if place.isdecimal() else None

    @property
    def effect(self) -> Effect:
        return self.code.choices[self.choice].effect

    @property
    def rule(self) -> str:
        return self.code.rule

    @property
    def facts(self) -> Message:
        """What happened, in a sentence."""
        in_trick = self.code.facts_in_trick
        text = self.code.facts if self.trick is None or in_trick is None else in_trick
        return text.with_params(**self._words())

    @property
    def words(self) -> Message:
        """How it is ruled, in a sentence."""
        return self.code.choices[self.choice].words.with_params(**self._words())

    def _words(self) -> dict[str, Said]:
        labels = {
            n.name: n.legal[self.said[n.name]] for n in self.code.needs if n.name in self.said
        }
        return labels | ({} if self.seat is None else {"who": PlayerName(self.seat)})


def read_ruling(codes: Sequence[Code], key: str, value: str) -> Ruling | None:
    """What a value of `ruling.<n>` tells under these codes; None where it is nothing."""
    if len(value) > LONGEST:
        return None
    return next((r for code in codes if (r := code.read(key, value)) is not None), None)


def rulings_said(codes: Sequence[Code], said: Mapping[str, str]) -> tuple[Ruling, ...]:
    """The rulings on record for a hand, by their number."""
    keys = sorted((k for k in said if KEY.fullmatch(k)), key=lambda k: int(k.partition(".")[2]))
    read = (read_ruling(codes, key, said[key]) for key in keys)
    return tuple(ruling for ruling in read if ruling is not None)


@dataclass(frozen=True)
class Rulings(Mapping[str, Said]):
    """The legal answers of `ruling.<n>`: whatever reads as a ruling, and `none` to take it back.

    It iterates over the bare ones alone, for there are thousands of the others: a screen builds
    those from `codes`.  `stands` is what is on record; a claim that is new is `closed` out once the
    hand is closed (REFEREE 0, point 4).
    """

    codes: tuple[Code, ...]
    stands: str | None = None
    closed: bool = False

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and (value == NO_RULING or self._may(value) is not None)

    def __getitem__(self, value: str) -> Said:
        if value == NO_RULING:
            return msg("No ruling")
        ruling = self._may(value)
        if ruling is None:
            raise KeyError(value)
        return ruling.facts

    def __iter__(self) -> Iterator[str]:
        yield NO_RULING
        yield from (code.name for code in self.codes if not any(not n.optional for n in code.needs))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _may(self, value: str) -> Ruling | None:
        ruling = read_ruling(self.codes, "", value)
        late = ruling is not None and self.closed and ruling.code.claim and self.stands is None
        return None if late else ruling


@dataclass(frozen=True)
class TooLate(Mapping[str, Refusal]):
    """Why a claim that reads well is refused all the same: the hand is closed."""

    codes: tuple[Code, ...]
    refusal: Refusal

    def __getitem__(self, value: str) -> Refusal:
        ruling = read_ruling(self.codes, "", value)
        if ruling is None or not ruling.code.claim:
            raise KeyError(value)
        return self.refusal

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Proved(Protocol):
    """An offence that came to light by itself."""

    @property
    def seat(self) -> Seat: ...

    @property
    def rule(self) -> str: ...

    @property
    def ruling(self) -> str:
        """The `ruling.<n>` that records it with its default ruling."""
        ...

    @property
    def facts(self) -> Message:
        """What happened, in a sentence."""
        ...


@dataclass(frozen=True)
class Verdict:
    """What the two cards of a claim prove, in a sentence."""

    proved: bool
    text: Message
