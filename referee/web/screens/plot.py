"""The way of a match: the totals after each hand, as lines of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from flask import Flask

from referee.store import Match

WIDTH, HEIGHT = 320, 200  # as wide as the smallest phone: letters keep their size there
LEFT, RIGHT, TOP, BOTTOM = 34, 24, 12, 24
APART = 14  # between labels at the ends of lines
KINDS = 8  # of dashes


@dataclass(frozen=True)
class Line:
    """A side's line: its points as SVG path, where it ends, and its label there."""

    side: int
    path: str
    x: float
    y: float
    label: float  # the height of the label


@dataclass(frozen=True)
class Tick:
    at: float
    value: int


@dataclass(frozen=True)
class Plot:
    """Totals in the order of hands: `rows` are (hand, totals), hand 0 being the start."""

    rows: list[tuple[int, tuple[int, ...]]]
    lines: list[Line]
    heights: list[Tick]
    hands: list[Tick]
    target: Tick | None
    zero: float


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(plot_of=plot_of)


def plot_of(match: Match) -> Plot | None:
    """The plot of a match; None before a hand is scored."""
    sheet = match.sheet
    scored = [(row.number + 1, row.after) for row in sheet.counted if row.score is not None]
    if not scored:
        return None
    return draw([(0, sheet.start), *scored], sheet.game.goal or 0)


def draw(rows: list[tuple[int, tuple[int, ...]]], target: int) -> Plot:
    """The lines of totals, two rows or more, and the target (0: none)."""
    low = min(0, *(min(totals) for _, totals in rows))
    high = max(target, 1, *(max(totals) for _, totals in rows))

    def x(step: int) -> float:
        return round(LEFT + step * (WIDTH - LEFT - RIGHT) / (len(rows) - 1), 1)

    def y(total: int) -> float:
        return round(TOP + (high - total) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    labels = spread([y(n) for n in rows[-1][1]])
    lines = [
        Line(
            side,
            "M" + "L".join(f"{x(n)} {y(totals[side])}" for n, (_, totals) in enumerate(rows)),
            x(len(rows) - 1),
            y(rows[-1][1][side]),
            labels[side],
        )
        for side in range(len(rows[0][1]))
    ]
    # No label where it would lie on that of zero.
    heights = [Tick(y(n), n) for n in sorted({low, 0, high}) if not n or abs(y(n) - y(0)) >= APART]
    every = max(1, -(-(len(rows) - 1) // 6))
    hands = [Tick(x(n), hand) for n, (hand, _) in enumerate(rows) if n and n % every == 0]
    return Plot(rows, lines, heights, hands, Tick(y(target), target) if target else None, y(0))


def spread(heights: list[float]) -> list[float]:
    """The heights, moved so that labels do not lie on each other, and none is below the plot."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = dict(zip(order, sorted(heights), strict=True))
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + APART)
    limit = float(HEIGHT - BOTTOM)
    for n in reversed(order):
        placed[n] = min(placed[n], limit)
        limit = placed[n] - APART
    return [placed[n] for n in range(len(heights))]
