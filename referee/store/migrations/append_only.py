"""Triggers that keep the log append-only.

A batch migration makes the table anew and loses its triggers: one that touches `entry` calls
`protect` again at its end (a test looks for them after every upgrade).
"""

from __future__ import annotations

from alembic import op

MESSAGE = "the log is append-only"


def protect() -> None:
    """Refuse every change and deletion of an entry."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER entry_no_{verb.lower()} BEFORE {verb} ON entry "
                f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    op.execute(
        "CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION entry_is_append_only()"
    )


def release() -> None:
    """Take the triggers away: before the table is dropped."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER entry_no_{verb}")
        return
    op.execute("DROP TRIGGER entry_no_change ON entry")
    op.execute("DROP FUNCTION entry_is_append_only()")
