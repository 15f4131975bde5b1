"""Triggers that keep the log append-only.

A batch migration makes the table anew and loses its triggers: one that touches `entry` calls
`protect` again at its end (a test looks for them after every upgrade).
"""

from __future__ import annotations

from alembic import op

MESSAGE = "the log is append-only"
# A match that its owner deletes, or a note that is taken out of the log with a player's name: the
# transaction that does it names the match there first.
# (EXISTS: it is asked for every row, and looked up in the index.)
ERASED = "EXISTS (SELECT 1 FROM erasure WHERE match_id = OLD.match_id)"


def protect(erasable: bool = False) -> None:
    """Refuse every change and deletion of an entry; `erasable`: but of a match being erased."""
    if op.get_bind().dialect.name == "sqlite":
        when = f"WHEN NOT {ERASED} " if erasable else ""
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER entry_no_{verb.lower()} BEFORE {verb} ON entry {when}"
                f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
        return
    refuse = f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'"
    op.execute(
        f"CREATE FUNCTION entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {refuse}; END $$"
    )
    if not erasable:
        op.execute(
            "CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
            "FOR EACH STATEMENT EXECUTE FUNCTION entry_is_append_only()"
        )
        return
    op.execute(
        "CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION entry_is_append_only()"
    )
    op.execute(
        "CREATE FUNCTION entry_is_not_erased() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF NOT {ERASED} THEN {refuse}; END IF; "
        "IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    op.execute(
        "CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE ON entry "
        "FOR EACH ROW EXECUTE FUNCTION entry_is_not_erased()"
    )


def release() -> None:
    """Take the triggers away: before the table is dropped, or to make them anew."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER entry_no_{verb}")
        return
    op.execute("DROP TRIGGER entry_no_change ON entry")
    op.execute("DROP TRIGGER IF EXISTS entry_no_truncate ON entry")
    op.execute("DROP FUNCTION IF EXISTS entry_is_not_erased()")
    op.execute("DROP FUNCTION entry_is_append_only()")
