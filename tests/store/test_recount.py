"""Whatever is done to a club's matches, its statistics are what an independent recount gives."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from referee.engine.errors import HouseRuleError, RefereeError
from referee.engine.house import encode, house_rules
from referee.engine.match import Entry, standing
from referee.games import GAMES
from referee.store import Match, NewMatch, Refused, Store, entries
from referee.store.answers import Answer
from tests.every_game.playing import any_ruling, played
from tests.store.recount import Recount, Totals, far_behind, lead, recount
from tests.store.steps import rows

MATCHES = int(os.environ.get("REFEREE_MATCHES", "24"))  # on each database; 1000 before a release
LOOK_EVERY = 40  # matches
NAMES = tuple("ABCDEFGH")
GUESTS = tuple(f"guest {n}" for n in range(40))  # who often turn out to be somebody known
TARGETS = {"pitch": ("4", "7"), "german_whist": ("10", "15"), "call_partner_euchre": ("3", "5")}
MOST_HANDS = 5


class Days:
    """A clock for the log that jumps to any moment of three years."""

    chance = Random(0)

    @classmethod
    def now(cls, zone: object) -> datetime:
        minutes = cls.chance.randrange(3 * 365 * 24 * 60)
        return datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)


class Club:
    """A store, what was played in it by chance, and who was merged into whom."""

    def __init__(self, store: Store, chance: Random) -> None:
        self.store, self.chance = store, chance
        self.matches: list[str] = []
        self.into: dict[str, str] = {}

    def who(self, player: str) -> str:
        while player in self.into:
            player = self.into[player]
        return player

    def play(self) -> None:
        """A match of any game under a few changed rules, to its end or until somebody gives up."""
        chance = self.chance
        name = chance.choice(sorted(GAMES))
        rules = {"target": chance.choice(TARGETS[name])}
        for rule, declared in house_rules(GAMES[name]).items():
            if rule not in rules and chance.random() < 0.1:
                rules[rule] = encode(chance.choice(list(declared.values)))
        seats = chance.choice(GAMES[name].players)
        start = (chance.randrange(3),) if chance.random() < 0.1 else ()
        try:
            sides = len(GAMES[name]().teams(seats))
            match = self.store.create(
                NewMatch(
                    name,
                    self.table(seats),
                    rules,
                    chance.randrange(seats),
                    play=chance.choice(("totals", "totals", "winners")),
                    start=start * sides,
                )
            )
        except HouseRuleError:
            return  # these rules do not go together
        self.matches.append(match)
        for number in range(MOST_HANDS):
            self.hand(match, number)
            if self.store.load(match).ended is not None:
                return
        how = chance.choice(("stopped", "conceded.0", "conceded.1", None))
        if how is not None:
            self.try_to(match, [(MOST_HANDS - 1, "end", how)])

    def table(self, seats: int) -> list[str]:
        """Names of the club, or a guest among them."""
        names = self.chance.sample(NAMES, seats)
        if self.chance.random() < 0.3:
            names[0] = self.chance.choice(GUESTS)
        return names

    def hand(self, match: str, number: int) -> None:
        chance = self.chance
        if number:
            self.try_to(match, [(number - 1, "next", "ok")])
        if chance.random() < 0.1:
            player = self.store.player(chance.choice(NAMES))
            self.try_to(match, [(number, f"seat.{chance.randrange(2)}", player)])
        sheet = self.store.load(match).sheet
        table = sheet.rows[number].table
        told, _ = played(sheet.game, table, chance)
        self.try_to(match, [(number, key, value) for key, value in told.items()])
        if chance.random() < 0.15:
            self.try_to(match, [(number, "ruling.1", any_ruling(chance, sheet.game, table))])

    def try_to(self, match: str, answers: list[Answer]) -> None:
        """Say something that may not be allowed just then."""
        try:
            self.store.record(match, answers, uid="")
        except (RefereeError, Refused):
            pass

    def meddle(self) -> None:
        """Put something right, take the end back, merge or take apart: anything, later."""
        chance, store = self.chance, self.store
        what = chance.choice(
            ("correct", "correct", "undo", "undo", "rule", "note", "merge", "part")
        )
        match = store.load(chance.choice(self.matches))
        if what == "correct":
            row = chance.choice(match.sheet.rows)
            questions = [q for q in row.hand.questions().values() if len(q.legal) > 1]
            if questions:
                asked = chance.choice(questions)
                self.try_to(match.id, [(row.number, asked.key, chance.choice(list(asked.legal)))])
        elif what == "undo":
            for _ in range(chance.randrange(1, 4)):
                self.undo(match.id)
            if chance.random() < 0.5:
                newest = store.load(match.id).log[-1]
                if newest.undoes is not None:
                    store.redo(match.id, newest.seq, "")
        elif what == "rule":
            self.try_to(match.id, [(0, "rule.target", chance.choice(TARGETS[match.game]))])
        elif what == "note":
            self.try_to(match.id, [(0, "note", "rain")])
        elif what == "merge":
            one = store.player(chance.choice(GUESTS))
            other = store.player(chance.choice((*NAMES, *GUESTS)))
            try:
                store.merge(one, other)
                self.into[one] = other
            except Refused:
                pass
        elif self.into:
            one = chance.choice(list(self.into))
            store.unmerge(one)
            del self.into[one]

    def undo(self, match: str) -> None:
        log = self.store.load(match).log
        said: list[Entry] = standing(log)
        if said:
            self.store.undo(match, said[-1].seq, "")

    def ended(self) -> list[tuple[Match, datetime]]:
        """The ended matches, in the order in which they ended and were created."""
        order = rows(self.store, "SELECT public_id FROM match WHERE ended IS NOT NULL ORDER BY id")
        loaded = [self.store.load(key) for (key,) in order]
        whole = [(match, match.ended) for match in loaded if match.ended is not None]
        return sorted(whole, key=lambda pair: pair[1])


def kept(store: Store, table: str, keys: str, numbers: str, joins: str = "") -> Totals:
    """A table of sums with public ids for keys, as a recount has it."""
    names = numbers.split(", ")
    found: Totals = {}
    for row in rows(store, f"SELECT {keys}, {numbers} FROM {table} t {joins}"):
        key, values = row[: -len(names)], dict(zip(names, row[-len(names) :], strict=True))
        counts = values.pop("counts", {})
        counts = json.loads(counts) if isinstance(counts, str) else counts
        found[key] = Counter(values | {f"#{name}": n for name, n in counts.items()})
    return found


def joined(*keys: str) -> str:
    return " ".join(f"JOIN player p{n} ON p{n}.id = t.{key}" for n, key in enumerate(keys))


def same_sums(store: Store, right: Recount) -> None:
    summed = "matches, wins, hands, points, counts"
    players = kept(store, "player_stat", "p0.public_id, game, period", summed, joined("player_id"))
    pair = "p0.public_id, p1.public_id, relation, game"
    pairs = kept(store, "pair_stat", pair, "matches, wins", joined("player_id", "other_id"))
    rules = kept(store, "rule_stat", "game, rule, value", "matches, hands, counts")
    assert players == right.players
    assert pairs == right.pairs
    assert rules == right.rules


def same_ratings(store: Store, right: Recount) -> None:
    while not store.stats.catch_up(7):
        pass
    query = "SELECT m.public_id, p0.public_id, mu, sigma FROM match_player t "
    query += joined("player_id") + " JOIN match m ON m.id = match_id WHERE t.ended IS NOT NULL"
    ratings = {(match, player): (mu, sigma) for match, player, mu, sigma in rows(store, query)}
    assert ratings.keys() == right.ratings.keys()
    for key, rating in ratings.items():
        assert rating == pytest.approx(right.ratings[key], abs=1e-9)


def same_pages(club: Club, right: Recount, ended: list[tuple[Match, datetime]]) -> None:
    """What pages read of it: a span of days, records, matches found, two players."""
    store, chance = club.store, club.chance
    game = chance.choice(sorted(GAMES))
    first = date(2024, 1, 1) + timedelta(days=chance.randrange(700))
    last = first + timedelta(days=chance.randrange(500))
    table = {row.id: row.figures for row in store.stats.standings(game, first, last)}
    days: Totals = {}
    for (player, of, period), summed in right.players.items():
        if of == game and len(period) == 10 and first <= date.fromisoformat(period) <= last:
            days.setdefault((player,), Counter()).update(summed)
    assert {(p,): (f.matches, f.wins, f.hands, f.points) for p, f in table.items()} == {
        key: tuple(n[name] for name in ("matches", "wins", "hands", "points"))
        for key, n in days.items()
    }
    records = store.stats.records(game)
    of_game = [match for match, _ in ended if match.game == game]
    for best, measure in ((records.comebacks, far_behind), (records.margins, lead)):
        highest = sorted((n for match in of_game if (n := measure(match.sheet)) > 0), reverse=True)
        assert [record.value for record in best] == highest[:3]

    one, other = chance.sample(sorted({p for p, *_ in right.players}), 2)
    meetings = store.stats.head_to_head(one, other).meetings
    assert {(one, other, m.relation, m.game): (m.matches, m.wins) for m in meetings} == {
        key: (n["matches"], n["wins"]) for key, n in right.pairs.items() if key[:2] == (one, other)
    }
    page = store.history(None, game, 5, player=one, first=first, last=last)
    found = [item.id for item in page.items]
    while page.next is not None:
        page = store.history(page.next, game, 5, player=one, first=first, last=last)
        found += [item.id for item in page.items]
    wanted = [
        match.id
        for match, end in reversed(ended)
        if match.game == game
        and first <= end.date() <= last
        and any(club.who(p) == one for dealt in match.sheet.counted for p in dealt.players)
    ]
    assert found == wanted


def test_statistics_are_what_a_recount_gives(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "datetime", Days)
    club = Club(store, Random(7))
    for number in range(1, MATCHES + 1):
        club.play()
        for _ in range(club.chance.randrange(3)):
            club.meddle()
        if number % LOOK_EVERY == 0 or number == MATCHES:
            ended = club.ended()
            right = recount(ended, club.who)
            same_sums(store, right)
            same_ratings(store, right)
            same_pages(club, right, ended)
            assert store.audit() == (len(club.matches), [])
    assert len(ended) > MATCHES // 3
    assert len({match.game for match, _ in ended}) == len(GAMES)
