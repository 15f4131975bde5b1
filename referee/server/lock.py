"""One server for a file; and where it is, for the commands beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from referee.server.errors import ServeError


@contextmanager
def alone(file: Path | None) -> Iterator[None]:
    """Hold a SQLite file for this process; other databases look after themselves.

    The operating system lets go of the lock when the process ends, however it ends.
    Raises ServeError where another process holds it.
    """
    if file is None:
        yield
        return
    lock = FileLock(file.with_name(file.name + ".lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ServeError(f"Another Referee is serving {file}: stop it first.") from None
    except OSError as error:
        raise ServeError(f"{lock.lock_file} cannot be made: {error.strerror}.") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def known_at(file: Path, address: str) -> Iterator[None]:
    """Tell commands that run beside the server where it is.

    Where the folder is missing or read-only they go by the settings: the database and the key may
    be elsewhere.
    """
    with suppress(OSError):
        file.write_text(address, "utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()
