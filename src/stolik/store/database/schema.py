"""The tables of the database, the same for SQLite and PostgreSQL. A change here needs a migration beside it.

Times are seconds since the epoch, as in the record: doubles, because a replay must give exactly the same times.
Structs are stored as the JSON that msgspec writes, as plain text: no query looks inside them.
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
    # The fencing number of the node that writes the table's record; none when the game has ended.
    Column("holder", BigInteger),
    # The outcome: all columns have a value, or none has (only `by_seat` may be null: not every ending has a cause).
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
"""Who has each seat; at a finished table, who had it last."""

log = Table(
    "log",
    metadata,
    # The numbers of a node's rows begin with its fencing number: see `folding.py`.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("lines", Text, nullable=False),
)
"""The newest entries of all tables, one row for each commit: a move changes nothing else."""

records = Table(
    "records",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    # How many entries the table's record has, up to the end of this row.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("lines", Text, nullable=False),
)
"""The entries of each table, except the newest, which are still in the log."""

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
"""The result of each seat's player in a finished game; game and end are repeated, so that one index is enough."""

sessions = Table(
    "sessions",
    metadata,
    # The name as it is compared: two people's names must not differ by capitals alone.
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    # The name with its letters replaced by those that they look like.
    Column("look", Text),
    Index("sessions_by_token", "token", unique=True),
    Index("sessions_by_look", "look"),
    Index("sessions_by_seen", "seen"),
)
"""The names that people have, and the hash of the secret token that proves it; the token itself is not stored."""

opinions = Table(
    "opinions",
    metadata,
    # A table's id, or a contest's id and a number: games of contests are not in the database.
    Column("game", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("opinions", Text, nullable=False),
)
"""The opinions about finished games, and the version of Stolik that made them: a newer one may be better."""

leases = Table(
    "leases",
    metadata,
    # Each node has a higher number than all before it. A commit is valid only if the number of its node is here.
    Column("fence", BigInteger, primary_key=True, autoincrement=False),
    # Goes up when tables are taken from the node. A commit is valid only in the epoch that is here.
    Column("epoch", BigInteger, nullable=False),
    Column("host", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("started", Text, nullable=False),
    Column("since", Double, nullable=False),
    # By the database's clock. 0: given back.
    Column("expires", Double, nullable=False),
)
"""The nodes: processes that hold tables in play, and until when nobody else may take these."""
