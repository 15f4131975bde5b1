"""Numbered rules: as a sheet declares them, and as they are played under the agreed house rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.engine.house import Value, agreed, house_rules
from referee.engine.message import Message

NAMED = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True)
class Rule:
    """A numbered rule in our own words; `section` is set where it is no rule of the play itself."""

    number: str
    text: Message
    section: Message | None = None


@dataclass(frozen=True)
class Law:
    """A numbered rule that holds only `when` each house rule named there has its value, or one of
    its values."""

    number: str
    text: Message
    section: Message | None = None
    when: Mapping[str, Value | tuple[Value, ...]] = field(default_factory=dict)


def law(
    number: str,
    text: Message,
    section: Message | None = None,
    /,
    **when: Value | tuple[Value, ...],
) -> Law:
    """Declare a numbered rule.  ``%(target)s`` in its text is the house rule of that name."""
    return Law(number, text, section, when)


def as_played(laws: Iterable[Law], game: object) -> tuple[Rule, ...]:
    """The laws that hold under the house rules of `game`, with their values filled in."""
    known, now = house_rules(game), agreed(game)

    def holds(law: Law) -> bool:
        return all(
            now[name] in wanted if isinstance(wanted, tuple) else now[name] == wanted
            for name, wanted in law.when.items()
        )

    def filled(text: Message) -> Message:
        named = [name for name in NAMED.findall(text.text) if name in known]
        return text.with_params(**{name: known[name].label(now[name]) for name in named})

    return tuple(Rule(law.number, filled(law.text), law.section) for law in laws if holds(law))
