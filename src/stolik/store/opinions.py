"""Opinions about finished games, as text: whoever formed them knows what it means. They can be formed again."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from stolik.store.schema import opinions


def keep(connection: Connection, game: str, version: str, text: str) -> None:
    """Keeps what was thought of a game, in place of what was thought before."""
    connection.execute(delete(opinions).where(opinions.c.game == game))
    connection.execute(insert(opinions).values(game=game, version=version, opinions=text))


def kept(connection: Connection, game: str, version: str) -> str | None:
    """What that version of ours thought of a game, if it is kept."""
    ours = select(opinions.c.opinions).where(opinions.c.game == game, opinions.c.version == version)
    found: str | None = connection.execute(ours).scalar()
    return found
