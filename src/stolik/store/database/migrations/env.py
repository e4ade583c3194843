"""Alembic runs this to upgrade a database to the newest schema, on the given connection."""

from __future__ import annotations

from alembic import context

# One transaction for all migrations, also in SQLite: the whole upgrade succeeds, or nothing is changed.
context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
