"""A file that is to be taken in, looked at: all of it is checked, every match replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any

from sqlalchemy import or_
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine import HouseRuleError, msg, with_rules
from referee.games import GAMES
from referee.store.base import Refused, clean_name, name_key, the_club
from referee.store.base.models import MATCH
from referee.store.players import cards as house_cards
from referee.store.transfer import matches as carried_match
from referee.store.transfer.format import (
    IMPORTED,
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
from referee.store.transfer.matches import Carried, replay
from referee.store.transfer.people import Arrivals

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
        self.club_id = 0
        self.found = Imported()
        self.people = Arrivals()
        self.cards: dict[tuple[str, str], Card] = {}
        self.ids: dict[str, bool] = {}  # of matches -> whether they are new

    def look(self, session: Session, told: Told) -> Imported:
        """Check all of it."""
        club_id = self.club_id = the_club(session)
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

    def read(self, value: dict[str, Any]) -> Carried:
        """A match that makes sense by itself."""
        return carried_match.read(value, self.people.numbers, self.people.phones)

    def match(self, session: Session, club_id: int, value: dict[str, Any]) -> None:
        """A match, unless it is here already: it was played here, or came in before."""
        match = self.read(value)
        if match.id in self.ids:
            wrong(msg("This match stands in the file twice."))
        here = seats_here(session, club_id, match.id)
        self.ids[match.id] = here is None
        if here is not None:
            self.found.here += 1
            self.people.meet(match.players, here)
            return
        self.found.new += 1
        self.people.apart(match.everybody(), self.people.found_as)
        self.people.needed |= match.everybody()
        replay(match, {number: str(number) for number in self.people.numbers})


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
