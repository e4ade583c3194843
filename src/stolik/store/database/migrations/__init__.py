"""The history of the schema, oldest first in `versions`; a database is upgraded when it is opened."""
