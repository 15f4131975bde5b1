"""Statistics as the web layer reads them: from sums and indexes, never from a log."""

from __future__ import annotations

from datetime import date

from referee.store.base import Database, the_club
from referee.store.history import club as club_tables
from referee.store.history import player as player_page
from referee.store.history.figures import (
    ClubRecords,
    HeadToHead,
    PlayerFigures,
    RuleEffect,
    Standing,
)
from referee.store.statistics import ratings

A_PAGE = 200  # matches that a page may rate before it is shown


class Stats:
    """Each call is one transaction, and may raise Busy."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def player(self, player_id: str) -> PlayerFigures:
        """Raises NotFound."""
        return self._database.read(lambda s: player_page.figures(s, player_id))

    def head_to_head(
        self, one: str, other: str, before: str | None = None, limit: int = 20
    ) -> HeadToHead:
        """Two players; `before` is a page's `next`.  Raises NotFound, also for one player twice."""
        return self._database.read(lambda s: player_page.met(s, one, other, before, limit))

    def games(self) -> dict[str, int]:
        """Ended matches by game, the most played first."""
        return self._database.read(club_tables.games)

    def years(self, game: str) -> list[int]:
        """The years (UTC) from the last ended match of a game back to the first."""
        return self._database.read(lambda s: club_tables.years(s, game))

    def standings(
        self, game: str, first: date | None = None, last: date | None = None
    ) -> list[Standing]:
        """Who won most of the matches that ended on these days (UTC), both included; of all
        without them.  Hidden players are left out."""
        return self._database.read(lambda s: club_tables.standings(s, game, first, last))

    def records(self, game: str) -> ClubRecords:
        return self._database.read(lambda s: club_tables.records(s, game))

    def rule_effects(self, game: str) -> list[RuleEffect]:
        """The house rules of a game that were played in more than one way."""
        return self._database.read(lambda s: club_tables.rule_effects(s, game))

    def catch_up(self, limit: int = A_PAGE) -> bool:
        """Work out ratings that are missing, `limit` matches at most; whether none are then.

        May raise NotSaved beside Busy.
        """
        if self._database.read(lambda s: not ratings.unrated(s, the_club(s), 1)):
            return True
        return self._database.write(lambda s: ratings.catch_up(s, the_club(s, lock=True), limit))
