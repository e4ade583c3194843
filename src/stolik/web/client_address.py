"""The address that a request comes from. Behind a trusted proxy, the proxy says it; from anybody else it is ignored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

Network = IPv4Network | IPv6Network

_PREFIX: Final = 64
"""Bits of an IPv6 address that name a network: one client can have all addresses in it."""


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Reads addresses and networks such as `10.0.0.0/8`; raises ValueError."""
    return tuple(ip_network(text, strict=False) for text in texts)


def plain(host: str) -> str:
    """The address; that of an IPv4 client of a dual-stack socket as IPv4."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def limit_key(host: str) -> str:
    """What limits are counted by: an IPv4 address, or the network of an IPv6 address."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(ip_network((address, _PREFIX), strict=False)) if isinstance(address, IPv6Address) else host


class ClientAddress:
    """Sets the client of each request to where it really comes from."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network] = ()) -> None:
        """`trusted` are the proxies whose `X-Forwarded-For` is believed."""
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        client = scope.get("client")
        if client is not None:
            host = plain(client[0])
            if self._is_trusted(host):
                said = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
                host = self._first_untrusted([each.strip() for each in ",".join(said).split(",")], host)
            scope["client"] = (host, client[1])
        await self._app(scope, receive, send)

    def _is_trusted(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)

    def _first_untrusted(self, hops: list[str], proxy: str) -> str:
        """The last address that a trusted proxy has seen. What is left of it, the client may have made up."""
        for hop in reversed(hops):
            host = plain(_without_port(hop))
            if not _is_address(host):
                return proxy
            if not self._is_trusted(host):
                return host
            proxy = host
        return proxy


def _without_port(hop: str) -> str:
    """Some proxies add a port: `192.0.2.1:4000`, `[2001:db8::1]:4000`."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
