"""A player forgotten: the name goes everywhere, what was played stays.

Names of players and phones become numbers.  What people wrote themselves is listed, for the owner
to put in other words; a note in the log is then overwritten there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Table, and_, func, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine.message import msg
from referee.store import matches, merging, players
from referee.store.entries import DEVICE, ENTRY
from referee.store.erasing import CARD, erasing
from referee.store.errors import BadName, NotFound, Refused
from referee.store.names import clean_name, clean_note, name_key
from referee.store.players import PLAYER, the_club
from referee.store.ratings import MATCH

# Characters; a shorter name is looked for as a word: half the texts hold an "a".  Not in a script
# without case, where a name of two may stand between others without a space.
SHORT = 3
NOTE = ENTRY.c.key == "note"


@dataclass(frozen=True)
class Mention:
    """A text that holds a name: `kind` is hand, note, place or card; `id` is the match's or the
    card's, `seq` the entry's."""

    kind: str
    id: str
    seq: int
    text: str


def family(session: Session, player_id: str) -> list[int]:
    """The keys of a player and of all who were merged into it.  Raises NotFound."""
    root = players.counting(session, player_id)
    assert root.id is not None
    return [root.id, *merging.merged_below(session, root.id)]


def names_of(session: Session, player_id: str) -> list[str]:
    """Every name of a player; none for one who is forgotten.  Raises NotFound."""
    query = columns(PLAYER.c.name).where(
        PLAYER.c.id.in_(family(session, player_id)), PLAYER.c.forgotten.is_(None)
    )
    return list(session.connection().execute(query.order_by(PLAYER.c.id)).scalars())


def by_name(session: Session, typed: str) -> str:
    """The id of the player of a name.  Raises NotFound, BadName."""
    query = columns(PLAYER.c.public_id).where(
        PLAYER.c.club_id == the_club(session), PLAYER.c.name_key == name_key(clean_name(typed))
    )
    found: str | None = session.connection().execute(query).scalar()
    if found is None:
        raise NotFound("no player is called so")
    return found


def holds(text: str, names: Iterable[str]) -> bool:
    """Whether a text holds one of the names."""
    text = name_key(text)
    for key in map(name_key, names):
        anywhere = len(key) >= SHORT or not any(char.upper() != char for char in key)
        alone = rf"(?<!\w){re.escape(key)}(?!\w)"
        if key in text if anywhere else re.search(alone, text):
            return True
    return False


def forget(session: Session, player_id: str, now: datetime | None = None) -> None:
    """Take the name of a player away, and those of phones that hold it.

    Raises NotFound, Refused for one who is forgotten already.
    """
    club_id = the_club(session, lock=True)
    names = names_of(session, player_id)
    if not names:
        raise Refused(msg("This player is forgotten already."))
    connection = session.connection()
    for key in family(session, player_id):
        connection.execute(
            update(PLAYER)
            .where(PLAYER.c.id == key, PLAYER.c.forgotten.is_(None))
            .values(forgotten=now or datetime.now(UTC), hidden=True, **free(session, PLAYER))
        )
    phones = columns(DEVICE.c.id, DEVICE.c.name).where(DEVICE.c.club_id == club_id)
    for key, name in connection.execute(phones).all():
        if holds(name, names):
            connection.execute(
                update(DEVICE).where(DEVICE.c.id == key).values(**free(session, DEVICE))
            )


def phones_of(session: Session, names: list[str]) -> list[str]:
    """The names of phones that hold one of these."""
    query = columns(DEVICE.c.name).where(DEVICE.c.club_id == the_club(session))
    return [name for name in session.connection().execute(query).scalars() if holds(name, names)]


def free(session: Session, table: Table) -> dict[str, str]:
    """A number that nobody is called by, as a name."""
    taken = set(session.connection().execute(columns(table.c.name_key)).scalars())
    number = next(n for n in range(1, len(taken) + 2) if name_key(f"#{n}") not in taken)
    return {"name": f"#{number}", "name_key": name_key(f"#{number}")}


def mentions(session: Session, names: list[str]) -> Iterator[Mention]:
    """Every text that holds one of the names; notes of hands also where they were withdrawn."""
    club_id = the_club(session)
    connection = session.connection()
    mine = MATCH.c.club_id == club_id
    few = {"yield_per": 1_000}
    notes = (
        columns(MATCH.c.public_id, ENTRY.c.seq, ENTRY.c.value)
        .join(ENTRY, ENTRY.c.match_id == MATCH.c.id)
        .where(mine, NOTE, ENTRY.c.undoes.is_(None))
        .order_by(ENTRY.c.match_id, ENTRY.c.seq)
    )
    for id, seq, text in connection.execute(notes, execution_options=few):
        if holds(text, names):
            yield Mention("hand", id, seq, text)
    for kind in ("note", "place"):
        column = MATCH.c[kind]
        query = columns(MATCH.c.public_id, column).where(mine, column != "").order_by(MATCH.c.id)
        for id, text in connection.execute(query, execution_options=few):
            if holds(text, names):
                yield Mention(kind, id, 0, text)
    cards = columns(CARD.c.public_id, CARD.c.name).where(CARD.c.club_id == club_id)
    for id, text in connection.execute(cards.order_by(CARD.c.id)):
        if holds(text, names):
            yield Mention("card", id, 0, text)


def reword(session: Session, mention: Mention) -> None:
    """Put another text in the place of one; in the log, too.  Raises NotFound, BadName, TooMuch."""
    club_id = the_club(session, lock=True)
    if mention.kind == "card":
        rename_card(session, club_id, mention)
        return
    text = clean_note(mention.text)
    row = matches.find(session, mention.id, lock=True)
    connection = session.connection()
    here = MATCH.c.id == row.id
    if mention.kind in ("note", "place"):
        connection.execute(update(MATCH).where(here).values({mention.kind: text}))
        return
    found = and_(ENTRY.c.match_id == row.id, NOTE, ENTRY.c.seq == mention.seq)
    old = connection.execute(columns(ENTRY.c.hand, ENTRY.c.value).where(found)).first()
    if mention.kind != "hand" or old is None:
        raise NotFound("no such text")
    with erasing(session, here):  # what withdraws a note repeats it
        connection.execute(
            update(ENTRY)
            .where(ENTRY.c.match_id == row.id, NOTE)
            .where(ENTRY.c.hand == old.hand, ENTRY.c.value == old.value)
            .values(value=text)
        )


def rename_card(session: Session, club_id: int, mention: Mention) -> None:
    name = clean_name(mention.text)
    found = (CARD.c.club_id == club_id) & (CARD.c.public_id == mention.id)
    card: Any = session.connection().execute(columns(CARD).where(found)).first()
    if card is None:
        raise NotFound("no such card")
    taken = columns(func.count()).where(
        CARD.c.club_id == club_id, CARD.c.game == card.game, CARD.c.id != card.id,
        CARD.c.name_key == name_key(name),
    )  # fmt: skip
    if session.connection().execute(taken).scalar_one():
        raise BadName(msg("There is already a card called %(name)s.", name=name))
    session.connection().execute(
        update(CARD).where(CARD.c.id == card.id).values(name=name, name_key=name_key(name))
    )
