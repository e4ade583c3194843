"""Opinions about finished games, as text: only the code that made them reads it. They can be computed again."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from stolik.store.database.schema import opinions


def keep(connection: Connection, game: str, version: str, text: str) -> None:
    """Stores the opinions about a game, and replaces earlier ones."""
    connection.execute(delete(opinions).where(opinions.c.game == game))
    connection.execute(insert(opinions).values(game=game, version=version, opinions=text))


def kept(connection: Connection, game: str, version: str) -> str | None:
    """The opinions of a version of Stolik about a game; None if there are none."""
    ours = select(opinions.c.opinions).where(opinions.c.game == game, opinions.c.version == version)
    found: str | None = connection.execute(ours).scalar()
    return found
