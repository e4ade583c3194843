"""What the standing service is told when it starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct, field

from stolik.contract import AnyGame
from stolik.contract.registry import all_games
from stolik.service.tables.new_table import DAY, GRACE

HTTP_PORT: Final = 8321
TABLE_PORTS: Final = (6400, 6499)
MOST_CLIENTS: Final = 10_000

Port = Annotated[int, Meta(ge=0, le=65535)]


def ported_games() -> tuple[AnyGame, ...]:
    """The games whose programs come to a port of the game, and not to one of each table."""
    return tuple(game for game in all_games().values() if game.protocol is None or game.protocol.entrance == "lobby")


class Settings(Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Every setting has a default that serves a class or a club on one machine. Port 0: any free one."""

    host: str = ""
    """The address to listen on; none: all of them."""
    port: Port = HTTP_PORT
    """Where the page and its API are."""
    game_ports: Mapping[str, Port] = field(default_factory=dict)
    """Where the programs of a game come, by its name; a game that is not named here has its own."""
    table_ports: tuple[Port, Port] = TABLE_PORTS
    """From this one to that one: tables that programs join have a port of their own."""
    max_clients: Annotated[int, Meta(ge=1)] = MOST_CLIENTS
    db: str | None = None
    """Where the store is: a path or a URL; none: the user's own file."""
    no_db: bool = False
    """Keeps nothing: what is played is forgotten when the service ends."""
    grace: Annotated[float, Meta(ge=0, le=DAY)] = GRACE
    """Seconds that a game waits for a player whose connection is lost."""

    def port_of(self, game: AnyGame) -> int:
        """Where the programs of a game come; 0: to any free port."""
        return self.game_ports.get(game.name, game.port or 0)
