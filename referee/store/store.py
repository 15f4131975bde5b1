"""The store as the web layer sees it: each call is one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.engine.match import Sheet
from referee.store import audit, history, matches, players
from referee.store.matches import Answer
from referee.store.records import LastMatch, Match, NewMatch, Page, PlayerRow, Saved, Summary
from referee.store.session import PATIENCE, Database
from referee.store.upgrade import check, parsed


class Store:
    """An open database.  Every method may raise Busy and NotSaved beside what it names."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        """Open a database, never make one; `patience` is in seconds.

        Raises StoreError, with a message of one line, where it is missing, not migrated, newer,
        read-only or damaged.
        """
        address = parsed(url)
        check(address)
        self._database = Database(address, patience)

    def close(self) -> None:
        self._database.close()

    def create(self, new: NewMatch) -> str:
        """Create a match and give its public id.  Raises BadName, HouseRuleError."""
        return self._database.write(lambda s: matches.create(s, new))

    def load(self, public_id: str) -> Match:
        """Raises NotFound."""
        return self._database.read(lambda s: matches.read(s, matches.find(s, public_id)))

    def version(self, public_id: str) -> int:
        """The seq of the match's last entry, without loading it.  Raises NotFound."""
        return self._database.read(lambda s: matches.find(s, public_id).version)

    def record(
        self, public_id: str, answers: Sequence[Answer], uid: str, seen: int | None = None
    ) -> Saved:
        """Save answers (hand, key, value), all or none, once for each `uid`.

        Raises NotFound, TooMuch, and the engine's StaleQuestion, IllegalAnswer, HouseRuleError.
        """
        return self._database.write(lambda s: matches.record(s, public_id, answers, uid, seen))

    def undo(self, public_id: str, seq: int, uid: str) -> Saved:
        """Take back entry `seq`.  Raises NotFound, StaleQuestion where it is not the newest."""
        return self._database.write(lambda s: matches.undo(s, public_id, seq, uid))

    def redo(self, public_id: str, seq: int, uid: str) -> Saved:
        """Withdraw the undo `seq`.  Raises NotFound, StaleQuestion where it is not the newest."""
        return self._database.write(lambda s: matches.redo(s, public_id, seq, uid))

    def preview(self, public_id: str, answers: Sequence[Answer]) -> Sheet:
        """What `record` would make of the match; raises what it would raise."""
        return self._database.read(lambda s: matches.preview(s, public_id, answers))

    def open_matches(self) -> list[Summary]:
        return self._database.read(history.open_matches)

    def history(self, before: str | None = None, game: str | None = None, limit: int = 20) -> Page:
        """Ended matches; `before` is a page's `next`.  Raises NotFound for any other text."""
        return self._database.read(lambda s: history.page(s, before, game, limit))

    def last_match(self, game: str) -> LastMatch | None:
        return self._database.read(lambda s: history.last_match(s, game))

    def players(self) -> list[PlayerRow]:
        return self._database.read(players.listed)

    def player(self, name: str) -> str:
        """The id of the player of that name, who is made if new.  Raises BadName."""
        return self._database.write(lambda s: players.add(s, name))

    def rename(self, player_id: str, name: str) -> None:
        """Raises NotFound, BadName."""
        self._database.write(lambda s: players.rename(s, player_id, name))

    def audit(self) -> tuple[int, list[str]]:
        """How many matches there are, and all that is kept of one and does not follow from it."""
        ids = self._database.read(audit.every_match)
        found: list[str] = []
        for public_id in ids:
            found += self._database.read(partial(audit.differences, public_id=public_id))
        return len(ids), found
