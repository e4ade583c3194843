"""What the standing service is told when it starts."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from stolik.service import othello_server
from stolik.service.new_table import DAY, GRACE
from stolik.wire import codes

HTTP_PORT: Final = 8321
KIERKI_PORTS: Final = (6400, 6499)
MOST_CLIENTS: Final = 10_000

Port = Annotated[int, Meta(ge=0, le=65535)]


class Settings(Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Every setting has a default that serves a class or a club on one machine. Port 0: any free one."""

    host: str = ""
    """The address to listen on; none: all of them."""
    port: Port = HTTP_PORT
    """Where the page and its API are."""
    othello_port: Port = othello_server.PORT
    krazki_port: Port = codes.PORTS["krazki"]
    graph_port: Port = codes.PORTS["graph"]
    kierki_ports: tuple[Port, Port] = KIERKI_PORTS
    """From this one to that one: every Kierki table has a port of its own."""
    max_clients: Annotated[int, Meta(ge=1)] = MOST_CLIENTS
    db: str | None = None
    """Where the store is: a path or a URL; none: the user's own file."""
    no_db: bool = False
    """Keeps nothing: what is played is forgotten when the service ends."""
    grace: Annotated[float, Meta(ge=0, le=DAY)] = GRACE
    """Seconds that a game waits for a player whose connection is lost."""
