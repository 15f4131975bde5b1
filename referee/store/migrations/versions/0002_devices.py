"""Devices, the links that they join by, their claims; which device an entry came from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from referee.store.migrations.append_only import protect, release

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.Column("removed", MOMENT, nullable=True),
        sa.UniqueConstraint("public_id", name="uq_device_public_id"),
        sa.UniqueConstraint("token_hash", name="uq_device_token_hash"),
        sa.UniqueConstraint("club_id", "name_key", name="uq_device_name"),
    )
    op.create_table(
        "join_link",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("code_hash", sa.String(), nullable=True),
        sa.Column("code_until", MOMENT, nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.Column("made_by", sa.Integer(), sa.ForeignKey("device.id"), nullable=True),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("token_hash", name="uq_join_link_token_hash"),
        sa.UniqueConstraint("code_hash", name="uq_join_link_code_hash"),
    )
    op.create_table(
        "seat_claim",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("device_id", sa.Integer(), sa.ForeignKey("device.id"), nullable=False),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("removed", MOMENT, nullable=True),
    )
    unique_where("ux_seat_claim_device", ["device_id", "match_id"], "removed IS NULL")
    unique_where("ux_seat_claim_owner", ["device_id"], "removed IS NULL AND match_id IS NULL")
    unique_where("ux_seat_claim_seat", ["match_id", "seat"], "removed IS NULL")
    with op.batch_alter_table("match") as match:
        match.add_column(
            sa.Column("own_questions", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    # SQLite makes the table anew for a foreign key, and its triggers go with the old one.
    release()
    with op.batch_alter_table("entry") as entry:
        entry.add_column(sa.Column("device_id", sa.Integer(), nullable=True))
        entry.create_foreign_key("fk_entry_device", "device", ["device_id"], ["id"])
    protect()


def unique_where(name: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(
        name, "seat_claim", columns, unique=True, sqlite_where=where, postgresql_where=where
    )


def downgrade() -> None:
    release()
    with op.batch_alter_table("entry") as entry:
        entry.drop_constraint("fk_entry_device", type_="foreignkey")
        entry.drop_column("device_id")
    protect()
    with op.batch_alter_table("match") as match:
        match.drop_column("own_questions")
    for table in ("seat_claim", "join_link", "device"):
        op.drop_table(table)
