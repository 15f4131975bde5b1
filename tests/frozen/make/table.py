"""A match that is played by chance, put right, taken back and given up."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from evening import Secrets

from referee.engine.entry import redoable
from referee.engine.errors import RefereeError
from referee.engine.match import standing
from referee.store import NewMatch, Store


class Table:
    """A match that is played by chance: every answer through the door that the phones use."""

    def __init__(self, store: Store, game: str, players: str, **said: Any) -> None:
        """`players` are names; further words are those of `NewMatch` (`rules` as "name=value")."""
        rules = dict(word.split("=") for word in said.pop("rules", "").split())
        self.store = store
        self.chance = Random(f"{Secrets.seed} {game} {players} {rules} {said}")
        self.phone: dict[str, str] = {}  # device=..., where the code of the time knows devices
        self.id = store.create(NewMatch(game, players.split(), rules, uid=self.intent(), **said))

    def intent(self) -> str:
        """A new one: short, as the database holds each twice."""
        Secrets.intents += 1
        return f"u{Secrets.intents}"

    @property
    def sheet(self) -> Any:
        return self.store.load(self.id).sheet

    def say(self, answers: str, hand: int | None = None) -> Table:
        """`key=value` with spaces between, for the hand that is asked about unless one is named;
        an underscore in a note is a space."""
        pairs = [word.split("=", 1) for word in answers.split()]
        number = self.sheet.number if hand is None else hand
        told = [(number, k, v.replace("_", " ") if k == "note" else v) for k, v in pairs]
        self.store.record(self.id, told, self.intent(), **self.phone)
        return self

    def asked(self, count: int = 1) -> bool:
        """Answer what is asked, `count` times; False where the match is over."""
        for _ in range(count):
            sheet = self.sheet
            if sheet.asking is None:
                return False
            hand = sheet.now.hand
            questions = [*hand.open] or list(sheet.asking.questions)
            offered = self.timely(hand)
            question = offered or questions[0]
            value = self.chance.choice(self.likely(question))
            self.say(f"{question.key}={value}")
        return self.sheet.asking is not None

    def timely(self, hand: Any) -> Any:
        """An offer that is taken up now and then: the card turned up before a trick."""
        if not hand.offers or not hand.offers[-1].key.startswith("up."):
            return None
        offer = hand.offers[-1]
        begun = any(k.startswith(f"card.{offer.key[3:]}.") for k in hand.answers())
        return None if begun or self.chance.random() < 0.7 else offer

    def likely(self, question: Any) -> list[str]:
        """The legal answers, but no high bid where there is another: matches are to end."""
        legal = list(question.legal)
        if question.key == "contract" or question.key.startswith("bid."):
            return [v for v in legal if v[-1] in "123s"] or legal  # pass ends in an s
        return legal

    def hands(self, count: int) -> Table:
        """Play until so many hands more are scored, or the match is over."""
        wanted = self.scored() + count
        while self.scored() < wanted and self.asked():
            pass
        return self

    def scored(self) -> int:
        return sum(row.score is not None for row in self.sheet.counted)

    def to_the_end(self) -> Table:
        while self.asked():
            pass
        return self

    def correct(self, hand: int, *keys: str) -> Table:
        """Answer a question of an earlier hand otherwise (one of `keys`, or any), and then whatever
        that makes the referee ask."""
        row = self.sheet.rows[hand]
        told = row.hand.answers()
        questions = [q for q in row.hand.questions().values() if len(q.legal) > 1 and q.key in told]
        self.chance.shuffle(questions)
        for question in questions:
            if keys and question.key not in keys:
                continue
            for value in list(question.legal):
                if value == told[question.key]:
                    continue
                try:
                    self.say(f"{question.key}={value}", hand)
                except RefereeError:
                    continue
                return self.as_it_was_asked()
        raise ValueError(f"nothing can be corrected in hand {hand} of {row.hand.answers()}")

    def as_it_was_asked(self) -> Table:
        """Answer what a correction made the referee ask in hands before the last."""
        while (sheet := self.sheet).asking is not None and sheet.number < len(sheet.rows) - 1:
            if not sheet.now.hand.open:
                break
            self.asked()
        return self

    def undo(self, count: int = 1) -> Table:
        for _ in range(count):
            newest = standing(self.store.load(self.id).log)[-1]
            self.store.undo(self.id, newest.seq, self.intent(), **self.phone)
        return self

    def redo(self, count: int = 1) -> Table:
        for _ in range(count):
            newest = redoable(self.store.load(self.id).log)
            assert newest is not None
            self.store.redo(self.id, newest.seq, self.intent(), **self.phone)
        return self

    def every_ruling(self) -> Table:
        """A hand for each irregularity that the game declares and each effect that a ruling of it
        may have; some of it taken back, or taken back and not after all."""
        table = self.sheet.now.table
        codes = self.sheet.game.irregularities(table)
        for number, (code, choice) in enumerate(ways(codes), 1):
            while not self.sheet.now.score and self.asked():
                pass
            if self.sheet.asking is None:
                break
            needed = [self.chance.choice(list(n.legal)) for n in code.needs]
            if code.name == "ADJUST":
                needed[-1] = str(number % 3 - 4)
            self.say(f"ruling.1={':'.join((code.name, *needed, choice))}")
            if number % 5 == 0:
                self.undo()
                if number % 10 == 0:
                    self.redo()
            self.asked()
        return self


def ways(codes: Iterable[Any]) -> list[tuple[Any, str]]:
    """Each code with one choice for each effect."""
    return [
        (code, choice)
        for code in codes
        for choice in {how.effect: name for name, how in code.choices.items()}.values()
    ]
