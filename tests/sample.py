"""One sample a game: a table of the usual size and a hand of it, beside the game's own tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sample:
    """What the tests of every game need to play one.

    `players` sit at the table; `hand` are the answers of a hand at the result, `deal` the key of
    its first answer at every card (empty where the game has no such level).  `target` makes a short
    match, `promised` are the house rules as they were agreed (the default first; `a..b` is a range)
    and `called` what each answer is called: levels, house rules, what is told, the words."""

    players: int
    hand: str
    deal: str = ""
    target: str = ""
    promised: Mapping[str, str] = field(default_factory=dict)
    called: tuple[tuple[str, str, str, str], ...] = ()
