"""A player forgotten: the name goes everywhere, what was played stays.

Names of players and phones become numbers.  What people wrote themselves is listed, for the owner
to put in other words; a note in the log is then overwritten there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Table, and_, func, update
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import msg
from referee.store.base import (
    LONGEST_MATCH_NOTE,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_PLACE,
    BadName,
    NotFound,
    Overtaken,
    Refused,
    clean_match_note,
    clean_name,
    clean_note,
    clean_place,
    models,
    name_key,
    the_club,
)
from referee.store.base.models import CARD, DEVICE, ENTRY, MATCH, PLAYER
from referee.store.erasure.delete import erasing
from referee.store.matches import chosen, overtaken
from referee.store.matches import load as matches
from referee.store.players import merging, players

# Characters; a shorter name is looked for as a word: half the texts hold an "a".  Not in a script
# without case, where a name of two may stand between others without a space.
SHORT = 3
NOTE = ENTRY.c.key == "note"
# What may be typed in the place of each kind of text.
KINDS: Mapping[str, tuple[Callable[[str], str], int]] = {
    "hand": (clean_note, LONGEST_NOTE),
    "note": (clean_match_note, LONGEST_MATCH_NOTE),
    "place": (clean_place, LONGEST_PLACE),
    "card": (clean_name, LONGEST_NAME),
}


@dataclass(frozen=True)
class Mention:
    """A text that holds a name: `kind` is hand, note, place or card; `id` is the match's or the
    card's, `seq` the entry's."""

    kind: str
    id: str
    seq: int
    text: str

    @property
    def longest(self) -> int:
        """How many characters such a text may have."""
        return KINDS[self.kind][1]

    def same_place(self, other: Mention) -> bool:
        return (self.kind, self.id, self.seq) == (other.kind, other.id, other.seq)


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


def reword(session: Session, mention: Mention, seen: str | None = None) -> None:
    """Put another text in the place of one; in the log, too.  `seen` is what the writer's page
    showed.

    Raises NotFound, BadName, TooMuch; Overtaken where somebody else has put it otherwise meanwhile.
    """
    if mention.kind not in KINDS:
        raise NotFound("no such text")
    typed = KINDS[mention.kind][0](mention.text)
    club_id = the_club(session, lock=True)
    if mention.kind == "card":
        card = card_of(session, club_id, mention.id)
        rename_card(session, card, kept(seen, typed, card.name))
        return
    row = matches.find(session, mention.id, lock=True)
    if mention.kind == "hand":
        reword_entry(session, row, mention.seq, typed, seen)
        return
    text = kept(seen, typed, row.note if mention.kind == "note" else row.place)
    here = MATCH.c.id == row.id
    session.connection().execute(update(MATCH).where(here).values({mention.kind: text}))


def kept(seen: str | None, typed: str, stands: str) -> str:
    """The text to store.  Raises Overtaken."""
    seen = stands if seen is None else seen
    if overtaken(seen, typed, stands):
        raise Overtaken(stands)
    return chosen(seen, typed, stands)


def reword_entry(
    session: Session, row: models.Match, seq: int, typed: str, seen: str | None
) -> None:
    """Overwrite a note in the log."""
    connection = session.connection()
    found = and_(ENTRY.c.match_id == row.id, NOTE, ENTRY.c.seq == seq)
    old = connection.execute(columns(ENTRY.c.hand, ENTRY.c.value).where(found)).first()
    if old is None:
        raise NotFound("no such text")
    text = kept(seen, typed, old.value)
    with erasing(session, MATCH.c.id == row.id):  # what withdraws a note repeats it
        connection.execute(
            update(ENTRY)
            .where(ENTRY.c.match_id == row.id, NOTE)
            .where(ENTRY.c.hand == old.hand, ENTRY.c.value == old.value)
            .values(value=text)
        )


def card_of(session: Session, club_id: int, card_id: str) -> Any:
    """The row of a card.  Raises NotFound."""
    found = (CARD.c.club_id == club_id) & (CARD.c.public_id == card_id)
    card = session.connection().execute(columns(CARD).where(found)).first()
    if card is None:
        raise NotFound("no such card")
    return card


def rename_card(session: Session, card: Any, name: str) -> None:
    """Raises BadName where another card of the game has the name."""
    taken = columns(func.count()).where(
        CARD.c.club_id == card.club_id, CARD.c.game == card.game, CARD.c.id != card.id,
        CARD.c.name_key == name_key(name),
    )  # fmt: skip
    if session.connection().execute(taken).scalar_one():
        raise BadName(msg("There is already a card called %(name)s.", name=name))
    session.connection().execute(
        update(CARD).where(CARD.c.id == card.id).values(name=name, name_key=name_key(name))
    )
