"""A file taken in: all of it is checked first, every match replayed; then it is written in parts.

Each part is a short transaction with all that is heavy done before it, so that tables go on saving
meanwhile.  Where it breaks off, importing the file again goes on: what is here is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import IO, Any

from sqlalchemy import or_
from sqlalchemy import select as columns
from sqlmodel import Session, col

from referee.engine.errors import HouseRuleError
from referee.engine.house import with_rules
from referee.engine.message import msg
from referee.games import GAMES
from referee.store import carried_match, house_cards, models, ratings, settle
from referee.store.arrivals import Arrivals
from referee.store.carried import (
    BadFile,
    Item,
    Wrong,
    at,
    fields,
    items,
    texts,
    when,
    word,
    words,
    wrong,
)
from referee.store.carried_match import Replayed, replay
from referee.store.entries import NEW
from referee.store.errors import Refused
from referee.store.formats import IMPORTED
from referee.store.ids import new_id
from referee.store.names import clean_name, name_key
from referee.store.players import people, the_club
from referee.store.ratings import MATCH
from referee.store.session import Database

PART = 30  # matches of a part
PART_ANSWERS = 1_500
RATED_AT_ONCE = 50
Told = Callable[[int], None]  # hears how many matches are done


@dataclass
class Imported:
    """What an import does, or would do."""

    new: int = 0  # matches
    here: int = 0  # matches that are here already
    known: list[str] = field(default_factory=list)  # names of players
    arrived: list[str] = field(default_factory=list)
    cards: int = 0  # new ones


@dataclass(frozen=True)
class Card:
    """House rules under a name."""

    game: str
    name: str
    rules: dict[str, str]
    created: datetime


def look(session: Session, source: IO[bytes], told: Told) -> Imported:
    """Check a file and say what importing it would do.  Raises BadFile."""
    return Import(source).look(session, told)


def take_in(database: Database, source: IO[bytes], looked: Told, told: Told) -> Imported:
    """Import a file.  Raises BadFile: nothing is written then.

    `looked` hears of the matches that were checked, `told` of those that are here.
    """
    import_ = Import(source)
    database.read(lambda s: import_.look(s, looked))
    return import_.write(database, told)


@contextmanager
def of_line(number: int) -> Iterator[None]:
    """What is wrong is told with the number of its line."""
    try:
        yield
    except BadFile:
        raise
    except (Wrong, Refused, HouseRuleError) as error:
        raise at(number, error.text) from error


class Import:
    """One import under way."""

    def __init__(self, source: IO[bytes]) -> None:
        self.source = source
        self.found = Imported()
        self.people = Arrivals()
        self.cards: dict[tuple[str, str], Card] = {}
        self.ids: dict[str, bool] = {}  # of matches -> whether they are new

    # -- looking at it ---------------------------------------------------------------------------

    def look(self, session: Session, told: Told) -> Imported:
        """Check all of it."""
        club_id = the_club(session)
        named = False
        for item in self.items():
            with of_line(item.line):
                if item.kind == "player":
                    self.people.player(item.value)
                    continue
                if item.kind == "device":
                    self.people.device(item.value)
                    continue
                if not named:
                    self.people.check()
                    self.people.find(session, club_id)
                    named = True
                if item.kind == "card":
                    self.card(session, club_id, item.value)
                elif item.kind == "match":
                    self.match(session, club_id, item.value)
                    told(len(self.ids))
        self.found.known, self.found.arrived = self.people.known, self.people.arrived
        return self.found

    def items(self) -> Iterator[Item]:
        self.source.seek(0)
        return items(self.source)

    def card(self, session: Session, club_id: int, value: dict[str, Any]) -> None:
        """House rules under a name; one of that name which is here stays as it is."""
        fields(value, "game", "name", "rules", "created")
        card = Card(
            the_game(value["game"]),
            clean_name(words(value["name"])),
            texts(value["rules"]),
            when(value["created"]),
        )
        with_rules(GAMES[card.game](), card.rules)
        key = card.game, name_key(card.name)
        if key in self.cards:
            wrong(msg("Two house cards have the same name."))
        self.cards[key] = card
        known = {known.name_key for known in house_cards.cards(session, club_id, card.game)}
        named = {name for game, name in self.cards if game == card.game}
        if len(known | named) > house_cards.MOST:
            wrong(msg("There are too many cards: at most %(n)s.", n=house_cards.MOST))
        self.found.cards += key[1] not in known

    def match(self, session: Session, club_id: int, value: dict[str, Any]) -> None:
        """A match, unless it is here already: it was played here, or came in before."""
        match = carried_match.read(value, self.people.numbers, self.people.phones)
        if match.id in self.ids:
            wrong(msg("This match stands in the file twice."))
        here = seats_here(session, club_id, match.id)
        self.ids[match.id] = here is None
        if here is not None:
            self.found.here += 1
            self.people.meet(match.players, here)
            return
        self.found.new += 1
        self.people.needed |= match.everybody()
        replay(match, {number: str(number) for number in self.people.numbers})

    # -- writing it ------------------------------------------------------------------------------

    def write(self, database: Database, told: Told) -> Imported:
        """Take in what was looked at."""
        database.write(self.write_people)
        done = self.found.here
        for part in self.parts():
            database.write(partial(self.write_part, part=part))
            done += len(part)
            told(done)
        while not database.write(rate):
            pass
        return self.found

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
            for (game, key), card in self.cards.items()
            if (game, key) not in here
        )  # fmt: skip

    def parts(self) -> Iterator[list[Replayed]]:
        """The new matches, so many at a time as are soon written."""
        who = self.people.public()
        part: list[Replayed] = []
        for item in self.items():
            if item.kind != "match":
                continue
            with of_line(item.line):
                match = carried_match.read(item.value, self.people.numbers, self.people.phones)
                if self.ids[match.id]:
                    part.append(replay(match, who))
            if len(part) == PART or sum(len(ready.log) for ready in part) >= PART_ANSWERS:
                yield part
                part = []
        if part:
            yield part

    def write_part(self, session: Session, part: list[Replayed]) -> None:
        """Write matches with all that follows from them, but for the ratings."""
        club_id = the_club(session, lock=True)
        known = people(session, club_id).counts_as
        if not all(who in known for ready in part for who in ready.everybody):
            raise Refused(msg("The club was deleted meanwhile."))
        new = [r for r in part if seats_here(session, club_id, r.match.id) is None]
        settled = [(row_of(ready, club_id), ready.sheet) for ready in new]
        session.add_all(row for row, _ in settled)
        session.flush()
        entries = [
            {
                "match_id": row.id, "seq": e.seq, "uid": None, "hand": e.hand, "key": e.key,
                "value": e.value, "undoes": e.undoes, "at": come.at,
                "device_id": None if come.device is None else self.people.devices[come.device],
            }
            for ready, (row, _) in zip(new, settled, strict=True)
            for e, come in zip(ready.log, ready.match.entries, strict=True)
        ]  # fmt: skip
        if entries:
            session.connection().execute(NEW, entries)
        settle.settle_all(session, club_id, settled)


def the_game(value: Any) -> str:
    name = word(value)
    if name not in GAMES:
        wrong(msg("This Referee has no game “%(name)s”.", name=name))
    return name


def seats_here(session: Session, club_id: int, id: str) -> list[str] | None:
    """Who sits in the match that has this id in files; None where it is not here."""
    query = columns(MATCH.c.seats).where(
        MATCH.c.club_id == club_id, or_(MATCH.c.public_id == id, MATCH.c.uid == IMPORTED + id)
    )
    found: list[str] | None = session.connection().execute(query).scalar()
    return found


def row_of(ready: Replayed, club_id: int) -> models.Match:
    match = ready.match
    row = models.Match(
        public_id=new_id(), club_id=club_id, uid=IMPORTED + match.id, game=match.game,
        rules=match.rules, seats=ready.seats, start=match.start, dealer=match.dealer,
        bids=match.bids, play=match.play, created=match.created, ended=match.ended,
        own_questions=match.own_questions, place=match.place, note=match.note, totals=[],
    )  # fmt: skip
    settle.project(row, ready.sheet, len(ready.log), match.ended or match.created)
    return row


def rate(session: Session) -> bool:
    """Rate some more matches; whether all are rated then."""
    return ratings.catch_up(session, the_club(session, lock=True), RATED_AT_ONCE)
