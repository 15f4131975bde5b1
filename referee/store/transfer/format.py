"""Files that carry a match or a club elsewhere (docs/formats.md): read and trusted with nothing.

Shapes, limits and references are checked line by line."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any, NoReturn

from referee.engine import Message, msg
from referee.store.base import Refused, is_id
from referee.store.matches import MOST_ENTRIES

VERSION = 1
CLUB, MATCH = "referee club", "referee match"
LONGEST_LINE = 8 * 1024 * 1024  # bytes: a match of the most answers that one may hold is shorter
MOST_PLAYERS = 10_000  # as many as any club has, and few enough to hold in memory
MOST_DEVICES = 10_000
MOST_PLACE = 100  # characters
IMPORTED = "import-"  # what the intent of an imported match begins with
Object = dict[str, Any]
KINDS = ("player", "device", "card", "match", "end")  # in this order
LONGEST_WORD = 60  # characters of a key, a rule or a value that is no note
LONGEST_TEXT = 2_000  # characters that are looked at before names and notes are cleaned
FAR = 10**9  # nothing that is counted here gets there


class BadFile(Refused):
    """A file that is not taken in; the text names the line."""


class Wrong(Exception):
    """What is wrong with a line."""

    def __init__(self, text: Message) -> None:
        super().__init__(text.text)
        self.text = text


@dataclass(frozen=True)
class Item:
    line: int
    kind: str
    value: Object


def items(source: IO[bytes]) -> Iterator[Item]:
    """What stands in a file, one thing at a time.  Raises BadFile."""
    number, last, done = 1, "", dict.fromkeys(KINDS, 0)
    try:
        # An editor may have put a mark of its own at the start.
        head = parsed(source.readline(LONGEST_LINE + 1).removeprefix(BOM_UTF8))
        kind = head.get("format")
        if kind not in (CLUB, MATCH):
            wrong(msg("This is no file of Referee's."))
        version = head.get("version")
        if type(version) is not int or version != VERSION:  # True equals 1, too
            wrong(msg("This Referee does not know this version of the format."))
        if kind == MATCH:
            yield from of_match(head)
            if source.readline(LONGEST_LINE + 1):
                wrong(msg("There is more in it than a match."))
            return
        words(fields(head, "format", "version", "name")["name"], LONGEST_WORD)
        while last != "end":
            number += 1
            raw = source.readline(LONGEST_LINE + 1)
            if not raw:
                wrong(msg("The file was cut off: its last line is missing."))
            value = parsed(raw)
            if len(value) != 1 or (kind := next(iter(value))) not in KINDS:
                wrong(msg("There is no such kind of line."))
            if last and KINDS.index(kind) < KINDS.index(last):
                wrong(msg("The lines are not in order."))
            last = kind
            done[kind] += 1
            yield Item(number, kind, an_object(value[kind]))
        said = fields(value["end"], "players", "devices", "cards", "matches")
        if any(
            said[f"{kind}{'es' if kind == 'match' else 's'}"] != done[kind] for kind in KINDS[:-1]
        ):
            wrong(msg("Lines are missing: the last one counts others."))
        number += 1
        if source.readline(1):
            wrong(msg("There is something after the last line."))
    except Wrong as error:
        raise at(number, error.text) from error


def of_match(head: Object) -> Iterator[Item]:
    """The parts of a file of one match."""
    fields(head, "format", "version", "players", "devices", "match")
    for name in ("players", "devices"):
        for value in a_list(head[name]):
            yield Item(1, name[:-1], an_object(value))
    yield Item(1, "match", an_object(head["match"]))


def at(line: int, why: Message) -> BadFile:
    return BadFile(msg("Line %(n)s: %(why)s", n=line, why=why))


def wrong(text: Message) -> NoReturn:
    raise Wrong(text)


def parsed(raw: bytes) -> Object:
    """A line as an object, without fractions, huge numbers or two values for a name."""
    if len(raw) > LONGEST_LINE:
        wrong(msg("The line is too long."))
    try:
        return an_object(
            json.loads(
                raw.decode("utf-8"),
                parse_constant=no_number,
                parse_float=no_number,
                parse_int=a_number,
                object_pairs_hook=once,
            )
        )
    except UnicodeDecodeError:
        wrong(msg("This is not a text in UTF-8."))
    except RecursionError:
        wrong(msg("Too many brackets within brackets."))
    except ValueError:
        wrong(msg("This is not JSON."))


def no_number(text: str) -> NoReturn:
    wrong(msg("Only whole numbers are counted here."))


def a_number(text: str) -> int:
    if len(text) > 10:
        wrong(msg("The number is too large."))
    return int(text)


def once(pairs: list[tuple[str, Any]]) -> Object:
    found = dict(pairs)
    if len(found) != len(pairs):
        wrong(msg("A field stands there twice."))
    return found


# -- shapes --------------------------------------------------------------------------------------


def fields(value: Any, *needed: str, maybe: tuple[str, ...] = ()) -> Object:
    """An object with just these fields."""
    found = an_object(value)
    for name in needed:
        if name not in found:
            wrong(msg("“%(name)s” is missing.", name=name))
    for name in found:
        if name not in needed and name not in maybe:
            wrong(msg("There is no field “%(name)s”.", name=shown(name)))
    return found


def an_object(value: Any) -> Object:
    if not isinstance(value, dict):
        wrong(msg("Something is not of the right kind."))
    return value


def a_list(value: Any, most: int = MOST_ENTRIES) -> list[Any]:
    if not isinstance(value, list):
        wrong(msg("Something is not of the right kind."))
    if len(value) > most:
        wrong(msg("That are too many: at most %(n)s.", n=most))
    return value


def whole(value: Any, low: int = 0, high: int = FAR) -> int:
    if type(value) is not int:  # True is an int, too
        wrong(msg("Something is not of the right kind."))
    if not low <= value <= high:
        wrong(msg("A number is out of range: %(value)s.", value=value))
    return int(value)


def yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        wrong(msg("Something is not of the right kind."))
    return value


def words(value: Any, longest: int = LONGEST_TEXT) -> str:
    if not isinstance(value, str):
        wrong(msg("Something is not of the right kind."))
    if len(value) > longest:
        wrong(msg("A text is too long: at most %(n)s characters.", n=longest))
    return value


def word(value: Any, pattern: str = r"[a-z][a-z0-9_]*") -> str:
    found = words(value, LONGEST_WORD)
    if re.fullmatch(pattern, found) is None:
        wrong(msg("“%(value)s” means nothing here.", value=shown(found)))
    return found


def texts(value: Any) -> dict[str, str]:
    """House rules."""
    found = an_object(value)
    return {word(name): words(text, LONGEST_WORD) for name, text in found.items()}


def when(value: Any) -> datetime:
    """A moment, with its zone, of these centuries."""
    try:
        found = datetime.fromisoformat(words(value, LONGEST_WORD))
        if found.tzinfo is not None and 1970 <= found.year < 2200:
            return found.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    wrong(msg("This is no date and time with a zone."))


def shown(text: str) -> str:
    """A text of the file, fit to be shown."""
    return "".join(char if char.isprintable() else "?" for char in text[:40])


def written(value: object) -> str:
    """One line of JSON: the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def moment(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat()


def origin(public_id: str, uid: str) -> str:
    """The id that a match has in files: where it was played first, however often it was carried."""
    first = uid.removeprefix(IMPORTED)
    return first if first != uid and is_id(first) else public_id


def head(kind: str, **more: Any) -> dict[str, Any]:
    return {"format": kind, "version": VERSION, **more}
