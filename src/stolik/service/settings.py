"""The settings of the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct, field

from stolik.contract import AnyGame
from stolik.contract.registry import all_games
from stolik.service.tables.new_table import DAY, GRACE

THIS_MACHINE: Final = "127.0.0.1"
ALL_ADDRESSES: Final = ("", "::", "0.0.0.0")  # noqa: S104 - compared, not bound
USUAL_HOSTS: Final = (THIS_MACHINE, *ALL_ADDRESSES)
HTTP_PORT: Final = 8321
TABLE_PORTS: Final = (6400, 6499)
MOST_CLIENTS: Final = 10_000
ABANDONED_AFTER: Final = 3600.0
"""Long enough for a lunch or a broken network; short enough that last week's games are not in the list."""

Port = Annotated[int, Meta(ge=0, le=65535)]


def ported_games() -> tuple[AnyGame, ...]:
    """The games whose programs connect to one port for the game, and not to a port for each table."""
    return tuple(game for game in all_games().values() if game.protocol is None or game.protocol.entrance == "lobby")


class Settings(Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The defaults suit a class or a club on one machine. Port 0: any free port."""

    host: str = THIS_MACHINE
    """The address to listen on. Empty or `::`: all addresses."""
    port: Port = HTTP_PORT
    """The port of the page and its API."""
    game_ports: Mapping[str, Port] = field(default_factory=dict)
    """The ports for programs, by the game's name. A game that is not named here uses its default port."""
    table_ports: tuple[Port, Port] = TABLE_PORTS
    """The first and the last port for desks: a table that programs join gets one of these ports."""
    max_clients: Annotated[int, Meta(ge=1)] = MOST_CLIENTS
    db: str | None = None
    """The store's path or URL; None: a file in the user's data folder."""
    no_db: bool = False
    """Stores nothing: all games are lost when the service ends."""
    grace: Annotated[float, Meta(ge=0, le=DAY)] = GRACE
    """Seconds that a game waits for a player whose connection is lost."""
    abandoned_after: Annotated[float, Meta(ge=1)] = ABANDONED_AFTER
    """Seconds that a game without a person or a program waits, in a game that waits for absent players."""

    tls_cert: str | None = None
    """The file of the certificate for the page, in PEM; None: the page is not encrypted."""
    tls_key: str | None = None
    """The file of the certificate's key; None: it is in the same file."""
    tls_doors: bool = False
    """Whether the ports for programs are encrypted too. The programs of the documents speak plain TCP."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that say in X-Forwarded-For where a request comes from."""

    def port_of(self, game: AnyGame) -> int:
        """The port for the programs of a game; 0: any free port."""
        return self.game_ports.get(game.name, game.port or 0)
