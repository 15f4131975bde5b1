"""The club's tables: standings of a season or between days, ratings, records, house rules."""

from __future__ import annotations

from datetime import UTC, date, datetime

from flask import Blueprint, Response, abort, request

from referee.games import GAMES
from referee.web.club import days
from referee.web.club.days import Days
from referee.web.request import page, the_store

pages = Blueprint("club", __name__)
EVER = "all"  # the season that has no end


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
    span = days.asked()
    season = "" if any(span.typed) else wanted(years)
    if season not in ("", EVER):
        span = Days(first=date(int(season), 1, 1), last=date(int(season), 12, 31))
    return page(
        "club/tables.html", "club/tables.html", 422 if span.problem else 200,
        games=GAMES, game=name, years=years, season=season, span=span, rated=stats.catch_up(),
        rows=[] if span.problem else stats.standings(name, span.first, span.last),
        records=stats.records(name), effects=stats.rule_effects(name),
    )  # fmt: skip


def wanted(years: list[int]) -> str:
    """The season that the address asks for, or else the newest one."""
    asked = request.args.get("season", "")
    newest = years[0] if years else datetime.now(UTC).year
    return asked if asked == EVER or asked in map(str, years) else str(newest)
