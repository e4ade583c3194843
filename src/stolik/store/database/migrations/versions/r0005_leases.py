"""A store has one owner at a time: the process that holds the lease of its tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """From a store that any process may write to."""
    op.create_table(
        "leases",
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("started", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
