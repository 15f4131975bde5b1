"""A database is made, or brought up to date with all that is kept of its matches."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy import select as columns
from sqlalchemy.engine import URL
from sqlmodel import Session, select

from referee.engine import RefereeError
from referee.store.base import StoreError, Upgraded, migrate, models
from referee.store.base.models import MATCH
from referee.store.matches import read
from referee.store.statistics import rebuild

COUNTED_SINCE = "0004"  # the version from which on counts and sums are kept


def upgrade(url: URL) -> Upgraded:
    """Make the tables, or bring them up to date; a second run changes nothing.

    A SQLite file is copied first.  All steps are one transaction: after a failure, or a kill, the
    database is as it was.  Raises StoreError.
    """
    return migrate(url, fill)


def fill(connection: Connection, before: str) -> None:
    """Replay every ended match once, in the order in which they ended, and keep what follows.

    One that cannot be replayed stays as it is; the audit will name it.
    """
    if before >= COUNTED_SINCE:
        return
    ended = columns(MATCH.c.id).where(MATCH.c.ended.is_not(None))
    keys = connection.execute(ended.order_by(MATCH.c.ended, MATCH.c.id)).scalars().all()
    for key in keys:
        with Session(connection, join_transaction_mode="create_savepoint") as session:
            row = session.exec(select(models.Match).where(models.Match.id == key)).one()
            try:
                sheet = read(session, row).sheet
            except (RefereeError, StoreError):
                continue
            if sheet.outcome is not None:
                rebuild(session, row, sheet)
                session.commit()
