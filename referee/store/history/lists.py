"""Lists of matches, read from the match rows alone: no entry is loaded for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlmodel import Session, col, select

from referee.engine import encode, house_rules
from referee.games import GAMES
from referee.store.base import NotFound, models, the_club
from referee.store.history import search as finding
from referee.store.history.records import LastMatch, Page, Summary
from referee.store.history.search import Wanted
from referee.store.matches import read

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


def page(session: Session, before: str | None, wanted: Wanted, limit: int) -> Page:
    """The matches that are wanted, the newest first, from the place `before` on.

    Raises NotFound for another place or an unknown player, TooMuch.
    """
    limit = max(1, min(limit, MOST_A_PAGE))
    after = None if before is None else place(session, before)
    keys = finding.keys(session, the_club(session), wanted, after, limit + 1)
    return paged(session, keys, limit)


def of_both(session: Session, one: int, other: int, before: str | None, limit: int) -> Page:
    """The ended matches in which both players sat at the end, the newest first."""
    limit = max(1, min(limit, MOST_A_PAGE))
    after = None if before is None else place(session, before)
    return paged(session, finding.of_both(session, one, other, after, limit + 1), limit)


def paged(session: Session, keys: Sequence[int], limit: int) -> Page:
    """A page of the first `limit` of these matches."""
    found = by_key(session, keys[:limit])
    items = [found[key] for key in keys[:limit]]
    return Page(items, mark(items[-1]) if len(keys) > limit else None)


def by_key(session: Session, keys: Sequence[int]) -> dict[int, Summary]:
    """Summaries of these matches."""
    rows = session.exec(select(models.Match).where(col(models.Match.id).in_(keys))).all()
    found = summaries(session, rows)
    return {row.id: item for row, item in zip(rows, found, strict=True) if row.id is not None}


def mark(item: Summary) -> str:
    """The place after a match: when it ended, or else began (microseconds, UTC), and its id."""
    at = item.ended or item.created
    return f"{(at - EPOCH) // timedelta(microseconds=1)}.{item.id}"


def place(session: Session, text: str) -> finding.Place:
    """What `mark` wrote; the match may be deleted meanwhile.  Raises NotFound."""
    found = re.fullmatch(r"([0-9]{1,17})\.([a-z2-7]{24})", text)
    if found is None:
        raise NotFound("no such page")
    key = session.exec(select(models.Match.id).where(models.Match.public_id == found[2])).first()
    return finding.Place(EPOCH + timedelta(microseconds=int(found[1])), key or 0, found[2])


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
        place=row.place,
        note=row.note,
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
