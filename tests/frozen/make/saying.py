"""What the code of the time says of a club and its matches: the part of the frozen data that
today's code is measured by.  (tests/frozen/telling.py says the same by today's code.)"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.engine.message import in_english
from referee.games import GAMES


def said(store: Any, file: Path) -> dict[str, dict[str, Any]]:
    """What the code says of the club and of every match, beside the file as JSON."""
    with closing(sqlite3.connect(file)) as connection:
        ids = [id for (id,) in connection.execute("SELECT public_id FROM match ORDER BY id")]
    matches = {id: of_match(store, id) for id in ids}
    lines = ",\n".join(f"{json.dumps(k)}: {dumped(v)}" for k, v in matches.items())
    club = json.dumps(of_club(store), ensure_ascii=False, indent=1)
    text = f'{{"club": {club},\n"matches": {{\n{lines}\n}}}}\n'
    file.with_name("said.json").write_text(text, "utf-8")
    return matches


def dumped(match: dict[str, Any]) -> str:
    """A line for the match and one for each of its hands."""
    hands = ",\n  ".join(json.dumps(hand, ensure_ascii=False) for hand in match["hands"])
    rest = {k: v for k, v in match.items() if k != "hands"}
    return f'{json.dumps(rest, ensure_ascii=False)[:-1]}, "hands": [\n  {hands}]}}'


def of_club(store: Any) -> dict[str, Any]:
    """Lists as the code of the time gives them; what it did not know is left out."""
    open_ones = store.open_matches()
    found = {
        "open": [m.id for m in open_ones],
        "ended": [m.id for m in store.history(limit=100).items],
        "players": sorted([p.name, p.matches, p.wins] for p in store.players()),
    }
    if hasattr(store, "devices"):
        found["phones"] = sorted([d.name, d.owner, d.places] for d in store.devices())
        found["seats"] = {
            m.id: {seat: who.name for seat, who in store.holders(m.id).items()} for m in open_ones
        }
    if hasattr(store, "cards"):
        found["cards"] = {
            game: [[card.name, dict(card.rules)] for card in store.cards(game)] for game in GAMES
        }
    return found


def of_match(store: Any, id: str) -> dict[str, Any]:
    """A match hand by hand; score lines as side, points, rule and the reason in English."""
    match = store.load(id)
    sheet = match.sheet
    return {
        "game": match.game,
        "version": match.version,
        "start": list(sheet.start),
        "totals": list(sheet.totals),
        "winners": None if sheet.outcome is None else [int(s) for s in sheet.outcome.winners],
        "how": None if sheet.outcome is None else sheet.outcome.how,
        "asked": []
        if sheet.asking is None
        else [sheet.number, *(q.key for q in sheet.now.hand.open)],
        "hands": [of_hand(match, row) for row in sheet.rows],
    }


def of_hand(match: Any, row: Any) -> dict[str, Any]:
    lines = [] if row.score is None else row.score.lines
    return {
        "players": [match.names[who] for who in row.players],
        "dealer": int(row.table.dealer),
        "scored": row.score is not None and row.score.scored,
        "counted": row.counted,
        "corrected": row.corrected,
        "after": list(row.after),
        "lines": [[int(n.side), n.points, n.rule, in_english(n.why)] for n in lines],
    }
