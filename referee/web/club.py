"""The club's tables: standings of a season or between days, ratings, records, house rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask import Blueprint, Response, abort, request

from referee.engine.message import Message, msg
from referee.games import GAMES
from referee.web.current import the_store
from referee.web.htmx import page

pages = Blueprint("club", __name__)
EVER = "all"  # the season that has no end


@dataclass(frozen=True)
class Span:
    """The days of a table, both included: a `season` (a year, or "all"), or from `first` to `last`
    as they were typed; `problem` says what is wrong with those."""

    season: str = ""
    first: date | None = None
    last: date | None = None
    typed: tuple[str, str] = ("", "")
    problem: Message | None = None


@pages.get("/club/tables")
def tables() -> Response:
    """The table of the game that is played most."""
    return show(next(iter(the_store().stats.games()), next(iter(GAMES))))


@pages.get("/club/tables/<name>")
def table(name: str) -> Response:
    """A game's table: `season` is a year or "all", or `from` and `to` are days; else this year."""
    if name not in GAMES:
        abort(404)
    return show(name)


def show(name: str) -> Response:
    stats = the_store().stats
    years = stats.years(name)
    span = wanted(years)
    return page(
        "club/tables.html", "club/tables.html", 422 if span.problem else 200,
        games=GAMES, game=name, years=years, span=span, rated=stats.catch_up(),
        rows=[] if span.problem else stats.standings(name, span.first, span.last),
        records=stats.records(name), effects=stats.rule_effects(name),
    )  # fmt: skip


def wanted(years: list[int]) -> Span:
    """The days that the address asks for; the newest season without any."""
    typed = (request.args.get("from", "")[:10], request.args.get("to", "")[:10])
    if any(typed):
        return between(typed)
    asked = request.args.get("season", "")
    if asked == EVER:
        return Span(EVER)
    newest = years[0] if years else datetime.now(UTC).year
    year = next((y for y in years if str(y) == asked), newest)
    return Span(str(year), date(year, 1, 1), date(year, 12, 31))


def between(typed: tuple[str, str]) -> Span:
    try:
        first, last = (date.fromisoformat(text) if text else None for text in typed)
    except ValueError:
        return Span(typed=typed, problem=msg("A day is written like 2026-11-30."))
    if first and last and last < first:
        return Span(typed=typed, problem=msg("The last day is before the first one."))
    return Span(first=first, last=last, typed=typed)
