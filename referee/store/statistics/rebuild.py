"""What an older version did not keep of ended matches, filled in after a migration."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy import select as columns
from sqlmodel import Session, select

from referee.engine.errors import RefereeError
from referee.store.base import models
from referee.store.base.errors import StoreError
from referee.store.base.tables import MATCH
from referee.store.matches.load import read
from referee.store.statistics import settle
from referee.store.statistics.tally import comeback, margin

COUNTED_SINCE = "0004"  # the version from which on counts and sums are kept


def fill(connection: Connection) -> None:
    """Replay every ended match once, in the order in which they ended, and keep what follows.

    One that cannot be replayed stays as it is; the audit will name it.
    """
    ended = columns(MATCH.c.id).where(MATCH.c.ended.is_not(None))
    keys = connection.execute(ended.order_by(MATCH.c.ended, MATCH.c.id)).scalars().all()
    for key in keys:
        with Session(connection, join_transaction_mode="create_savepoint") as session:
            row = session.exec(select(models.Match).where(models.Match.id == key)).one()
            try:
                sheet = read(session, row).sheet
            except (RefereeError, StoreError):
                continue
            if sheet.outcome is None:
                continue
            row.comeback, row.margin = comeback(sheet), margin(sheet)
            session.add(row)
            session.flush()
            settle.clear(session, row)
            settle.settle(session, row, sheet)
            session.commit()
