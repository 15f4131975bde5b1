"""Golden cases written as matches: what each side gains in a hand, what is refused, who wins.

A hand's answers may stand on several lines; it ends with its first line that begins with ``=``.
`= side points` is all that a side gains in the hand, `== totals winners n` the totals after it.
`! key=value RULE` is refused there on that rule, or is not asked there at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine import IllegalAnswer, StaleQuestion
from referee.games import playthrough
from tests.talk import CASES, Talk

FILES = sorted(CASES.glob("*/*.txt"))


class Case:
    """A case as it is read, line after line."""

    def __init__(self, header: str) -> None:
        self.talk = Talk(playthrough.read(header).setup)
        self.hand = 0
        self.gains: dict[int, int] | None = None  # of the hand that is closed by its first `=`

    def read(self, line: str) -> None:
        mark, _, rest = line.partition(" ")
        if mark == "=":
            side, points = rest.split()[:2]
            self.gains = {} if self.gains is None else self.gains
            self.gains[int(side)] = int(points)
        elif mark == "==":
            self.gains = {} if self.gains is None else self.gains
            self.close()
            totals, _, winners = rest.partition("winners")
            sheet = self.talk.sheet
            assert list(sheet.totals) == list(map(int, totals.split()))
            assert list(self.talk.won() or ()) == list(map(int, winners.split()))
        elif mark == "!":
            self.refused(*rest.split())
        else:
            self.close()
            self.talk.say(line, self.hand)

    def close(self) -> None:
        """The hand before is finished: it gave what the case says."""
        if self.gains is None:
            return
        points = {s: n for s, n in enumerate(self.talk.points(self.hand)) if n}
        assert points == self.gains
        self.hand, self.gains = self.hand + 1, None

    def refused(self, answer: str, rule: str) -> None:
        key, value = answer.split("=")
        hand = self.hand if self.gains is None else self.hand + 1
        before = list(self.talk.log)
        with pytest.raises((IllegalAnswer, StaleQuestion)) as refused:
            self.talk.tell(key, value, hand)
        assert self.talk.log == before
        if isinstance(refused.value, IllegalAnswer):
            assert rule in (refused.value.refusal.rule, refused.value.refusal.code)
        else:
            assert key not in self.talk.row(hand).hand.questions()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_case(file: Path) -> None:
    title, header, *lines = file.read_text("utf-8").splitlines()
    assert title.startswith("# ")
    case = Case(header)
    for line in lines:
        case.read(line)
    case.close()
    assert case.hand


def test_there_are_cases() -> None:
    assert FILES
