"""The database itself: connections, schema and migrations, stored lines, and what its errors mean."""
