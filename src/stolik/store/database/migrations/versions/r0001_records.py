"""Tables and their records, players, seats and results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty database."""
    op.create_table(
        "players",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("port", sa.Integer),
        sa.Column("ended", sa.Double),
        sa.Column("ending", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("scores", sa.Text),
        sa.Column("winners", sa.Text),
        sa.Column("by_seat", sa.Text),
    )
    op.create_index("tables_by_end", "tables", ["ended", "id"])
    op.create_index("tables_by_game", "tables", ["game", "ended", "id"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, sa.ForeignKey("players.name"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("input", sa.Text, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, sa.ForeignKey("players.name"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
    )
    op.create_index("results_by_player", "results", ["player", "ended", "table_id"])
    op.create_index("results_by_game", "results", ["game", "player", "kind", "result"])
