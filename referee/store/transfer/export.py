"""A match or the whole club as JSON.  A club is read in batches: memory does not grow with it.

Players and devices are numbered in a file.  Everything goes by key, so that the order of a club and
of its copy is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy import select as columns
from sqlmodel import Session

from referee.store.base import the_club
from referee.store.base.models import CARD, DEVICE, ENTRY, LINE, PLAYER
from referee.store.base.models import CLUB as CLUBS
from referee.store.base.models import MATCH as MATCHES
from referee.store.matches import load as matches
from referee.store.transfer.format import CLUB, MATCH, head, moment, origin, written

AT_ONCE = 100  # matches that are held in memory
Numbers = Mapping[Any, int]


def club(session: Session, told: Callable[[int], None] = lambda done: None) -> Iterator[str]:
    """The lines of a club's file; `told` hears how many matches are written."""
    club_id = the_club(session)
    connection = session.connection()
    name = connection.execute(columns(CLUBS.c.name).where(CLUBS.c.id == club_id)).scalar_one()
    yield written(head(CLUB, name=name))
    players = list(rows(session, PLAYER, club_id))
    numbers: Numbers = {row["id"]: n for n, row in enumerate(players, 1)}
    for row in players:
        yield written({"player": player(row, numbers)})
    devices = list(rows(session, DEVICE, club_id))
    phones: Numbers = {row["id"]: n for n, row in enumerate(devices, 1)}
    for row in devices:
        yield written({"device": device(row, phones[row["id"]])})
    cards = list(rows(session, CARD, club_id))
    for row in cards:
        yield written({"card": card(row)})
    public = {row["public_id"]: numbers[row["id"]] for row in players}
    done = 0
    for batch in batches(session, club_id):
        for found in carried(session, batch, public, phones):
            yield written({"match": found})
            done += 1
        told(done)
    counts = {"players": len(players), "devices": len(devices), "cards": len(cards)}
    yield written({"end": counts | {"matches": done}})


def one(session: Session, public_id: str) -> str:
    """A match as one JSON object, with the players and devices in it.  Raises NotFound."""
    row = matches.find(session, public_id)
    found = session.connection().execute(columns(MATCHES).where(MATCHES.c.id == row.id)).mappings()
    batch = [dict(item) for item in found]
    players = {item["public_id"]: item for item in rows(session, PLAYER, row.club_id)}
    log = entries_of(session, [row.id])
    sat = [*row.seats, *(e["value"] for e in log if e["key"].startswith("seat."))]
    there = {players[who]["id"]: who for who in sat if who in players}
    for key in list(there):  # and whom they count as
        while (key := by_key(players, key)["merged_into"]) is not None:
            there[key] = by_key(players, key)["public_id"]
    numbers: Numbers = {key: n for n, key in enumerate(sorted(there), 1)}
    used = {e["device_id"] for e in log} - {None}
    devices = [item for item in rows(session, DEVICE, row.club_id) if item["id"] in used]
    phones: Numbers = {item["id"]: n for n, item in enumerate(devices, 1)}
    public = {who: numbers[key] for key, who in there.items()}
    return written(
        head(
            MATCH,
            players=[player(players[there[key]], numbers) for key in sorted(there)],
            devices=[device(item, phones[item["id"]]) for item in devices],
            match=next(carried(session, batch, public, phones)),
        )
    )


def by_key(players: Mapping[str, Any], key: int) -> Any:
    return next(item for item in players.values() if item["id"] == key)


def rows(session: Session, table: Table, club_id: int) -> Iterator[dict[str, Any]]:
    query = columns(table).where(table.c.club_id == club_id).order_by(table.c.id)
    for row in session.connection().execute(query).mappings():
        yield dict(row)


def player(row: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    return {
        "number": numbers[row["id"]],
        "name": row["name"],
        "hidden": bool(row["hidden"]),
        "created": moment(row["created"]),
        "merged_into": numbers.get(row["merged_into"]),
        "forgotten": moment(row["forgotten"]),
    }


def device(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {"number": number, "name": row["name"], "created": moment(row["created"])}


def card(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "game": row["game"],
        "name": row["name"],
        "rules": dict(sorted(row["rules"].items())),
        "created": moment(row["created"]),
    }


def batches(session: Session, club_id: int) -> Iterator[list[dict[str, Any]]]:
    """All matches by key, some at a time."""
    last = 0
    query = columns(MATCHES).where(MATCHES.c.club_id == club_id).order_by(MATCHES.c.id)
    while True:
        found = session.connection().execute(query.where(MATCHES.c.id > last).limit(AT_ONCE))
        batch = [dict(row) for row in found.mappings()]
        if not batch:
            return
        yield batch
        last = batch[-1]["id"]


def carried(
    session: Session, batch: Sequence[Mapping[str, Any]], players: Numbers, devices: Numbers
) -> Iterator[dict[str, Any]]:
    """Matches as they are carried; players by public id, devices by key."""
    keys = [row["id"] for row in batch]
    logs: dict[int, list[dict[str, Any]]] = {key: [] for key in keys}
    for row in entries_of(session, keys):
        logs[row["match_id"]].append(entry(row, players, devices))
    lines: dict[int, list[list[Any]]] = {key: [] for key in keys}
    place = None
    query = columns(LINE).where(LINE.c.match_id.in_(keys))
    order = (LINE.c.match_id, LINE.c.hand, LINE.c.line, LINE.c.seat)
    for row in session.connection().execute(query.order_by(*order)).mappings():
        here = row["match_id"], row["hand"], row["line"]
        if here != place:  # the other players of the side have the same
            lines[row["match_id"]].append([row["hand"], row["side"], row["points"], row["rule"]])
        place = here
    for row in batch:
        yield {
            "id": origin(row["public_id"], row["uid"]),
            "game": row["game"],
            "rules": dict(sorted(row["rules"].items())),
            "players": [players[who] for who in row["seats"]],
            "start": row["start"],
            "dealer": row["dealer"],
            "bids": row["bids"],
            "play": row["play"],
            "own_questions": bool(row["own_questions"]),
            "place": row["place"],
            "note": row["note"],
            "created": moment(row["created"]),
            "ended": moment(row["ended"]),
            "totals": row["totals"],
            "hands": row["hands"],
            "winners": row["winners"],
            "how": row["how"],
            "lines": lines[row["id"]],
            "entries": logs[row["id"]],
        }


def entries_of(session: Session, keys: Sequence[int | None]) -> Sequence[Any]:
    query = columns(ENTRY).where(ENTRY.c.match_id.in_(keys))
    found = session.connection().execute(query.order_by(ENTRY.c.match_id, ENTRY.c.seq))
    return found.mappings().all()


def entry(row: Mapping[str, Any], players: Numbers, devices: Numbers) -> dict[str, Any]:
    """A row of the log; who sits down is a number of the file."""
    value = row["value"]
    found = {
        "seq": row["seq"],
        "hand": row["hand"],
        "key": row["key"],
        "value": str(players[value]) if row["key"].startswith("seat.") else value,
        "at": moment(row["at"]),
    }
    if row["undoes"] is not None:
        found["undoes"] = row["undoes"]
    if row["device_id"] is not None:
        found["device"] = devices[row["device_id"]]
    return found
