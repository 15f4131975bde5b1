"""The tables of a club: standings, records, what each house rule changed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import func
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import HouseRule, HouseRuleError, Said, house_rules, worth
from referee.games import GAMES
from referee.store.base import EVER, span, the_club
from referee.store.base.models import MATCH, PLAYER, PLAYER_SUM, RULE_SUM, SAT
from referee.store.history import lists as history
from referee.store.history.figures import (
    Best,
    ClubRecords,
    Figures,
    Rating,
    RuleEffect,
    RuleValue,
    Standing,
)
from referee.store.statistics import best_in, rated_to

TOP = 3


def games(session: Session) -> dict[str, int]:
    """Ended matches by game, the most played first: each has one value of every house rule."""
    query = (
        columns(RULE_SUM.c.game, RULE_SUM.c.rule, func.sum(RULE_SUM.c.matches).label("matches"))
        .where(RULE_SUM.c.club_id == the_club(session))
        .group_by(RULE_SUM.c.game, RULE_SUM.c.rule)
    )
    most: dict[str, int] = {}
    for game, _, matches in session.connection().execute(query):
        most[game] = max(int(matches), most.get(game, 0))
    return dict(sorted(most.items(), key=lambda item: (-item[1], item[0])))


def years(session: Session, game: str) -> list[int]:
    """The years from the last ended match of a game back to the first; none without any."""
    of_game = columns(MATCH.c.ended).where(
        MATCH.c.club_id == the_club(session), MATCH.c.game == game, MATCH.c.ended.is_not(None)
    )
    connection = session.connection()
    last = connection.execute(of_game.order_by(MATCH.c.ended.desc()).limit(1)).scalar()
    first = connection.execute(of_game.order_by(MATCH.c.ended).limit(1)).scalar()
    if first is None or last is None:
        return []
    return list(range(last.year, first.year - 1, -1))


def standings(session: Session, game: str, first: date | None, last: date | None) -> list[Standing]:
    """Who won most in these days, the best first; hidden players are left out.

    Counts are not summed: days are many rows, and each has its own.
    """
    played = years(session, game)
    if not played:
        return []
    periods = [EVER]
    if first is not None or last is not None:
        begun, over = date(played[-1], 1, 1), date(played[0], 12, 31)
        periods = list(span(max(first or begun, begun), min(last or over, over)))
    summed = [func.sum(PLAYER_SUM.c[name]) for name in ("matches", "wins", "hands", "points")]
    query = (
        columns(PLAYER.c.id, PLAYER.c.public_id, PLAYER.c.name, *summed)
        .join(PLAYER_SUM, PLAYER_SUM.c.player_id == PLAYER.c.id)
        .where(PLAYER_SUM.c.game == game, PLAYER_SUM.c.period.in_(periods))
        .where(PLAYER.c.club_id == the_club(session), PLAYER.c.hidden.is_(False))
        .group_by(PLAYER.c.id, PLAYER.c.public_id, PLAYER.c.name)
    )
    found = {
        key: (public, name, Figures(game, int(matches), int(wins), int(hands), int(points)))
        for key, public, name, matches, wins, hands, points in session.connection().execute(query)
    }
    rated = ratings_now(session, game, found)
    table = [Standing(*found[key], rated.get(key)) for key in found]
    best = best_in(game)

    def place(standing: Standing) -> tuple[int, int, int, str]:
        did = standing.figures
        return -did.wins, did.matches, -worth(did.points, best), standing.name

    return sorted(table, key=place)


def ratings_now(session: Session, game: str, keys: Iterable[int]) -> dict[int, Rating]:
    """The rating of each player after the last rated match of a game."""
    done = rated_to(session, the_club(session))
    if done is None:
        return {}
    last = (
        columns(SAT.c.match_id)
        .where(SAT.c.player_id == PLAYER.c.id, SAT.c.game == game, SAT.c.ended <= done.ended)
        .where((SAT.c.ended < done.ended) | (SAT.c.match_id <= done.match))
        .order_by(SAT.c.ended.desc(), SAT.c.match_id.desc())
        .limit(1)
        .correlate(PLAYER)
        .scalar_subquery()
    )
    query = (
        columns(PLAYER.c.id, SAT.c.mu, SAT.c.sigma)
        .join(SAT, (SAT.c.player_id == PLAYER.c.id) & (SAT.c.match_id == last))
        .where(PLAYER.c.id.in_(list(keys)), SAT.c.mu.is_not(None))
    )
    return {key: Rating(mu, sigma) for key, mu, sigma in session.connection().execute(query)}


def records(session: Session, game: str) -> ClubRecords:
    """The greatest of each kind; among equals any."""
    return ClubRecords(
        greatest(session, game, MATCH.c.comeback),
        greatest(session, game, MATCH.c.margin),
        greatest(session, game, MATCH.c.hands),
    )


def greatest(session: Session, game: str, column: Any) -> list[Best]:
    """The matches with the greatest number in an indexed column."""
    query = (
        columns(MATCH.c.id, column)
        .where(MATCH.c.club_id == the_club(session), MATCH.c.game == game)
        .where(column > 0, MATCH.c.ended.is_not(None))
        .order_by(column.desc())
        .limit(TOP)
    )
    rows = session.connection().execute(query).all()
    matches = history.by_key(session, [key for key, _ in rows])
    return [Best(value, matches[key]) for key, value in rows]


def rule_effects(session: Session, game: str) -> list[RuleEffect]:
    """What came of each house rule that was played in more than one way, in the game's order."""
    if game not in GAMES:
        return []
    query = columns(RULE_SUM).where(
        RULE_SUM.c.club_id == the_club(session), RULE_SUM.c.game == game
    )
    rows: dict[str, list[Any]] = {}
    for row in session.connection().execute(query):
        rows.setdefault(row.rule, []).append(row)
    return [
        RuleEffect(
            name,
            rule.text,
            [
                rule_value(rule, row)
                for row in sorted(rows[name], key=lambda row: (-row.matches, row.value))
            ],
        )
        for name, rule in house_rules(GAMES[game]).items()
        if len(rows.get(name, ())) > 1
    ]


def rule_value(rule: HouseRule, row: Any) -> RuleValue:
    counts = row.counts
    hands, points = counts.get("hands", 0), counts.get("points", 0)
    figures = Figures(row.game, row.matches, 0, hands, points, counts)
    label = value_label(rule, row.value)
    return RuleValue(row.value, label, row.matches, row.hands, counts.get("margin", 0), figures)


def value_label(rule: HouseRule, text: str) -> Said:
    """The value in words; one that is no longer allowed as it was written."""
    try:
        return rule.label(rule.decode(text))
    except HouseRuleError:
        return text
