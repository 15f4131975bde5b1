"""Spans of days in an address: `from` and `to`, both included, either may be left out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from flask import request

from referee.engine.message import Message, msg


@dataclass(frozen=True)
class Days:
    """The days as they were `typed`, what they mean, and what is wrong with them."""

    typed: tuple[str, str] = ("", "")
    first: date | None = None
    last: date | None = None
    problem: Message | None = None


def asked() -> Days:
    """The days of this request's address."""
    typed = (request.args.get("from", "")[:10], request.args.get("to", "")[:10])
    try:
        first, last = (date.fromisoformat(text) if text else None for text in typed)
    except ValueError:
        return Days(typed, problem=msg("A day is written like 2026-11-30."))
    if first and last and last < first:
        return Days(typed, problem=msg("The last day is before the first one."))
    return Days(typed, first, last)
