"""Clubs of any size: a few dozen matches are played by chance, the others are copies of them.

A copy has other players, another day and ids of its own, and goes straight into every table with
all that is kept of it, so that a club of 100,000 matches is made in a minute or two.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, create_engine, text
from sqlalchemy import select as columns
from sqlmodel import SQLModel

from referee.engine import RefereeError
from referee.games import GAMES
from referee.store import NewMatch, Refused, Store, upgrade
from referee.store.base import models, new_id, parsed
from referee.store.base.upgrade import opened
from referee.store.statistics import SHARE, best_in, ratings, sums
from referee.store.statistics.settle import house_values
from tests.every_game.playing import played

PLAYERS = 12  # of a club, whatever its size: lists and tables are as long as a club has players
MOULDS = 36  # matches that are played
DAYS = 3 * 365  # over which a club's matches are spread
FIRST = datetime(2023, 1, 1, tzinfo=UTC)
TARGETS = {"pitch": "10", "german_whist": "10", "call_partner_euchre": "5"}
BATCH = 2_000  # matches that are written at once
PLACES = ("", "At the lake", "Kitchen")
MODELS: Mapping[str, type[SQLModel]] = {
    "player": models.Player,
    "match": models.Match,
    "entry": models.Entry,
    "match_player": models.MatchPlayer,
    "settled_line": models.SettledLine,
    "player_stat": models.PlayerStat,
    "pair_stat": models.PairStat,
    "rule_stat": models.RuleStat,
}
TABLES = {name: models.table_of(model) for name, model in MODELS.items()}
Row = dict[str, Any]


@dataclass(frozen=True)
class Mould:
    """A match that was played: its rows, what it adds to sums of house rules, its players."""

    match: Row
    entries: list[Row]
    seats: list[Row]
    lines: list[Row]
    rules: sums.Sums
    who: dict[int, str]  # key -> public id


def moulds(folder: Path) -> list[Mould]:
    """Matches of all games, played by chance in a store of their own."""
    url = f"sqlite:///{folder / 'moulds.sqlite'}"
    upgrade(parsed(url))
    store = Store(url)
    chance = Random("moulds")
    games = sorted(GAMES)
    found: list[Mould] = []
    while len(found) < MOULDS:
        name = games[len(found) % len(games)]
        seats = chance.choice((4, 4, 6)) if name == "pitch" else GAMES[name].players[0]
        rules = {"target": TARGETS[name]}
        if chance.random() < 0.5:
            rules |= {"pitch": {"low_to": "holder"}, "call_partner_euchre": {"march": "3"}}.get(
                name, {"revoke_tricks": "2"}
            )
        names = [f"player {n}" for n in range(seats)]
        key = store.create(NewMatch(name, names, rules, chance.randrange(seats)))
        if played_out(store, key, chance):
            found.append(mould(store, key))
    store.close()
    return found


def played_out(store: Store, key: str, chance: Random) -> bool:
    """Play a match to its end; whether it came to one."""
    for number in range(40):
        sheet = store.load(key).sheet
        told, _ = played(sheet.game, sheet.rows[number].table, chance)
        try:
            store.record(key, [(number, *answer) for answer in told.items()], uid="")
            if store.load(key).sheet.outcome is not None:
                return True
            store.record(key, [(number, "next", "ok")], uid="")
        except (RefereeError, Refused):
            return False
    return False


def mould(store: Store, public_id: str) -> Mould:
    """The rows of a match."""
    match = store.load(public_id)
    with store._database.engine.connect() as connection:

        def rows(name: str, **where: Any) -> list[Row]:
            table = TABLES[name]
            query = columns(table).where(*(table.c[n] == value for n, value in where.items()))
            return [dict(row) for row in connection.execute(query).mappings()]

        (row,) = rows("match", public_id=public_id)
        seats = rows("match_player", match_id=row["id"])
        shares = [sums.Share(**{name: seat[name] for name in SHARE}) for seat in seats]
        hands, rules = row["hands"], house_values(match.sheet)
        return Mould(
            row | {"rules": json.dumps(row["rules"]), "start": json.dumps(row["start"])},
            rows("entry", match_id=row["id"]),
            seats,
            [
                line | {"reason": json.dumps(line["reason"])}
                for line in rows("settled_line", match_id=row["id"])
            ],
            sums.rule_sums(1, row["game"], rules, hands, row["margin"], shares),
            {player["id"]: player["public_id"] for player in rows("player")},
        )


# -- copies ------------------------------------------------------------------------------------


def make(url: str, matches: int, moulds: Sequence[Mould]) -> None:
    """Fill the empty database at `url` with a club of so many ended matches."""
    upgrade(parsed(url))
    with opened(parsed(url)) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        club = Club(connection, moulds, matches)
        club.fill()
    if connection.dialect.name == "postgresql":  # as its own housekeeping does in time
        engine = create_engine(parsed(url), isolation_level="AUTOCOMMIT")
        with engine.connect() as analysing:
            analysing.execute(text("VACUUM ANALYZE"))
        engine.dispose()
    Store(url).close()


class Club:
    """A club in the making: what is written next, and what it adds up to."""

    def __init__(self, connection: Connection, moulds: Sequence[Mould], matches: int) -> None:
        self.connection, self.write = connection, writer(connection)
        self.moulds, self.matches = moulds, matches
        self.chance = Random(matches)
        self.players = [(n + 1, new_id()) for n in range(PLAYERS)]
        self.model = PlackettLuce()
        self.strength: dict[tuple[str, int], ratings.Rated] = {}
        self.sums: dict[str, sums.Sums] = {"player_stat": {}, "pair_stat": {}, "rule_stat": {}}
        self.waiting: dict[str, list[Row]] = {
            name: [] for name in ("match", "entry", "match_player", "settled_line")
        }

    def fill(self) -> None:
        names = [f"Player {number}" for number, _ in self.players]
        self.write(
            "player",
            [
                {"id": key, "public_id": public, "club_id": 1, "name": name, "created": FIRST}
                | {"name_key": name.casefold(), "hidden": False}
                | {"merged_into": None, "forgotten": None}
                for (key, public), name in zip(self.players, names, strict=True)
            ],
        )
        for number in range(self.matches):
            ended = FIRST + timedelta(days=DAYS) * (number / self.matches)
            self.copy(self.moulds[number % len(self.moulds)], number + 1, ended)
            if number % BATCH == BATCH - 1:
                self.flush()
        self.flush()
        for number, mould in enumerate(self.moulds):
            copies = len(range(number, self.matches, len(self.moulds)))
            for key, one in mould.rules.items():
                many = self.sums["rule_stat"].setdefault(key, sums.Sum())
                many.add(times(one.numbers, copies), times(one.counts or {}, copies))
        for name, summed in self.sums.items():
            keys = [column.name for column in TABLES[name].primary_key.columns]
            rows = [dict(zip(keys, key, strict=True)) | row(total) for key, total in summed.items()]
            self.write(name, rows)
        self.connection.execute(
            text("UPDATE club SET rated_to = :at, rated_match = :match"),
            {"at": stored(self.connection, ended), "match": self.matches},
        )
        for name in ("player", "match"):  # keys were given here, not by the database
            if self.connection.dialect.name == "postgresql":
                query = (
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"
                )
                self.connection.execute(text(query))

    def flush(self) -> None:
        for name, rows in self.waiting.items():
            self.write(name, rows)
            rows.clear()

    def copy(self, mould: Mould, key: int, ended: datetime) -> None:
        """One more match, with other players, on another day."""
        taken = self.chance.sample(self.players, len(mould.who))
        players = {old: new for old, (new, _) in zip(mould.who, taken, strict=True)}
        public = {old: new for old, (_, new) in zip(mould.who.values(), taken, strict=True)}
        later = ended - mould.match["ended"]
        self.waiting["match"].append(
            mould.match
            | {"id": key, "public_id": new_id(), "uid": str(key), "ended": ended}
            | {"created": mould.match["created"] + later}
            | {"seats": [public[who] for who in mould.match["seats"]]}
            | {"place": PLACES[key % len(PLACES)], "note": "rain" if key % 1000 == 0 else ""}
        )
        self.waiting["entry"] += [
            entry | {"match_id": key, "at": entry["at"] + later} for entry in mould.entries
        ]
        self.waiting["settled_line"] += [
            line | {"match_id": key, "player_id": players[line["player_id"]]}
            for line in mould.lines
        ]
        seats = [
            seat | {"match_id": key, "player_id": players[seat["player_id"]], "ended": ended}
            for seat in mould.seats
        ]
        self.rate(mould, seats)
        self.waiting["match_player"] += seats
        shares = [sums.Share(**{name: seat[name] for name in SHARE}) for seat in seats]
        added(self.sums["player_stat"], sums.player_sums(shares))
        added(self.sums["pair_stat"], sums.pair_sums(shares))

    def rate(self, mould: Mould, seats: list[Row]) -> None:
        """The ratings after the match, which is the newest one so far."""
        game, sides = mould.match["game"], dict[int, list[int]]()
        for seat in seats:
            sides.setdefault(seat["side"], []).append(seat["player_id"])
        fresh = self.model.mu, self.model.sigma
        before = {
            player: self.strength.get((game, player), fresh)
            for players in sides.values()
            for player in players
        }
        winners, totals = mould.match["winners"], mould.match["totals"]
        after = before | ratings.rated(self.model, sides, before, winners, totals, best_in(game))
        for seat in seats:
            seat["mu"], seat["sigma"] = after[seat["player_id"]]
            self.strength[game, seat["player_id"]] = after[seat["player_id"]]


def times(numbers: Mapping[str, int], n: int) -> dict[str, int]:
    return {name: number * n for name, number in numbers.items()}


def added(totals: sums.Sums, new: sums.Sums) -> None:
    for key, summed in new.items():
        totals.setdefault(key, sums.Sum()).add(summed.numbers, summed.counts)


def row(summed: sums.Sum) -> Row:
    if summed.counts is None:
        return dict(summed.numbers)
    return dict(summed.numbers) | {"counts": sums.merged({}, summed.counts, +1)}


# -- writing -----------------------------------------------------------------------------------


def stored(connection: Connection, value: object) -> object:
    """A value as a driver takes it."""
    if isinstance(value, dict | list):
        return json.dumps(value)
    if isinstance(value, datetime) and connection.dialect.name == "sqlite":
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"
    return value


def writer(connection: Connection) -> Callable[[str, Sequence[Row]], None]:
    """Writes whole rows into a table, past SQLAlchemy: there are millions of them."""
    raw: Any = connection.connection.driver_connection

    def to_sqlite(name: str, rows: Sequence[Row]) -> None:
        names = [column.name for column in TABLES[name].columns]
        places = ", ".join("?" for _ in names)
        raw.executemany(
            f"INSERT INTO {name} ({', '.join(names)}) VALUES ({places})",
            ([stored(connection, row.get(n)) for n in names] for row in rows),
        )

    def to_postgres(name: str, rows: Sequence[Row]) -> None:
        names = [column.name for column in TABLES[name].columns]
        with raw.cursor().copy(f"COPY {name} ({', '.join(names)}) FROM STDIN") as copying:
            for row in rows:
                copying.write_row([stored(connection, row.get(n)) for n in names])

    return to_sqlite if connection.dialect.name == "sqlite" else to_postgres
