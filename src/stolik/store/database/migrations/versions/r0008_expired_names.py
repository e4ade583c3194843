"""Names that nobody uses any more are found by an index, and deleted."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """From a store that keeps all names."""
    op.create_index("sessions_by_seen", "sessions", ["seen"])
