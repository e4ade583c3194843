"""The address of a store: a file, or the URL of a database."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from stolik.store.errors import BadAddress

_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def default_file() -> Path:
    """The store's file in the user's data folder."""
    # The XDG specification: a relative path there is invalid and must be ignored.
    folder = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not folder.is_absolute():
        folder = Path.home() / ".local" / "share"
    return folder / "stolik" / "stolik.db"


def read_address(address: str | Path | None = None) -> URL:
    """Reads a path, a `sqlite:///` or a `postgresql://` URL; None: the user's own file. Raises BadAddress."""
    if address is None:
        return _file(default_file())
    if isinstance(address, Path) or "://" not in address:
        return _file(Path(address))
    try:
        url = make_url(address)
        driver = _DRIVERS[url.drivername]
    except (ArgumentError, ValueError, KeyError):
        # An address that cannot be read may have a password in it: the message has only its beginning.
        scheme = address.partition("://")[0]
        raise BadAddress(
            f"no database address begins {scheme!r}://… ; use a path, sqlite:/// or postgresql://"
        ) from None
    if driver.startswith("sqlite"):
        return _file(Path(url.database or ""))
    return url.set(drivername=driver)


def shown(url: URL) -> str:
    """The address as people write it, without a password."""
    if url.get_backend_name() == "sqlite":
        return repr(url.database)
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def _file(path: Path) -> URL:
    if path.name in ("", ":memory:"):
        raise BadAddress(f"{str(path)!r} is not a file: records must be kept on a disk")
    return URL.create(_DRIVERS["sqlite"], database=str(path.expanduser()))
