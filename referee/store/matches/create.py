"""A match is created, with the players who are new."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlmodel import Session, select

from referee.engine import (
    BIDS,
    HIGHEST_START,
    PLAYS,
    AnyGame,
    HouseRuleError,
    agreed,
    encode,
    fold,
    msg,
    with_rules,
)
from referee.games import GAMES
from referee.store.base import intent, models, new_id, the_club
from referee.store.matches.load import setup_of
from referee.store.matches.records import NewMatch
from referee.store.players import players
from referee.store.statistics import settle


def create(session: Session, new: NewMatch) -> str:
    """Create a match and the players who are new.  The same `uid` again gives the same match.

    Raises BadName, HouseRuleError.
    """
    club_id = the_club(session, lock=True)
    uid = intent(new.uid)
    known = session.exec(
        select(models.Match.public_id).where(
            models.Match.club_id == club_id, models.Match.uid == uid
        )
    ).first()
    if known is not None:
        return known
    game = agreed_game(new)
    seated = players.seat_by_name(session, club_id, new.players)
    now = datetime.now(UTC)
    row = models.Match(
        public_id=new_id(),
        club_id=club_id,
        uid=uid,
        game=new.game,
        rules={name: encode(value) for name, value in agreed(game).items()},
        seats=[player.public_id for player in seated],
        start=list(new.start),
        dealer=new.dealer,
        bids=new.bids,
        play=new.play,
        created=now,
        totals=[],
    )
    sheet = fold(setup_of(row, ()), ())
    settle.project(row, sheet, 0, now)
    session.add(row)
    session.flush()
    settle.settle(session, row, sheet)
    return row.public_id


def agreed_game(new: NewMatch) -> AnyGame:
    """The rule sheet with its house rules, once all else about the match makes sense too."""
    if new.game not in GAMES:
        raise HouseRuleError(msg("There is no game “%(name)s”.", name=new.game[:40]))
    game = with_rules(GAMES[new.game](), new.rules)
    sides = len(game.teams(len(new.players)))
    if new.bids not in BIDS or new.play not in PLAYS:
        raise HouseRuleError(msg("There is no such level of detail."))
    if not 0 <= new.dealer < len(new.players):
        raise HouseRuleError(msg("Nobody sits where the dealer should."))
    most = HIGHEST_START
    if new.start and (len(new.start) != sides or any(abs(n) > most for n in new.start)):
        raise HouseRuleError(msg("Points brought over: one number a side, at most %(n)s.", n=most))
    return game
