"""The history of the schema, oldest first in `versions`; each database is brought to the newest when it is opened."""
