"""What is kept of a match beside its log: where it was, a note, and its public address."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session, col, select

from referee.store.base import (
    Database,
    NotFound,
    Overtaken,
    clean_match_note,
    clean_place,
    models,
    new_id,
)
from referee.store.matches.load import find


@dataclass(frozen=True)
class Shared:
    """A match that whoever has the token may look at; `names` is False where it shows none."""

    match: str
    token: str
    names: bool


class Past:
    """A part of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def describe(
        self, match: str, place: str, note: str, seen: tuple[str, str] | None = None
    ) -> None:
        """Where a match was, and a note on it; `seen` are both as the writer's page showed them.

        Raises NotFound, TooMuch, BadName; Overtaken where somebody else has changed one meanwhile
        that the writer changed, too.
        """
        typed = clean_place(place), clean_match_note(note)
        self._database.write(lambda s: describe(s, match, typed, seen))

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


def describe(
    session: Session, match: str, typed: tuple[str, str], seen: tuple[str, str] | None
) -> None:
    row = find(session, match, lock=True)
    stands = (row.place, row.note)
    three = list(zip(seen or stands, typed, stands, strict=True))
    if any(overtaken(*texts) for texts in three):
        raise Overtaken(*stands)
    row.place, row.note = (chosen(*texts) for texts in three)
    session.add(row)


def overtaken(seen: str, typed: str, stands: str) -> bool:
    """Whether the writer and somebody else both changed a text, each in another way."""
    return typed != seen != stands != typed


def chosen(seen: str, typed: str, stands: str) -> str:
    """What is kept of a text: one that the writer left as it was seen stays as it stands."""
    return stands if typed == seen else typed


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
