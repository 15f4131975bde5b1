"""House rules: declared fields of a rule sheet, with allowed values and a one-line text."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

from referee.engine.errors import HouseRuleError
from referee.engine.message import Message, Said, msg

Value: TypeAlias = bool | int | str | None
V = TypeVar("V", bool, int, str, int | None)
G = TypeVar("G")
SPELT = {"true": "yes", "on": "yes", "false": "no", "off": "no"}  # other ways to write them


def encode(value: Value) -> str:
    """The value as it stands in a log entry or a playthrough header."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True)
class HouseRule:
    """What a table may agree on.

    `values` maps each allowed value to its label, the default first; `between` allows other whole
    numbers too.  `rule` is its number in the rules; `first` shows it before the others at set-up;
    `fixed` means that it stands from the first deal on and is not put right in mid-match.
    """

    values: Mapping[Value, Said]
    text: Message
    rule: str
    between: tuple[int, int] | None = None
    first: bool = False
    fixed: bool = False

    @property
    def default(self) -> Value:
        return next(iter(self.values))

    def label(self, value: Value) -> Said:
        for known, label in self.values.items():
            if known == value and type(known) is type(value):
                return label
        return encode(value)

    def decode(self, text: str) -> Value:
        """The value that `text` stands for.  Raises HouseRuleError."""
        known = {encode(value): value for value in self.values}
        if text not in known:
            text = SPELT.get(text, text)
        if text in known:
            return known[text]
        if self.between is not None and re.fullmatch(r"-?[0-9]{1,4}", text):
            low, high = self.between
            if low <= int(text) <= high:
                return int(text)
        raise HouseRuleError(
            msg(
                "“%(value)s” is not an allowed value of “%(rule)s”.",
                value=text[:40],
                rule=self.text,
            )
        )


def house(
    values: Mapping[V, Said],
    text: Message,
    rule: str,
    between: tuple[int, int] | None = None,
    first: bool = False,
    fixed: bool = False,
) -> V:
    """Declare a field of a rule sheet as a house rule; the first value is its default."""
    declared = HouseRule(cast("Mapping[Value, Said]", values), text, rule, between, first, fixed)
    return cast(V, dataclasses.field(default=declared.default, metadata={"house": declared}))


def house_rules(game: object) -> dict[str, HouseRule]:
    """The house rules of a rule sheet by their standard names."""
    fields = dataclasses.fields(cast(Any, game))
    return {f.name: f.metadata["house"] for f in fields if "house" in f.metadata}


def agreed(game: object) -> dict[str, Value]:
    """The complete house rules of a match, to be stored with it."""
    return {name: getattr(game, name) for name in house_rules(game)}


def with_rules(game: G, changes: Mapping[str, str]) -> G:
    """The rule sheet with some house rules changed, by their texts.  Raises HouseRuleError."""
    known = house_rules(game)
    values = {}
    for name, text in changes.items():
        if name not in known:
            raise HouseRuleError(msg("There is no house rule “%(name)s”.", name=name[:40]))
        values[name] = known[name].decode(text)
    return cast(G, dataclasses.replace(cast(Any, game), **values))
