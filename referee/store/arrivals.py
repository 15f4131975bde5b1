"""Players and devices of a file: who is known here by name, and who is new."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from referee.engine.message import msg
from referee.store import devices, models
from referee.store.carried import fields, when, whole, words, wrong, yes_or_no
from referee.store.formats import MOST_DEVICES, MOST_PLAYERS
from referee.store.ids import hashed, new_id, new_token
from referee.store.names import clean_name, name_key


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
    is no name, so one of them gets a free number where that one is taken, once a match needs it.
    """

    def __init__(self, session: Session, club_id: int, write: bool) -> None:
        self.session, self.club_id, self.write = session, club_id, write
        self.seated = False
        self.numbers: dict[int, Comer] = {}
        self.phones: dict[int, tuple[str, datetime]] = {}
        self.known: list[str] = []
        self.arrived: list[str] = []
        self.here: dict[str, models.Player] = {}
        self._rows: dict[int, models.Player] = {}
        self._devices: dict[int, int] = {}

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

    def seat(self) -> None:
        """Everybody has been named: find them here, or make them."""
        self.seated = True
        keys = [name_key(comer.name) for comer in self.numbers.values()]
        if len(set(keys)) != len(keys):
            wrong(msg("Two players have the same name."))
        for number in self.numbers:
            self.root(number)
        query = select(models.Player).where(models.Player.club_id == self.club_id)
        self.here = {player.name_key: player for player in self.session.exec(query)}
        made: list[int] = []
        for number, comer in self.numbers.items():
            local = self.here.get(name_key(comer.name))
            if local is None:
                self.arrived.append(comer.name)
                if self.write:
                    self._rows[number] = self.make(comer, comer.name)
                    made.append(number)
            elif comer.forgotten is None and local.forgotten is None:
                self.known.append(local.name)
                self._rows[number] = local
        for number in made:
            into = self.numbers[number].merged_into
            if into is not None:
                self._rows[number].merged_into = self.row(into).id
        if self.write:
            for number, (name, created) in self.phones.items():
                self._devices[number] = self.make_device(name, created)
            self.session.flush()

    def root(self, number: int) -> None:
        """Refuse whoever is merged into nobody, or in the end into himself."""
        seen: set[int] = set()
        at: int | None = number
        while at is not None:
            if at in seen or at not in self.numbers:
                wrong(msg("A player was merged into one who is not there."))
            seen.add(at)
            at = self.numbers[at].merged_into

    def row(self, number: int) -> models.Player:
        if number not in self._rows:
            comer = self.numbers[number]
            free = next(n for n in range(1, 10**9) if name_key(f"#{n}") not in self.here)
            self._rows[number] = self.make(comer, f"#{free}")
        return self._rows[number]

    def public(self, number: int) -> str:
        """The id of a player; its number stands for it where nothing is written."""
        if not self.write:
            return str(number)
        return self.row(number).public_id

    def make(self, comer: Comer, name: str) -> models.Player:
        player = models.Player(
            public_id=new_id(), club_id=self.club_id, name=name, name_key=name_key(name),
            hidden=comer.hidden, created=comer.created, forgotten=comer.forgotten,
        )  # fmt: skip
        self.session.add(player)
        self.session.flush()
        self.here[player.name_key] = player
        return player

    def make_device(self, name: str, created: datetime) -> int:
        """The key of the device of that name, or of a new one, which no phone can be."""
        table = models.Device
        known = self.session.exec(
            select(table.id).where(
                table.club_id == self.club_id, col(table.name_key) == name_key(name)
            )
        ).first()
        if known is not None:
            return known
        row = models.Device(
            public_id=new_id(), club_id=self.club_id, token_hash=hashed(new_token()), name="",
            name_key="", created=created, seen=created, removed=created,
        )  # fmt: skip
        devices.give_name(self.session, row, name)
        self.session.add(row)
        self.session.flush()
        assert row.id is not None
        return row.id

    def device_key(self, number: int | None) -> int | None:
        return None if number is None else self._devices[number]
