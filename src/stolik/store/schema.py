"""The tables of the database, the same for SQLite and PostgreSQL. A change here needs a migration beside it.

Times are seconds since the epoch, as the record has them: doubles, because a record must replay to the bit.
Structs are kept as the JSON that msgspec writes, in plain text: nothing looks inside them but ourselves.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("name", Text, primary_key=True),
    Column("created", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("port", Integer),
    # The outcome: all of it is there, or none (only `by_seat` may be missing: not every ending has a cause).
    Column("ended", Double),
    Column("ending", Text),
    Column("reason", Text),
    Column("scores", Text),
    Column("winners", Text),
    Column("by_seat", Text),
    Index("tables_by_end", "ended", "id"),
    Index("tables_by_game", "game", "ended", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("player", Text, ForeignKey(players.c.name), nullable=False),
    Column("kind", Text, nullable=False),
)
"""Who has each seat, and at a finished table who had it last."""

log = Table(
    "log",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("lines", Text, nullable=False),
)
"""The newest entries of all tables as they were written, a row for each commit: nothing else is touched at a move."""

records = Table(
    "records",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    # How many entries the table's record has, these and all before them.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("lines", Text, nullable=False),
)
"""The entries of each table up to those that are still in the log."""

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("player", Text, ForeignKey(players.c.name), nullable=False),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", Double, nullable=False),
    Column("score", Integer, nullable=False),
    Column("result", Text, nullable=False),
    Index("results_by_player", "player", "ended", "table_id"),
    Index("results_by_game", "game", "player", "kind", "result"),
)
"""What each seat's player got out of a finished game; game and end are repeated so that one index answers a page."""

sessions = Table(
    "sessions",
    metadata,
    # The name as it is compared, not as it is written: two people must not be told apart by a capital alone.
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index("sessions_by_token", "token", unique=True),
)
"""The names that people hold, and the hash of the secret that proves it; the secret itself is nowhere."""

opinions = Table(
    "opinions",
    metadata,
    # A table's id, or a contest's and a number: what was played in contests is not in the database.
    Column("game", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("opinions", Text, nullable=False),
)
"""What was thought of each move of finished games, and by which version of ours: a newer one may know better."""
