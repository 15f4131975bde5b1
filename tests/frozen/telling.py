"""What today's code says of a club and its matches, in the form in which the code of the time
wrote it down (`said.json`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.engine.match import Dealt
from referee.engine.message import in_english
from referee.store import Match, Store

FROZEN = Path(__file__).parent


def said_then(version: str) -> Any:
    return json.loads((FROZEN / version / "said.json").read_text("utf-8"))


def club(store: Store, then: dict[str, Any]) -> dict[str, Any]:
    """The lists that the code of the time knew."""
    open_ones = store.open_matches()
    now: dict[str, Any] = {
        "open": [m.id for m in open_ones],
        "ended": [m.id for m in store.history(limit=100).items],
        "players": sorted([p.name, p.matches, p.wins] for p in store.players()),
        "phones": sorted([d.name, d.owner, d.places] for d in store.devices.listed()),
        "seats": {
            m.id: {str(seat): who.name for seat, who in store.devices.holders(m.id).items()}
            for m in open_ones
        },
        "cards": {
            game: [[card.name, dict(card.rules)] for card in store.cards(game)]
            for game in then.get("cards", {})
        },
    }
    return {name: now[name] for name in then}


def match(found: Match) -> dict[str, Any]:
    sheet = found.sheet
    open_keys = [question.key for question in sheet.now.hand.open]
    return {
        "game": found.game,
        "version": found.version,
        "start": list(sheet.start),
        "totals": list(sheet.totals),
        "winners": None if sheet.outcome is None else [int(s) for s in sheet.outcome.winners],
        "how": None if sheet.outcome is None else sheet.outcome.how,
        "asked": [] if sheet.asking is None else [sheet.number, *open_keys],
        "hands": [hand(found, row) for row in sheet.rows],
    }


def hand(found: Match, row: Dealt) -> dict[str, Any]:
    lines = [] if row.score is None else row.score.lines
    return {
        "players": [found.names[who] for who in row.players],
        "dealer": int(row.table.dealer),
        "scored": row.score is not None and row.score.scored,
        "counted": row.counted,
        "corrected": row.corrected,
        "after": list(row.after),
        "lines": [[int(n.side), n.points, n.rule, in_english(n.why)] for n in lines],
    }
