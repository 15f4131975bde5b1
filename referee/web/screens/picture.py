"""The result of a match as a picture that stands for itself: where its texts go, and how large.

An SVG wraps nothing, and nobody knows here how wide a letter of the reader's font is: widths are
estimated, generously, and the template clips what is wider still.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from referee.engine import best_first
from referee.web.screens.table import Screen

WIDE = 800
EDGE = 40
FOR_NAMES = 580  # the rest of a line is for the total
LARGE, MEDIUM = 30.0, 20.0
LINE, GAP = 40, 24


@dataclass(frozen=True)
class Line:
    """A text on its own line, whose baseline is at `y`."""

    text: str
    y: int
    size: float


@dataclass(frozen=True)
class SideLines:
    """A side: its players one below the other, so that no name moves another."""

    names: tuple[Line, ...]
    total: int
    won: bool


@dataclass(frozen=True)
class Picture:
    tall: int
    place: Line | None
    sides: tuple[SideLines, ...]


def picture_of(screen: Screen) -> Picture:
    """The sides in order of their totals, the best first."""
    match, outcome = screen.match, screen.sheet.outcome
    y = 124 if match.place else 92
    place = Line(match.place, y, fitting(match.place, WIDE - 2 * EDGE, MEDIUM))
    sides = []
    for side in best_first(screen.sheet.totals, screen.sheet.game.best):
        y += GAP
        names = []
        for seat in screen.voice.teams[side]:
            y += LINE
            name = screen.voice.names[seat]
            names.append(Line(name, y, fitting(name, FOR_NAMES, LARGE)))
        won = outcome is not None and side in outcome.winners
        if won and len(names) == 1:
            y += GAP  # the word stands under the total
        sides.append(SideLines(tuple(names), screen.sheet.totals[side], won))
    return Picture(y + EDGE, place if match.place else None, tuple(sides))


def fitting(text: str, width: int, most: float) -> float:
    """The largest size at which a text fits a width."""
    return round(min(most, width / max(1.0, sum(map(ems, text)))), 1)


def ems(char: str) -> float:
    """About how wide a letter is in bold, in ems; rather too much than too little."""
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if char.isascii() and not char.isupper():
        return 0.98 if char in "mw@%" else 0.66
    return 1.2 if char in "WM" or unicodedata.east_asian_width(char) in "WF" else 0.95
