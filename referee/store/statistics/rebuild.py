"""What an older version did not keep of an ended match, worked out from its log."""

from __future__ import annotations

from sqlmodel import Session

from referee.engine import Sheet
from referee.store.base import models
from referee.store.statistics.settle import clear, settle
from referee.store.statistics.tally import comeback, margin


def rebuild(session: Session, row: models.Match, sheet: Sheet) -> None:
    """Keep anew what follows from an ended match; `sheet` is its log, folded."""
    row.comeback, row.margin = comeback(sheet), margin(sheet)
    session.add(row)
    session.flush()
    clear(session, row)
    settle(session, row, sheet)
