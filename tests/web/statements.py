"""Which SQL a page makes the database run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from referee.store import Store


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements that run inside the block, in order."""
    said: list[str] = []

    def hear(_conn: object, _cursor: object, statement: str, *_rest: object) -> None:
        said.append(statement)

    engine = store._database.engine
    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield said
    finally:
        event.remove(engine, "before_cursor_execute", hear)
