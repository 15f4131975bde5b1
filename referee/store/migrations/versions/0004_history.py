"""What history keeps of a match: place and note, counts of each player, records, ratings; shares.

The new columns of matches that have ended are filled after the migration (see upgrade.py).
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from referee.store.migrations.append_only import protect, release

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
OLD_TABLES = ("share", "erasure", "rule_stat", "pair_stat", "player_stat")


def upgrade() -> None:
    with op.batch_alter_table("club") as club:
        club.add_column(sa.Column("rated_to", MOMENT, nullable=True))
        club.add_column(sa.Column("rated_match", sa.Integer(), nullable=True))
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("merged_into", sa.Integer(), nullable=True))
        player.add_column(sa.Column("forgotten", MOMENT, nullable=True))
        player.create_foreign_key("fk_player_merged_into", "player", ["merged_into"], ["id"])
    for name, kind, default in (
        ("place", sa.String(), "''"),
        ("note", sa.String(), "''"),
        ("comeback", sa.Integer(), "0"),
        ("margin", sa.Integer(), "0"),
    ):
        op.add_column(
            "match", sa.Column(name, kind, nullable=False, server_default=sa.text(default))
        )
    op.create_index("ix_match_comeback", "match", ["club_id", "game", "comeback"])
    op.create_index("ix_match_margin", "match", ["club_id", "game", "margin"])
    op.create_index("ix_match_hands", "match", ["club_id", "game", "hands"])
    with op.batch_alter_table("match_player") as sat:
        sat.add_column(sa.Column("seated_as", sa.Integer(), nullable=True))
        sat.add_column(sa.Column("game", sa.String(), nullable=False, server_default=""))
        sat.add_column(sa.Column("hands", sa.Integer(), nullable=False, server_default="0"))
        sat.add_column(sa.Column("points", sa.Integer(), nullable=False, server_default="0"))
        sat.add_column(sa.Column("counts", sa.JSON(), nullable=False, server_default="{}"))
        sat.add_column(sa.Column("mu", sa.Float(), nullable=True))
        sat.add_column(sa.Column("sigma", sa.Float(), nullable=True))
        sat.create_foreign_key("fk_match_player_seated_as", "player", ["seated_as"], ["id"])
    op.create_index(
        "ix_match_player_game", "match_player", ["player_id", "game", "ended", "match_id"]
    )
    op.execute("UPDATE match_player SET game = (SELECT game FROM match WHERE id = match_id)")
    only_notes = sa.text("key = 'note'")
    op.create_index(
        "ix_entry_note", "entry", ["match_id"], sqlite_where=only_notes, postgresql_where=only_notes
    )
    op.create_table(
        "player_stat",
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("period", sa.String(), primary_key=True),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
    )
    op.create_index("ix_player_stat_period", "player_stat", ["game", "period"])
    op.create_table(
        "pair_stat",
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("other_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("relation", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
    )
    op.create_table(
        "rule_stat",
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), primary_key=True),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("rule", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), primary_key=True),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
    )
    op.create_table(
        "share",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("names", sa.Boolean(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("match_id", name="uq_share_match"),
        sa.UniqueConstraint("token", name="uq_share_token"),
    )
    op.create_table(
        "erasure",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), primary_key=True),
    )
    release()
    protect(erasable=True)


def downgrade() -> None:
    release()
    protect()
    for table in OLD_TABLES:
        op.drop_table(table)
    op.drop_index("ix_entry_note", "entry")
    op.drop_index("ix_match_player_game", "match_player")
    with op.batch_alter_table("match_player") as sat:
        sat.drop_constraint("fk_match_player_seated_as", type_="foreignkey")
        for name in ("seated_as", "game", "hands", "points", "counts", "mu", "sigma"):
            sat.drop_column(name)
    for name in ("comeback", "margin", "hands"):
        op.drop_index(f"ix_match_{name}", "match")
    for name in ("place", "note", "comeback", "margin"):
        op.drop_column("match", name)
    with op.batch_alter_table("player") as player:
        player.drop_constraint("fk_player_merged_into", type_="foreignkey")
        player.drop_column("merged_into")
        player.drop_column("forgotten")
    for name in ("rated_to", "rated_match"):
        op.drop_column("club", name)
