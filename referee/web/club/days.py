"""Spans of days in an address: `from` and `to`, both included, either may be left out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from flask import request

from referee.engine import Message, msg

DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
LONGEST = 20  # characters that are looked at, and shown again


@dataclass(frozen=True)
class Days:
    """The days as they were `typed`, what they mean, and what is wrong with them."""

    typed: tuple[str, str] = ("", "")
    first: date | None = None
    last: date | None = None
    problem: Message | None = None


def day(text: str) -> date | None:
    """Raises ValueError; `fromisoformat` alone would take other ways to write one, too."""
    if not text:
        return None
    if not DAY.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def asked() -> Days:
    """The days of this request's address."""
    typed = (request.args.get("from", "")[:LONGEST], request.args.get("to", "")[:LONGEST])
    try:
        first, last = map(day, typed)
    except ValueError:
        return Days(typed, problem=msg("A day is written like 2026-11-30."))
    if first and last and last < first:
        return Days(typed, problem=msg("The last day is before the first one."))
    return Days(typed, first, last)
