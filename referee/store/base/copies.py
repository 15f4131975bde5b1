"""Copies of a SQLite file beside it."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path


def copies(file: Path) -> list[Path]:
    """What `copy` left beside a file, the oldest first; also what it did not finish."""
    stem, suffix = re.escape(file.stem), re.escape(file.suffix)
    name = re.compile(rf"{stem}-\d{{8}}T\d{{6}}(-\d+)?{suffix}(\.part)?")
    return sorted(path for path in file.parent.iterdir() if name.fullmatch(path.name))


def copy(file: Path) -> Path:
    """A consistent copy of a SQLite file beside it, complete before it gets its name."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    target = file.with_name(f"{file.stem}-{stamp}{file.suffix}")
    number = 1
    while target.exists():
        number += 1
        target = file.with_name(f"{file.stem}-{stamp}-{number}{file.suffix}")
    partial = target.with_name(target.name + ".part")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(partial)) as copied:
        source.backup(copied)
    with partial.open("rb+") as written:
        os.fsync(written.fileno())
    partial.rename(target)
    return target
