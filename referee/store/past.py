"""What is kept of a match beside its log: where it was, a note, and its public address."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session, col, select

from referee.engine.message import Message, msg
from referee.store import models
from referee.store.errors import BadName, NotFound, TooMuch
from referee.store.ids import new_id
from referee.store.matches import find
from referee.store.names import MOST_MARKS, allowed, most_marks
from referee.store.session import Database

LONGEST_PLACE = 80  # characters
LONGEST_MATCH_NOTE = 2000


@dataclass(frozen=True)
class Shared:
    """A match that whoever has the token may look at; `names` is False where it shows none."""

    match: str
    token: str
    names: bool


class Past:
    """A part of the store; `changed` is called where what was remembered has to be read anew."""

    def __init__(self, database: Database, changed: Callable[[], None]) -> None:
        self._database = database
        self._changed = changed

    def describe(self, match: str, place: str, note: str) -> None:
        """Where a match was, and a note on it: the last one to write wins.

        Raises NotFound, TooMuch, BadName.
        """
        place, note = clean_place(place), clean_text(note)
        self._database.write(lambda s: describe(s, match, place, note))
        self._changed()

    def share(self, match: str, names: bool) -> Shared:
        """Make a match public.  One that is public already keeps its address unless the names
        change: whoever has the old address must not learn them.  Raises NotFound."""
        return self._database.write(lambda s: share(s, match, names))

    def unshare(self, match: str) -> None:
        """Make the address void.  Raises NotFound."""
        self._database.write(lambda s: unshare(s, match))

    def share_of(self, match: str) -> Shared | None:
        """The public address of a match, if it has one.  Raises NotFound."""
        return self._database.read(lambda s: share_of(s, match))

    def shared(self, token: str) -> Shared:
        """What a public address shows.  Raises NotFound."""
        return self._database.read(lambda s: shared(s, token))


def clean_place(typed: str) -> str:
    place = unicodedata.normalize("NFC", re.sub(r"\s+", " ", typed)).strip()
    longest = msg("The place is too long: at most %(n)s characters.", n=LONGEST_PLACE)
    return checked(place, LONGEST_PLACE, longest)


def clean_text(typed: str) -> str:
    note = unicodedata.normalize("NFC", typed.replace("\r\n", "\n")).strip()
    longest = msg("The note is too long: at most %(n)s characters.", n=LONGEST_MATCH_NOTE)
    return checked(note, LONGEST_MATCH_NOTE, longest)


def checked(text: str, most: int, longest: Message) -> str:
    if len(text) > most:
        raise TooMuch(longest)
    if any(not allowed(char) and char != "\n" for char in text):
        raise BadName(msg("The text holds an invisible or control character."))
    if most_marks(text) > MOST_MARKS:
        raise BadName(msg("The text has too many accents on one letter."))
    return text


def describe(session: Session, match: str, place: str, note: str) -> None:
    row = find(session, match, lock=True)
    row.place, row.note = place, note
    session.add(row)


def share_row(session: Session, match: str, lock: bool = False) -> models.Share | None:
    key = find(session, match, lock).id
    return session.exec(select(models.Share).where(models.Share.match_id == key)).first()


def share_of(session: Session, match: str) -> Shared | None:
    row = share_row(session, match)
    return None if row is None else Shared(match, row.token, row.names)


def share(session: Session, match: str, names: bool) -> Shared:
    row = share_row(session, match, lock=True)
    if row is None:
        key = find(session, match).id
        assert key is not None
        row = models.Share(match_id=key, token=new_id(), names=names, created=datetime.now(UTC))
    elif row.names != names:
        row.names, row.token = names, new_id()
    session.add(row)
    return Shared(match, row.token, row.names)


def unshare(session: Session, match: str) -> None:
    row = share_row(session, match, lock=True)
    if row is not None:
        session.delete(row)


def shared(session: Session, token: str) -> Shared:
    found = session.execute(
        select(models.Match.public_id, models.Share.names)
        .join(models.Share, col(models.Share.match_id) == col(models.Match.id))
        .where(models.Share.token == token)
    ).first()
    if found is None:
        raise NotFound("no such page")
    return Shared(found[0], token, found[1])
