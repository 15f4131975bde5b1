"""Lists of matches, read from the match rows alone: no entry is loaded for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import and_, or_
from sqlmodel import Session, col, select

from referee.engine.house import encode, house_rules
from referee.games import GAMES
from referee.store import models
from referee.store.errors import NotFound
from referee.store.matches import read
from referee.store.players import the_club
from referee.store.records import LastMatch, Page, Summary

MOST_A_PAGE = 100
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def open_matches(session: Session) -> list[Summary]:
    """Matches that have not ended, the newest first."""
    table = models.Match
    rows = session.exec(
        select(table)
        .where(table.club_id == the_club(session), col(table.ended).is_(None))
        .order_by(col(table.created).desc(), col(table.id).desc())
    ).all()
    return summaries(session, rows)


def page(session: Session, before: str | None, game: str | None, limit: int) -> Page:
    """Ended matches, the last ended first, from the place `before` on.  Raises NotFound."""
    table = models.Match
    limit = max(1, min(limit, MOST_A_PAGE))
    query = (
        select(table)
        .where(table.club_id == the_club(session), col(table.ended).is_not(None))
        .order_by(col(table.ended).desc(), col(table.public_id).desc())
        .limit(limit + 1)
    )
    if game is not None:
        query = query.where(table.game == game)
    if before is not None:
        at, public_id = place(before)
        query = query.where(
            or_(
                col(table.ended) < at,
                and_(col(table.ended) == at, col(table.public_id) < public_id),
            )
        )
    rows = session.exec(query).all()
    more = mark(rows[limit - 1]) if len(rows) > limit else None
    return Page(summaries(session, rows[:limit]), more)


def mark(row: models.Match) -> str:
    """The place after a match: when it ended (microseconds, UTC) and its id."""
    assert row.ended is not None
    return f"{(row.ended - EPOCH) // timedelta(microseconds=1)}.{row.public_id}"


def place(text: str) -> tuple[datetime, str]:
    """What `mark` wrote.  Raises NotFound."""
    found = re.fullmatch(r"([0-9]{1,17})\.([a-z2-7]{24})", text)
    if found is None:
        raise NotFound("no such page")
    return EPOCH + timedelta(microseconds=int(found[1])), found[2]


def summaries(session: Session, rows: Sequence[models.Match]) -> list[Summary]:
    """The rows with their players' names, which take one more query for all of them."""
    sat, player = models.MatchPlayer, models.Player
    found = session.exec(
        select(sat.match_id, sat.side, player.name)
        .join(player, col(player.id) == col(sat.player_id))
        .where(col(sat.match_id).in_([row.id for row in rows]), col(sat.seat).is_not(None))
        .order_by(col(sat.match_id), col(sat.seat))
    )
    seated: dict[int, list[tuple[int, str]]] = {}
    for match_id, side, name in found:
        seated.setdefault(match_id, []).append((side, name))
    return [summary(row, seated.get(row.id or 0, [])) for row in rows]


def summary(row: models.Match, seated: Sequence[tuple[int, str]]) -> Summary:
    return Summary(
        id=row.public_id,
        game=row.game,
        players=tuple(name for _, name in seated),
        sides=tuple(
            tuple(name for side, name in seated if side == number)
            for number in range(len(row.totals))
        ),
        totals=tuple(row.totals),
        winners=tuple(row.winners or ()),
        how=row.how,
        hands=row.hands,
        created=row.created,
        ended=row.ended,
    )


def last_match(session: Session, game: str) -> LastMatch | None:
    """The table of the newest match of a game as it sat at the end; None before the first."""
    table = models.Match
    row = session.exec(
        select(table)
        .where(table.club_id == the_club(session), table.game == game)
        .order_by(col(table.created).desc(), col(table.id).desc())
        .limit(1)
    ).first()
    if row is None or game not in GAMES:
        return None
    match = read(session, row)
    scored = [dealt for dealt in match.sheet.counted if dealt.score is not None]
    last = scored[-1] if scored else match.sheet.counted[-1]
    sheet_game = match.sheet.game
    rules = {name: encode(getattr(sheet_game, name)) for name in house_rules(sheet_game)}
    defaults = {name: encode(rule.default) for name, rule in house_rules(sheet_game).items()}
    return LastMatch(
        players=tuple(match.names[who] for who in last.players),
        rules={name: text for name, text in rules.items() if defaults[name] != text},
        bids=last.table.bids,
        play=last.table.play,
        next_dealer=(
            sheet_game.next_dealer(last.table, last.score) if last.score else last.table.dealer
        ),
    )


def of_device(session: Session, device_id: str) -> list[Summary]:
    """The matches that a device has a claim in, open or ended, the newest first."""
    table, claim, device = models.Match, models.SeatClaim, models.Device
    rows = session.exec(
        select(table)
        .join(claim, col(claim.match_id) == col(table.id))
        .join(device, col(device.id) == col(claim.device_id))
        .where(
            device.public_id == device_id,
            table.club_id == the_club(session),
            col(claim.removed).is_(None),
        )
        .order_by(col(table.created).desc(), col(table.id).desc())
        .limit(MOST_A_PAGE)
    ).all()
    return summaries(session, rows)
