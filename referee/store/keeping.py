"""What the owner does with all that is kept: takes it along, brings it in, lets it go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from sqlmodel import Session

from referee.store.base import Database, copies
from referee.store.erasure import Holds, Mention
from referee.store.erasure import delete as erasing
from referee.store.erasure import forget as forgotten
from referee.store.transfer import Imported, Told
from referee.store.transfer import (
    check as imports,
)
from referee.store.transfer import (
    csv as csv_rows,
)
from referee.store.transfer import (
    export as exports,
)
from referee.store.transfer import (
    write as intake,
)

MOST_MENTIONS = 200  # that are listed at once


def nothing(done: int) -> None:
    """Nobody wants to hear how far it is."""


@dataclass(frozen=True)
class Forgetting:
    """What forgetting a player would change: `names` go, `phones` are called by a number, and
    `mentions` hold a name that the owner has to take out (the first so many)."""

    names: list[str]
    phones: list[str]
    mentions: list[Mention]


class Keeping:
    """Each call is one transaction, and may raise Busy and NotSaved; `changed` is called after one
    that took something away.

    What takes something away says whether it is out of the SQLite `file`, too: False means that the
    file was in use, and that `scrub` must be called again.
    """

    def __init__(self, database: Database, file: Path | None, changed: Callable[[], None]) -> None:
        self._database, self._file, self._changed = database, file, changed

    def export_club(self, told: Told = nothing) -> Iterator[str]:
        """The lines of the club's file, each without its end; `told` hears of matches done."""
        with self._database.reading() as session:
            yield from exports.club(session, told)

    def export_match(self, public_id: str) -> str:
        """A match as a JSON object.  Raises NotFound."""
        return self._database.read(lambda s: exports.one(s, public_id))

    def club_csv(self, told: Told = nothing) -> Iterator[str]:
        """A line for each player of each match, ends included; `told` hears of matches done."""
        with self._database.reading() as session:
            yield from csv_rows.club(session, told)

    def match_csv(self, public_id: str) -> str:
        """A line for each line of the score sheet.  Raises NotFound."""
        return self._database.read(lambda s: "".join(csv_rows.one(s, public_id)))

    def look(self, source: IO[bytes], told: Told = nothing) -> Imported:
        """What an import of the file would do; writes nothing.  Raises Refused."""
        return self._database.read(lambda s: imports.look(s, source, told))

    def take_in(self, source: IO[bytes], looked: Told = nothing, told: Told = nothing) -> Imported:
        """Import a file.  Raises Refused: nothing is written then.

        It takes many transactions.  After Busy or NotSaved in one of them, the file may be taken in
        again: that goes on.  `looked` hears of matches checked, `told` of matches that are here.
        """
        try:
            return intake.take_in(self._database, source, looked, told)
        finally:
            self._changed()

    def holds(self) -> Holds:
        return self._database.read(erasing.holds)

    def size(self) -> int:
        """How many bytes the database takes."""
        if self._file is None:
            return self._database.read(erasing.size_on_server)
        log = self._file.with_name(self._file.name + "-wal")
        return sum(part.stat().st_size for part in (self._file, log) if part.exists())

    def copies(self) -> list[Path]:
        """The copies that `upgrade` left beside a SQLite file: they hold what was deleted since."""
        return [] if self._file is None else copies(self._file)

    def delete_match(self, public_id: str) -> bool:
        """Delete a match for good.  Raises NotFound."""
        self._database.write(lambda s: erasing.match(s, public_id))
        return self.scrub()

    def delete_club(self) -> bool:
        """Delete everything but the phones of owners."""
        self._database.write(erasing.club)
        return self.scrub()

    def player_called(self, name: str) -> str:
        """The id of a player.  Raises NotFound, BadName."""
        return self._database.read(lambda s: forgotten.by_name(s, name))

    def forgetting(self, player_id: str) -> Forgetting:
        """What forgetting a player would change.  Raises NotFound."""

        def work(session: Session) -> Forgetting:
            names = forgotten.names_of(session, player_id)
            found = forgotten.mentions(session, names)
            listed = [mention for mention, _ in zip(found, range(MOST_MENTIONS), strict=False)]
            return Forgetting(names, forgotten.phones_of(session, names), listed)

        return self._database.read(work)

    def mentions(self, names: list[str]) -> list[Mention]:
        """Every text that holds one of these names."""
        return self._database.read(lambda s: list(forgotten.mentions(s, names)))

    def reword(self, mention: Mention, seen: str | None = None) -> bool:
        """Put the mention's text in the place of what stands there, for good; `seen` is what the
        writer's page showed.

        Raises NotFound, BadName, TooMuch; Overtaken where somebody else did so meanwhile.
        """
        self._database.write(lambda s: forgotten.reword(s, mention, seen))
        return self.scrub()

    def forget(self, player_id: str) -> bool:
        """Take a player's name away everywhere but in texts.  Raises NotFound, Refused."""
        self._database.write(lambda s: forgotten.forget(s, player_id))
        return self.scrub()

    def scrub(self) -> bool:
        """Take what was deleted out of the file, and out of what is remembered."""
        self._changed()
        return self._database.scrub()
