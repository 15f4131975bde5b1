"""Audit of the sums: added up once more from what is kept of each match, in one state of all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, TypeAlias

from sqlalchemy import select as columns
from sqlmodel import Session

from referee.engine.errors import HouseRuleError
from referee.engine.facts import agreed_game
from referee.engine.house import agreed, encode, with_rules
from referee.engine.log import Entry, by_hand, standing
from referee.games import GAMES
from referee.store.base.tables import ENTRY, MATCH, PAIR_SUM, PLAYER_SUM, RULE_SUM, SAT

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
