"""What a process uses, what SQLite alone can do, and figures beside their limits."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Bytes that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def cpu(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def raw_saves(file: Path, seconds: float) -> float:
    """Durable saves a second of sqlite3 alone: one INSERT of an answer's size a transaction."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, said TEXT)")
        saved, start = 0, time.perf_counter()
        while time.perf_counter() < start + seconds:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO entry (said) VALUES (?)", ("x" * 100,))
            connection.execute("COMMIT")
            saved += 1
        return saved / (time.perf_counter() - start)


def percentile(values: list[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class Limits:
    """Figures, printed as they come; what misses its limit is told together at the end."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def most(self, what: str, value: float, limit: float, unit: str = "", goal: str = "") -> None:
        told = f"at most {limit:g}{unit}" + (f", goal {goal}" if goal else "")
        self._line(what, value, told, unit, value <= limit)

    def least(self, what: str, value: float, limit: float, unit: str = "") -> None:
        self._line(what, value, f"at least {limit:g}{unit}", unit, value >= limit)

    def goal(self, what: str, value: float, goal: str = "", unit: str = "") -> None:
        """A figure to compare runs by, beside what it is to come to; it never fails."""
        print(f"{what:44} {value:8.3g}{unit:5} {goal and 'goal ' + goal}".rstrip(), flush=True)

    def _line(self, what: str, value: float, limit: str, unit: str, kept: bool) -> None:
        line = f"{what:44} {value:8.3g}{unit:5} {limit}"
        print(line + ("" if kept else "   MISSED"), flush=True)
        if not kept:
            self.missed.append(line)

    def check(self) -> None:
        assert not self.missed, "\n" + "\n".join(self.missed)
