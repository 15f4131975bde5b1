"""The periods that sums are kept for: all time, years, months and days, in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

EVER = ""
ONE_DAY = timedelta(days=1)


def periods_of(moment: datetime) -> tuple[str, str, str, str]:
    """The periods that a moment falls into: ("", "2026", "2026-11", "2026-11-30")."""
    day = moment.astimezone(UTC).date().isoformat()
    return EVER, day[:4], day[:7], day


def span(first: date, last: date) -> Iterator[str]:
    """The fewest periods that make up these days, both included."""
    day = first
    while day <= last:
        year_end = date(day.year, 12, 31)
        month_end = end_of_month(day)
        if (day.month, day.day) == (1, 1) and year_end <= last:
            yield day.isoformat()[:4]
            end = year_end
        elif day.day == 1 and month_end <= last:
            yield day.isoformat()[:7]
            end = month_end
        else:
            yield day.isoformat()
            end = day
        if end == date.max:
            return
        day = end + ONE_DAY


def end_of_month(day: date) -> date:
    if day.month == 12:
        return date(day.year, 12, 31)
    return date(day.year, day.month + 1, 1) - ONE_DAY
