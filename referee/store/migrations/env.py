"""Alembic's entry: runs inside the transaction that `referee.store.upgrade` has opened."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from referee.store.base import models  # noqa: F401  (declares the tables)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    # SQLite can roll a change of tables back, though Alembic does not expect it to.
    transactional_ddl=True,
    compare_type=True,
)
context.run_migrations()
