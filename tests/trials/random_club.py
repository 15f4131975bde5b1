"""A club where anything is done by chance: played, put right, merged, deleted, carried about."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from random import Random

from referee.engine import Entry, HouseRuleError, RefereeError, encode, house_rules, standing
from referee.games import GAMES
from referee.store import Match, NewMatch, Refused, Store
from referee.store.matches import Answer
from tests.every_game.playing import any_ruling, played
from tests.store.steps import rows

ACTIONS = (
    *("correct", "undo", "merge", "part") * 2,
    *("rule", "note", "delete", "carry", "foreign", "forget"),
)
NAMES = tuple("ABCDEFGH")
GUESTS = tuple(f"guest {n}" for n in range(40))  # who often turn out to be somebody known
TARGETS = {
    "pitch": ("4", "7"),
    "german_whist": ("10", "15"),
    "call_partner_euchre": ("3", "5"),
    "hearts": ("20", "30"),
}
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
        self.abroad: Club | None = None  # whose matches are brought in
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
        except (HouseRuleError, Refused):
            return  # these rules do not go together, or two names are one player
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
        what = chance.choice(ACTIONS)
        if what == "foreign":
            self.bring_in()
            return
        if not self.matches:
            return
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
        elif what == "delete":
            self.delete(match.id)
        elif what == "carry":
            file = store.keeping.export_match(match.id)
            self.delete(match.id)
            self.take_in(file)
        elif what == "forget":
            self.forget()
        elif self.into:
            one = chance.choice(list(self.into))
            store.unmerge(one)
            del self.into[one]

    def delete(self, match: str) -> None:
        self.store.keeping.delete_match(match)
        self.matches.remove(match)

    def forget(self) -> None:
        """A guest loses his name, or whoever he turned out to be."""
        try:
            self.store.keeping.forget(self.store.player(self.chance.choice(GUESTS)))
        except Refused:
            pass  # forgotten already

    def bring_in(self) -> None:
        """Take in a match of another club, where somebody here may be two people."""
        if self.abroad is not None:
            self.abroad.play()
            self.abroad.meddle()
            if self.abroad.matches:
                match = self.chance.choice(self.abroad.matches)
                self.take_in(self.abroad.store.keeping.export_match(match))

    def take_in(self, file: str) -> None:
        """Import a file of a match, which may have come in before."""
        here = {id for (id,) in rows(self.store, "SELECT public_id FROM player")}
        try:
            self.store.keeping.take_in(source(file))
        except Refused:  # two in it are one here
            return
        self.matches = [key for (key,) in rows(self.store, "SELECT public_id FROM match")]
        query = (
            "SELECT p.public_id, o.public_id FROM player p JOIN player o ON o.id = p.merged_into"
        )
        self.into |= {one: into for one, into in rows(self.store, query) if one not in here}

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


def exported(store: Store) -> str:
    return "".join(f"{line}\n" for line in store.keeping.export_club())


def source(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())
