"""A file taken in: checked line by line, every match replayed; all of it, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

from sqlalchemy import or_
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine.errors import HouseRuleError
from referee.engine.house import with_rules
from referee.engine.match import Entry, Sheet, fold
from referee.engine.message import msg
from referee.games import GAMES
from referee.store import carried_match, house_cards, models, ratings, settle
from referee.store.arrivals import Arrivals
from referee.store.carried import BadFile, Wrong, at, fields, items, texts, when, word, words, wrong
from referee.store.carried_match import Carried
from referee.store.entries import NEW
from referee.store.errors import Refused
from referee.store.formats import IMPORTED
from referee.store.ids import new_id
from referee.store.names import clean_name, name_key
from referee.store.players import the_club
from referee.store.ratings import MATCH

RATED_AT_ONCE = 200


@dataclass
class Imported:
    """What an import does, or would do."""

    new: int = 0  # matches
    here: int = 0  # matches that are here already
    known: list[str] = field(default_factory=list)  # names of players
    arrived: list[str] = field(default_factory=list)
    cards: int = 0  # new ones


def run(session: Session, source: IO[bytes], write: bool, told: Callable[[int], None]) -> Imported:
    """Take a file in, or with `write` off only look at it.  Raises BadFile: nothing is kept then.

    `told` hears how many matches were looked at.
    """
    club_id = the_club(session, lock=write)
    import_ = Import(session, club_id, write)
    number = 0
    for item in items(source):
        number = item.line
        try:
            import_.take(item.kind, item.value)
        except Wrong as error:
            raise at(number, error.text) from error
        except BadFile:
            raise
        except (Refused, HouseRuleError) as error:
            raise at(number, error.text) from error
        if item.kind == "match":
            told(import_.found.new + import_.found.here)
    if write:
        while not ratings.catch_up(session, club_id, RATED_AT_ONCE):
            pass
    return import_.found


class Import:
    """One import under way."""

    def __init__(self, session: Session, club_id: int, write: bool) -> None:
        self.session, self.club_id, self.write = session, club_id, write
        self.found = Imported()
        self.people = Arrivals(session, club_id, write)
        self.ids: set[str] = set()
        self.cards: dict[str, set[str]] = {}
        self.named: set[tuple[str, str]] = set()

    def take(self, kind: str, value: dict[str, Any]) -> None:
        """One line.  Raises Wrong, Refused, HouseRuleError."""
        if kind == "player":
            self.people.player(value)
            return
        if kind == "device":
            self.people.device(value)
            return
        if not self.people.seated:
            self.people.seat()
            self.found.known, self.found.arrived = self.people.known, self.people.arrived
        if kind == "card":
            self.card(value)
        elif kind == "match":
            self.match(value)

    def card(self, value: dict[str, Any]) -> None:
        """House rules under a name; one of that name which is here stays as it is."""
        fields(value, "game", "name", "rules", "created")
        game, name = the_game(value["game"]), clean_name(words(value["name"]))
        rules, created = texts(value["rules"]), when(value["created"])
        with_rules(GAMES[game](), rules)
        if game not in self.cards:
            known = house_cards.cards(self.session, self.club_id, game)
            self.cards[game] = {card.name_key for card in known}
        if (game, name_key(name)) in self.named:
            wrong(msg("Two house cards have the same name."))
        self.named.add((game, name_key(name)))
        if name_key(name) in self.cards[game]:
            return
        self.cards[game].add(name_key(name))
        if len(self.cards[game]) > house_cards.MOST:
            wrong(msg("There are too many cards: at most %(n)s.", n=house_cards.MOST))
        self.found.cards += 1
        if self.write:
            self.session.add(
                models.HouseCard(
                    club_id=self.club_id, public_id=new_id(), game=game, name=name,
                    name_key=name_key(name), rules=rules, created=created,
                )
            )  # fmt: skip
            self.session.flush()

    def match(self, value: dict[str, Any]) -> None:
        """A match, unless it is here already: it was played here, or came in before."""
        match = carried_match.read(value, self.people.numbers, self.people.phones)
        if match.id in self.ids:
            wrong(msg("This match stands in the file twice."))
        self.ids.add(match.id)
        if self.is_here(match.id):
            self.found.here += 1
            return
        self.found.new += 1
        who = {n: self.people.public(n) for n in match.everybody()}
        setup, log = match.setup(who), match.log(who)
        try:
            sheet = fold(setup, log)
        except Exception as error:  # what a stranger wrote may upset the replay anywhere
            raise Wrong(msg("This match cannot be replayed.")) from error
        match.check(sheet)
        if self.write:
            self.keep(match, [who[n] for n in match.players], log, sheet)

    def is_here(self, id: str) -> bool:
        query = columns(MATCH.c.id).where(
            MATCH.c.club_id == self.club_id,
            or_(MATCH.c.public_id == id, MATCH.c.uid == IMPORTED + id),
        )
        return self.session.connection().execute(query).first() is not None

    def keep(self, match: Carried, seats: list[str], log: tuple[Entry, ...], sheet: Sheet) -> None:
        """Write a match with all that follows from it."""
        row = models.Match(
            public_id=new_id(), club_id=self.club_id, uid=IMPORTED + match.id, game=match.game,
            rules=match.rules, seats=seats, start=match.start, dealer=match.dealer,
            bids=match.bids, play=match.play, created=match.created, ended=match.ended,
            own_questions=match.own_questions, place=match.place, note=match.note, totals=[],
        )  # fmt: skip
        settle.project(row, sheet, len(log), match.ended or match.created)
        self.session.add(row)
        self.session.flush()
        rows = [
            {
                "match_id": row.id, "seq": e.seq, "uid": None, "hand": e.hand, "key": e.key,
                "value": e.value, "undoes": e.undoes, "at": come.at,
                "device_id": self.people.device_key(come.device),
            }
            for e, come in zip(log, match.entries, strict=True)
        ]  # fmt: skip
        if rows:
            self.session.connection().execute(NEW, rows)
        settle.settle(self.session, row, sheet)
        self.session.expunge(row)  # a club may hold more of them than fit in memory


def the_game(value: Any) -> str:
    name = word(value)
    if name not in GAMES:
        wrong(msg("This Referee has no game “%(name)s”.", name=name))
    return name
