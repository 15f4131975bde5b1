"""The matches that were read last, so that a save need not read and replay its whole log.

Only a hint: whoever takes a match from here compares its version with the database.  The log is
append-only, so the same version means the same log, until something is erased: then all is cleared.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from referee.store.matches.records import Match

MOST = 256  # matches; one takes some ten kilobytes


class Recent:
    """At most so many matches, by id; the one unused for longest goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._lock = Lock()
        self.clears = 0

    def get(self, id: str) -> Match | None:
        with self._lock:
            match = self._matches.get(id)
            if match is not None:
                self._matches.move_to_end(id)
            return match

    def keep(self, match: Match, since: int) -> None:
        """Remember a match as it is in the database: call it after the commit.

        `since` is what `clears` was before it was read: what was read before a clearing is old.
        """
        with self._lock:
            if since != self.clears:
                return
            known = self._matches.get(match.id)
            if known is not None and known.version > match.version:
                return  # two saves may come back in either order
            self._matches[match.id] = match
            self._matches.move_to_end(match.id)
            if len(self._matches) > self._most:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self.clears += 1
            self._matches.clear()
