"""Entries go to a log of all tables, and from there, many at once, to the records."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From a row for each entry."""
    op.create_table(
        "log",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("lines", sa.Text, nullable=False),
    )
    records = op.create_table(
        "records",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("lines", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    tables = connection.scalars(sa.text("SELECT DISTINCT table_id FROM entries")).all()
    entries = sa.text("SELECT table_id, at, number, input FROM entries WHERE table_id = :table_id ORDER BY number")
    for table_id in tables:
        lines = [_line(*entry) for entry in connection.execute(entries, {"table_id": table_id})]
        row = {"table_id": table_id, "number": len(lines), "lines": "".join(lines)}
        connection.execute(records.insert(), row)
    op.drop_table("entries")


def _line(table_id: str, at: float, number: int, input_: str) -> str:
    """The input is JSON already."""
    return f"[{json.dumps(table_id)},{at!r},{number},{input_}]\n"
