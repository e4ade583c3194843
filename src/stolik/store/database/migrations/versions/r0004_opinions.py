"""Opinions about finished games are stored, so that they are computed only once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """From records and names."""
    op.create_table(
        "opinions",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("opinions", sa.Text, nullable=False),
    )
