"""Each table in play is held by one node, and there may be several nodes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """From a store whose tables all have the same holder."""
    op.add_column("tables", sa.Column("holder", sa.BigInteger))
    op.rename_table("leases", "old_leases")
    op.create_table(
        "leases",
        sa.Column("fence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("started", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    same = "fence, host, machine, pid, started, since, expires"
    op.execute(f"INSERT INTO leases (epoch, {same}) SELECT 0, {same} FROM old_leases")  # noqa: S608 - our own names
    op.execute("UPDATE tables SET holder = (SELECT coalesce(max(fence), 0) FROM old_leases) WHERE ended IS NULL")
    op.drop_table("old_leases")
