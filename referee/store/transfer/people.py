"""Players and devices of a file: who is known here by name, and who is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from sqlmodel import Session, select

from referee.engine import msg
from referee.store.base import clean_name, hashed, models, name_key, new_id, new_token
from referee.store.transfer.format import (
    MOST_DEVICES,
    MOST_PLAYERS,
    Wrong,
    fields,
    when,
    whole,
    words,
    wrong,
    yes_or_no,
)


@dataclass(frozen=True)
class Comer:
    """A player of the file."""

    name: str
    hidden: bool
    created: datetime
    merged_into: int | None
    forgotten: datetime | None


class Arrivals:
    """The people and phones of an import, by their numbers in the file.

    A player of the same name is the same player, but for the forgotten ones: what they are called
    is no name.  One of them is known again by a match that is here already; else one gets a free
    number where that one is taken, if a match needs it.
    """

    def __init__(self) -> None:
        self.numbers: dict[int, Comer] = {}
        self.phones: dict[int, tuple[str, datetime]] = {}
        self.known: list[str] = []
        self.arrived: list[str] = []
        self.needed: set[int] = set()  # by matches that are new
        self.devices: dict[int, int] = {}  # -> key
        self._here: dict[str, models.Player] = {}
        self._keys: dict[int | None, models.Player] = {}
        self._rows: dict[int, models.Player] = {}
        self._again: dict[int, str] = {}  # forgotten ones -> who they are here

    def player(self, value: dict[str, Any]) -> None:
        fields(value, "number", "name", "hidden", "created", "merged_into", "forgotten")
        number = whole(value["number"], 1, MOST_PLAYERS)
        merged, forgotten = value["merged_into"], value["forgotten"]
        comer = Comer(
            clean_name(words(value["name"])),
            yes_or_no(value["hidden"]),
            when(value["created"]),
            None if merged is None else whole(merged, 1, MOST_PLAYERS),
            None if forgotten is None else when(forgotten),
        )
        if number in self.numbers:
            wrong(msg("Two players have the same number."))
        self.numbers[number] = comer

    def device(self, value: dict[str, Any]) -> None:
        fields(value, "number", "name", "created")
        number = whole(value["number"], 1, MOST_DEVICES)
        if number in self.phones:
            wrong(msg("Two phones have the same number."))
        self.phones[number] = clean_name(words(value["name"])), when(value["created"])

    def check(self) -> None:
        """Everybody has been named.  Raises Wrong where they cannot be told apart."""
        keys = [name_key(comer.name) for comer in self.numbers.values()]
        if len(set(keys)) != len(keys):
            wrong(msg("Two players have the same name."))
        for number in self.numbers:
            self.root(number)

    def root(self, number: int) -> int:
        """Whom a player counts as in the file.  Refuses whoever is merged into nobody, or in the
        end into himself."""
        seen: set[int] = set()
        while number in self.numbers and number not in seen:
            seen.add(number)
            into = self.numbers[number].merged_into
            if into is None:
                return number
            number = into
        raise Wrong(msg("A player was merged into one who is not there."))

    def find(self, session: Session, club_id: int) -> None:
        """See who is known here."""
        query = select(models.Player).where(models.Player.club_id == club_id)
        self._here = {player.name_key: player for player in session.exec(query)}
        self._keys = {player.id: player for player in self._here.values()}
        self._rows, self.known, self.arrived = {}, [], []
        for number, comer in self.numbers.items():
            local = self._here.get(name_key(comer.name))
            if local is None:
                self.arrived.append(comer.name)
            elif comer.forgotten is None and local.forgotten is None:
                self.known.append(local.name)
                self._rows[number] = local

    def meet(self, numbers: Iterable[int], seats: Iterable[str]) -> None:
        """A match of these players is here already, with these in its seats."""
        for number, id in zip(numbers, seats, strict=False):
            if self.numbers[number].forgotten is not None and id not in self._again.values():
                self._again[number] = id

    def apart(self, numbers: Iterable[int], counts_as: Callable[[int], object]) -> None:
        """Refuse two people of a match who are one player here: they could not be taken apart."""
        seen: dict[object, int] = {}
        for number in sorted(numbers):
            other = seen.setdefault(counts_as(number), number)
            if self.root(other) != self.root(number):
                one, two = self.numbers[other].name, self.numbers[number].name
                wrong(
                    msg(
                        "%(one)s and %(other)s sat in the same match, but are one player here: "
                        "undo that first.",
                        one=one,
                        other=two,
                    )
                )

    def found_as(self, number: int) -> object:
        """Whom a player will count as, before anybody new is made."""
        player = self._rows.get(number)
        if player is None:
            into = self.numbers[number].merged_into
            return number if into is None else self.found_as(into)
        while player.merged_into is not None:
            player = self._keys[player.merged_into]
        return player.public_id

    def make(self, session: Session, club_id: int) -> None:
        """Find everybody once more, and make those who are new."""
        self.find(session, club_id)
        forgotten = {p.public_id: p for p in self._here.values() if p.forgotten is not None}
        for number, id in self._again.items():
            if id in forgotten:
                self._rows[number] = forgotten[id]
        new = [
            (number, comer.name)
            for number, comer in self.numbers.items()
            if number not in self._rows and name_key(comer.name) not in self._here
        ]
        taken = {*self._here, *(name_key(name) for _, name in new)}
        free = (f"#{n}" for n in count(1) if name_key(f"#{n}") not in taken)
        missing = self.missing([*self.needed, *(number for number, _ in new)])
        new += ((n, next(free)) for n in sorted(missing - {number for number, _ in new}))
        for number, name in new:
            comer = self.numbers[number]
            self._rows[number] = models.Player(
                public_id=new_id(), club_id=club_id, name=name, name_key=name_key(name),
                hidden=comer.hidden, created=comer.created, forgotten=comer.forgotten,
            )  # fmt: skip
        session.add_all(self._rows[number] for number, _ in new)
        session.flush()
        for number, _ in new:
            into = self.numbers[number].merged_into
            if into is not None:
                self._rows[number].merged_into = self._rows[into].id
        self.make_devices(session, club_id)

    def missing(self, numbers: Iterable[int]) -> set[int]:
        """Those of these, and of whom they count as, who are not here."""
        found: set[int] = set()
        for number in numbers:
            at: int | None = number
            while at is not None and at not in self._rows and at not in found:
                found.add(at)
                at = self.numbers[at].merged_into
        return found

    def public(self) -> dict[int, str]:
        """The ids of all players whom a match needs."""
        return {number: player.public_id for number, player in self._rows.items()}

    def make_devices(self, session: Session, club_id: int) -> None:
        """A device for each phone, unless there is one of that name; nobody can use a new one."""
        query = select(models.Device).where(models.Device.club_id == club_id)
        rows = {device.name_key: device for device in session.exec(query)}
        for name, created in self.phones.values():
            if name_key(name) not in rows:
                rows[name_key(name)] = device = models.Device(
                    public_id=new_id(), club_id=club_id, token_hash=hashed(new_token()), name=name,
                    name_key=name_key(name), created=created, seen=created, removed=created,
                )  # fmt: skip
                session.add(device)
        session.flush()
        keys = {number: rows[name_key(name)].id for number, (name, _) in self.phones.items()}
        self.devices = {number: key for number, key in keys.items() if key is not None}
