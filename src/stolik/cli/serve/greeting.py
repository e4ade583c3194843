"""What `stolik serve` prints when it is ready: where the page is, who can open it, and where its files are."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

from stolik.service.arena import Arena
from stolik.service.settings import ALL_ADDRESSES, THIS_MACHINE, USUAL_HOSTS, Settings
from stolik.store.address import default_file, read_address

STOPPED: Final = "Stolik has stopped."
_LABEL_WIDTH: Final = 11
# An address for documentation (RFC 5737): nothing is sent there.
_ELSEWHERE: Final = ("192.0.2.1", 9)


def greeting(arena: Arena, page_port: int, operator: Path | None) -> str:
    """The lines for the person who started the service; `operator` is the file of the operator's token."""
    settings = arena.settings
    scheme = "http" if arena.tls is None else "https"
    doors = ", ".join(f"{game} on port {port}" for game, port in arena.ports.items())
    first, last = settings.table_ports
    rows = {
        "programs": f"{doors}; tables on ports {first}-{last}",
        "open to": _open_to(settings.host, scheme, page_port),
        "records": _records(arena),
        "operator": "none" if operator is None else f"the token is in {operator.absolute()}",
        "stop": "Ctrl-C",
    }
    return "\n".join(
        [
            f"Stolik is at {scheme}://{_in_url(settings.host)}:{page_port}",
            *(f"  {label:<{_LABEL_WIDTH}}{words}" for label, words in rows.items()),
        ]
    )


def _in_url(host: str) -> str:
    """The host in an address that this machine can open."""
    if host in USUAL_HOSTS:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_to(host: str, scheme: str, port: int) -> str:
    if host == THIS_MACHINE:
        return "this machine only; `stolik serve --host 0.0.0.0` opens it to your network"
    if host not in ALL_ADDRESSES:
        return "everybody who can reach this address"
    return f"everybody who can reach this machine, at {scheme}://{_own_address()}:{port}"


def _own_address() -> str:
    """The address that others on the network see, or else the name of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses an interface; a datagram socket sends nothing here
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def _records(arena: Arena) -> str:
    if arena.store is None:
        return "not kept (--no-db): all games are lost when the service ends"
    return _store_name(arena.settings) + (" (new)" if arena.store.is_new else "")


def _store_name(settings: Settings) -> str:
    """The file, or the URL of the database without its password."""
    if settings.db is None:
        return str(default_file())
    url = read_address(settings.db)
    if url.drivername.startswith("sqlite"):
        return str(Path(url.database or "").absolute())
    return url.set(drivername="postgresql").render_as_string(hide_password=True)
