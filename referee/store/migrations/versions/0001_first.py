"""Clubs, players, matches, their log and their settled lines."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from referee.store.migrations.append_only import protect, release

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Written out, not imported from the models: what a released migration makes never changes.
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    club = op.create_table(
        "club",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("public_id", name="uq_player_public_id"),
        sa.UniqueConstraint("club_id", "name_key", name="uq_player_name"),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("bids", sa.String(), nullable=False),
        sa.Column("play", sa.String(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("ended", MOMENT, nullable=True),
        sa.Column("winners", sa.JSON(), nullable=True),
        sa.Column("how", sa.String(), nullable=True),
        sa.UniqueConstraint("public_id", name="uq_match_public_id"),
        sa.UniqueConstraint("club_id", "uid", name="uq_match_uid"),
    )
    op.create_index("ix_match_ended", "match", ["club_id", "ended", "public_id"])
    op.create_index("ix_match_game", "match", ["club_id", "game", "ended", "public_id"])
    op.create_index("ix_match_created", "match", ["club_id", "game", "created"])
    op.create_table(
        "match_player",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("ended", MOMENT, nullable=True),
    )
    op.create_index("ix_match_player_ended", "match_player", ["player_id", "ended", "match_id"])
    op.create_table(
        "entry",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("uid", sa.String(), nullable=True),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("match_id", "uid", name="uq_entry_uid"),
    )
    op.create_table(
        "settled_line",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("hand", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("reason", sa.JSON(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
    )
    op.create_index("ix_settled_line_player", "settled_line", ["player_id", "match_id"])
    protect()
    op.bulk_insert(club, [{"name": "", "created": datetime.now(UTC)}])


def downgrade() -> None:
    release()
    for table in ("settled_line", "entry", "match_player", "match", "player", "club"):
        op.drop_table(table)
