"""A file that was looked at is written in parts.

Each part is a short transaction with all that is heavy done before it, so that tables go on saving
meanwhile.  Where it breaks off, importing the file again goes on: what is here is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import IO

from sqlalchemy import insert
from sqlalchemy import select as columns
from sqlmodel import Session, col

from referee.engine import msg
from referee.store.base import Database, People, Refused, models, new_id, people, the_club
from referee.store.base.models import MATCH
from referee.store.matches import NEW
from referee.store.statistics import ratings, settle
from referee.store.transfer.check import Import, Imported, Told, of_line, seats_here
from referee.store.transfer.format import IMPORTED
from referee.store.transfer.matches import Carried, replay

PART = 40  # matches of a part
PART_ANSWERS = 2_000
NEW_MATCH = insert(MATCH).returning(MATCH.c.id, sort_by_parameter_order=True)
RATED_AT_ONCE = 50


@dataclass(frozen=True)
class Settled:
    """A match that is right, as the rows that will be written."""

    match: Carried
    row: settle.Row
    entries: list[settle.Row]
    follows: settle.Follows


@dataclass(frozen=True)
class Part:
    """Matches that are written together, settled while people were known so."""

    known: People
    matches: list[Settled] = field(default_factory=list)

    def answers(self) -> int:
        return sum(len(one.entries) for one in self.matches)


def take_in(database: Database, source: IO[bytes], looked: Told, told: Told) -> Imported:
    """Import a file.  Raises BadFile: nothing is written then.

    `looked` hears of the matches that were checked, `told` of those that are here.
    """
    import_ = Import(source)
    database.read(lambda s: import_.look(s, looked))
    return Intake(import_).write(database, told)


class Intake:
    """The writing of an import that was looked at."""

    def __init__(self, looked: Import) -> None:
        self.looked, self.people, self.club_id = looked, looked.people, looked.club_id
        self.who: dict[int, str] = {}  # numbers of the file -> ids of players

    def write(self, database: Database, told: Told) -> Imported:
        """Take in what was looked at."""
        database.write(self.write_people)
        self.who = self.people.public()
        done = self.looked.found.here
        for part in self.parts(database):
            database.write(partial(self.write_part, part=part))
            done += len(part.matches)
            told(done)
        while not database.write(rate):
            pass
        return self.looked.found

    def write_people(self, session: Session) -> None:
        """Players, phones and house cards."""
        club_id = the_club(session, lock=True)
        self.people.make(session, club_id)
        table = models.HouseCard
        query = columns(col(table.game), col(table.name_key)).where(col(table.club_id) == club_id)
        here = {(game, key) for game, key in session.execute(query)}
        session.add_all(
            table(
                club_id=club_id, public_id=new_id(), game=game, name=card.name, name_key=key,
                rules=card.rules, created=card.created,
            )
            for (game, key), card in self.looked.cards.items()
            if (game, key) not in here
        )  # fmt: skip

    def parts(self, database: Database) -> Iterator[Part]:
        """The new matches, so many at a time as are soon written."""
        part = Part(database.read(everybody))
        for item in self.looked.items():
            if item.kind != "match":
                continue
            with of_line(item.line):
                match = self.looked.read(item.value)
                if self.looked.ids[match.id]:
                    part.matches.append(self.settled(match, part.known))
            if len(part.matches) == PART or part.answers() >= PART_ANSWERS:
                yield part
                part = Part(database.read(everybody))
        if part.matches:
            yield part

    def settled(self, match: Carried, known: People) -> Settled:
        """A match with all that follows from it, while people are known as they are now."""
        who = self.who
        if not {who[n] for n in match.everybody()} <= known.counts_as.keys():
            raise Refused(msg("The club was deleted meanwhile."))
        self.people.apart(match.everybody(), lambda n: known.counts_as[who[n]])
        log, sheet = replay(match, who)
        row = models.Match(
            public_id=new_id(), club_id=self.club_id, uid=IMPORTED + match.id, game=match.game,
            rules=match.rules, seats=[who[n] for n in match.players], start=match.start,
            dealer=match.dealer, bids=match.bids, play=match.play, created=match.created,
            ended=match.ended, own_questions=match.own_questions, place=match.place,
            note=match.note, totals=[],
        )  # fmt: skip
        settle.project(row, sheet, len(log), match.ended or match.created)
        entries = [
            {
                "seq": e.seq, "uid": None, "hand": e.hand, "key": e.key, "value": e.value,
                "undoes": e.undoes, "at": come.at,
                "device_id": None if come.device is None else self.people.devices[come.device],
            }
            for e, come in zip(log, match.entries, strict=True)
        ]  # fmt: skip
        values = {
            column.name: getattr(row, column.name) for column in MATCH.c if column.name != "id"
        }
        return Settled(match, values, entries, settle.follows(row, sheet, known))

    def write_part(self, session: Session, part: Part) -> None:
        """Write matches with all that follows from them, but for the ratings."""
        the_club(session, lock=True)
        found = part.matches
        known = people(session, self.club_id)
        if known != part.known:  # somebody was merged, say
            found = [self.settled(one.match, known) for one in found]
        new = [one for one in found if seats_here(session, self.club_id, one.match.id) is None]
        if not new:
            return
        connection = session.connection()
        keys = connection.execute(NEW_MATCH, [one.row for one in new]).scalars().all()
        entries = [
            {"match_id": key, **entry}
            for key, one in zip(keys, new, strict=True)
            for entry in one.entries
        ]
        if entries:
            connection.execute(NEW, entries)
        pairs = [(key, one.follows) for key, one in zip(keys, new, strict=True)]
        settle.settle_all(session, self.club_id, pairs)


def everybody(session: Session) -> People:
    return people(session, the_club(session))


def rate(session: Session) -> bool:
    """Rate some more matches; whether all are rated then."""
    return ratings.catch_up(session, the_club(session, lock=True), RATED_AT_ONCE)
