"""What the referee says of a recorded match, and a match as such a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from referee.engine import (
    Dealt,
    Setup,
    Sheet,
    encode,
    house_rules,
    in_english,
    is_fact,
    offers,
)
from referee.games.playthrough.read import BOOLEANS, Playthrough


def say(playthrough: Playthrough) -> str:
    """The file with what the referee says to each hand."""
    sheet = playthrough.sheet()
    out: list[str] = []
    for line in playthrough.lines:
        out.append(line.text)
        if line.hand is not None:
            out += said_of(sheet, sheet.rows[line.hand])
    return "".join(line + "\n" for line in out)


def said_of(sheet: Sheet, row: Dealt) -> Iterator[str]:
    """The score lines of a hand and the totals after it."""
    if row.score is not None:
        for line in row.score.lines:
            yield f"= {line.side} {line.points:+d} {in_english(line.why)}"
    over = sheet.outcome is not None and row is sheet.counted[-1]
    if row.score is not None or over:
        totals = " ".join(map(str, row.after))
        winners = " ".join(map(str, sheet.outcome.winners)) if sheet.outcome else ""
        yield f"== {totals}" + (f" winners {winners or 'none'}" if over else "")


def write(setup: Setup, sheet: Sheet, names: Mapping[str, str], comment: str = "") -> str:
    """A match as a file that `read` reads; `names` maps players to what is written for them."""
    known = {who: named.replace(",", " ") for who, named in names.items()}
    rules = house_rules(setup.game)
    changed = {n: encode(getattr(setup.game, n)) for n in rules}
    defaults = {n: encode(rule.default) for n, rule in rules.items()}
    head = {"seats": ",".join(known.get(who, who) for who in setup.players)}
    head |= {"dealer": str(int(setup.dealer)), "bids": setup.bids, "play": setup.play}
    if any(setup.start):
        head["start"] = ",".join(map(str, setup.start))
    head |= {name: text for name, text in changed.items() if text != defaults[name]}
    out = [f"# {line}" for line in comment.splitlines()]
    out.append(f"{setup.game.name} {joined(head)}")
    for row in sheet.counted:
        told = {a.question.key: a.value for a in row.hand.answered if a.told}
        facts = {k: v for k, v in row.said.items() if k in offers(setup, sheet, row) or is_fact(k)}
        facts = {k: known.get(v, v) if k.startswith("seat.") else v for k, v in facts.items()}
        if told or facts:
            out += [joined(facts | told), *said_of(sheet, row)]
    return "".join(line + "\n" for line in out)


def joined(answers: Mapping[str, str]) -> str:
    return " ".join(f"{key}={quoted(value)}" for key, value in answers.items())


def quoted(value: str) -> str:
    plain = not re.search(r'[\s"]', value) and value not in BOOLEANS
    return value if plain else json.dumps(value, ensure_ascii=False)
