"""What Alembic runs to bring a database to the newest schema, on the connection that it is handed."""

from __future__ import annotations

from alembic import context

# SQLite too can take back a change of schema: all of the way to the newest schema is gone, or none of it.
context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
