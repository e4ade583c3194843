"""What was thought of finished games, so that nobody waits for it twice."""

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
