"""Names that look alike are found by an index: there may be too many names to keep all of them in memory."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from stolik.lobby.names import look_key

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """From a store whose names can only be compared one by one."""
    op.add_column("sessions", sa.Column("look", sa.Text))
    connection = op.get_bind()
    sessions = sa.table("sessions", sa.column("key"), sa.column("name"), sa.column("look"))
    looks = [
        {"held": key, "looks": look_key(name)}
        for key, name in connection.execute(sa.select(sessions.c.key, sessions.c.name))
    ]
    if looks:
        change = sa.update(sessions).where(sessions.c.key == sa.bindparam("held")).values(look=sa.bindparam("looks"))
        connection.execute(change, looks)
    op.create_index("sessions_by_look", "sessions", ["look"])
