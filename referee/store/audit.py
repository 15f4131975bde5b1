"""Audit: every match is replayed and compared with what lists and history keep of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from referee.engine import (
    Entry,
    HouseRuleError,
    RefereeError,
    agreed,
    agreed_game,
    by_hand,
    encode,
    standing,
    with_rules,
)
from referee.games import GAMES
from referee.store.base import Database, StoreError, models, people
from referee.store.base.models import ENTRY, MATCH, PAIR_SUM, PLAYER_SUM, RULE_SUM, SAT
from referee.store.matches import Match, find, read
from referee.store.statistics import (
    LINE_COLUMNS,
    SEAT_COLUMNS,
    comeback,
    margin,
    score_lines,
    scored_hands,
    seat_rows,
)


def every_match(session: Session) -> list[str]:
    """The public ids of all matches, oldest first."""
    return list(session.exec(select(models.Match.public_id).order_by(col(models.Match.id))))


def differences(session: Session, public_id: str) -> list[str]:
    """What is kept of a match and does not follow from its log, a line each."""
    row = find(session, public_id)
    try:
        match = read(session, row)
        found = [*log_faults(match), *kept_faults(row, match), *line_faults(session, row, match)]
    except (RefereeError, StoreError) as error:
        found = [f"cannot be replayed: {error}"]
    return [f"match {public_id}: {fault}" for fault in found]


def log_faults(match: Match) -> Iterator[str]:
    """Rows that are missing or point nowhere."""
    for place, entry in enumerate(match.log, 1):
        if entry.seq != place:
            yield f"entry {place} is missing"
            return
        if entry.undoes is not None and not 1 <= entry.undoes < place:
            yield f"entry {place} withdraws entry {entry.undoes}, which is not before it"


def kept_faults(row: models.Match, match: Match) -> Iterator[str]:
    """Columns of the match row that say something else than the replay."""
    sheet = match.sheet
    outcome = sheet.outcome
    kept = {
        "version": (row.version, match.version),
        "totals": (list(row.totals), list(sheet.totals)),
        "hands": (row.hands, scored_hands(sheet)),
        "winners": (row.winners, [int(s) for s in outcome.winners] if outcome else None),
        "how": (row.how, outcome.how if outcome else None),
        "ended": (row.ended is not None, outcome is not None),
        "comeback": (row.comeback, comeback(sheet)),
        "margin": (row.margin, margin(sheet)),
    }
    for name, (stored, replayed) in kept.items():
        if stored != replayed:
            yield f"{name}: kept {stored}, replayed {replayed}"


def line_faults(session: Session, row: models.Match, match: Match) -> Iterator[str]:
    """Settled lines and players that say something else than the replay."""
    known = people(session, row.club_id)
    lines = models.SettledLine
    kept_lines = session.exec(select(lines).where(lines.match_id == row.id))
    stored = {
        place_of(columns): columns
        for columns in (line.model_dump(include=set(LINE_COLUMNS)) for line in kept_lines)
    }
    over = match.sheet.outcome is not None
    replayed = {place_of(line): line for line in (score_lines(match.sheet, known) if over else ())}
    for place in sorted({*stored, *replayed}):
        if stored.get(place) != replayed.get(place):
            hand, number, seat = place
            yield (
                f"hand {hand + 1}, line {number + 1}, seat {seat}: "
                f"kept {brief(stored.get(place))}, replayed {brief(replayed.get(place))}"
            )
    table = models.MatchPlayer
    found = session.execute(
        columns(*(getattr(table, name) for name in SEAT_COLUMNS)).where(
            col(table.match_id) == row.id
        )
    )
    kept = {seat.player_id: dict(seat._mapping) for seat in found}
    right = {seat["player_id"]: seat for seat in seat_rows(row, match.sheet, known)}
    for player in sorted({*kept, *right}):
        if kept.get(player) != right.get(player):
            yield f"player {player}: kept {kept.get(player)}, replayed {right.get(player)}"


def place_of(line: Mapping[str, Any]) -> tuple[int, int, int]:
    return line["hand"], line["line"], line["seat"]


def brief(line: Mapping[str, Any] | None) -> str:
    if line is None:
        return "nothing"
    return f"side {line['side']} {line['points']} ({line['rule']}) {line['reason']}"


# -- the sums over ended matches ------------------------------------------------------------------


AT_ONCE = 1_000  # rows that are held in memory
Totals: TypeAlias = dict[tuple[Any, ...], Counter[str]]


def faults(session: Session) -> Iterator[str]:
    """Sums that say something else than the matches, a line each."""
    players: Totals = defaultdict(Counter)
    pairs: Totals = defaultdict(Counter)
    rules: Totals = defaultdict(Counter)
    later = rule_entries(session)
    for seats in matches(session):
        match = seats[0]
        counted: Counter[str] = Counter()
        for sat in seats:
            row = Counter(matches=1, wins=int(sat.won), hands=sat.hands, points=sat.points)
            row.update(of_counts(sat.counts))
            day = match.ended.date().isoformat()
            for period in ("", day[:4], day[:7], day):
                players[sat.player_id, match.game, period].update(row)
            counted.update(of_counts(sat.counts))
            counted.update({"count of hands": sat.hands, "count of points": sat.points})
            for other in seats:
                if sat.seat is None or other.seat is None or sat is other:
                    continue
                relation = "with" if sat.side == other.side else "against"
                pair = pairs[sat.player_id, other.player_id, relation, match.game]
                pair.update(matches=1, wins=int(sat.won))
        for rule, value in rules_of(match, later.get(match.match_id, [])).items():
            summed = rules[match.club_id, match.game, rule, value]
            summed.update(counted)
            summed.update(
                {"matches": 1, "hands": match.match_hands, "count of margin": match.margin}
            )
    yield from differing(session, PLAYER_SUM, players)
    yield from differing(session, PAIR_SUM, pairs)
    yield from differing(session, RULE_SUM, rules)


def matches(session: Session) -> Iterator[list[Any]]:
    """What is kept of each player, match by match, with a few columns of the match."""
    query = (
        columns(SAT, MATCH.c.hands.label("match_hands"), MATCH.c.club_id, MATCH.c.rules)
        .add_columns(MATCH.c.margin)
        .join(MATCH, SAT.c.match_id == MATCH.c.id)
        .where(MATCH.c.ended.is_not(None))
        .order_by(SAT.c.match_id)
        .execution_options(yield_per=AT_ONCE)
    )
    for _, rows in groupby(session.connection().execute(query), key=lambda row: row.match_id):
        yield list(rows)


def rule_entries(session: Session) -> Mapping[int, list[Entry]]:
    """House rules that were put right in the course of a match."""
    query = columns(ENTRY).where(ENTRY.c.key.like("rule.%")).order_by(ENTRY.c.match_id, ENTRY.c.seq)
    found: dict[int, list[Entry]] = {}
    for row in session.connection().execute(query):
        entry = Entry(row.seq, row.hand, row.key, row.value, row.undoes)
        found.setdefault(row.match_id, []).append(entry)
    return found


def rules_of(match: Any, later: Iterable[Entry]) -> Mapping[str, str]:
    """The house rules of a match in the end; none where the game knows them no more."""
    try:
        game = with_rules(GAMES[match.game](), match.rules)
    except (KeyError, HouseRuleError):
        return {}
    game = agreed_game(game, by_hand(standing(list(later))))
    return {name: encode(value) for name, value in agreed(game).items()}


def of_counts(counts: Mapping[str, int]) -> dict[str, int]:
    return {f"count of {name}": n for name, n in counts.items()}


def differing(session: Session, table: Any, summed: Totals) -> Iterator[str]:
    """The rows of a table that are missing, too many, or hold another sum."""
    names = [column.name for column in table.primary_key.columns]
    numbers = [c.name for c in table.columns if c.name not in names and c.name != "counts"]
    kept: Totals = {}
    for row in session.connection().execute(columns(table)).mappings():
        counts = of_counts(row["counts"]) if "counts" in row else {}
        kept[tuple(row[name] for name in names)] = Counter(
            {name: row[name] for name in numbers} | counts
        )
    for key in sorted({*kept, *summed}, key=repr):
        if kept.get(key) != summed.get(key):
            yield f"{table.name} {key}: kept {said(kept.get(key))}, summed {said(summed.get(key))}"


def said(summed: Mapping[str, int] | None) -> str:
    if summed is None:
        return "nothing"
    return ", ".join(f"{name} {n}" for name, n in sorted(summed.items()) if n)


def whole(database: Database) -> tuple[int, list[str]]:
    """How many matches there are, and all that is kept and does not follow from them."""
    ids = database.read(every_match)
    found: list[str] = []
    for public_id in ids:
        found += database.read(partial(differences, public_id=public_id))
    found += database.read(lambda s: list(faults(s)))
    return len(ids), found
