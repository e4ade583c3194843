"""The report: every message sent and received, one line each, in the form that the course's document defines.

    [<sender ip:port>,<receiver ip:port>,<local time with milliseconds>] <message>

The message's own end ends the line. An IPv6 address is written without brackets: the port is after the last colon.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address
from typing import Any

from stolik.wire.lines import Overlong

_UNPRINTABLE = re.compile(rb"[^\x20-\x5b\x5d-\x7e]")
# The report ends an overlong line with this; a peer cannot forge it, because its backslashes are doubled.
OVERLONG_MARK = r"\..."

_ENDPOINT = re.compile(r"[0-9a-fA-F.:]+:[0-9]+")


def shown(line: bytes) -> str:
    """A received line as the report shows it: control and non-ASCII bytes and backslashes escaped."""
    text = line.decode("latin-1")
    if not (text.isascii() and text.isprintable()) or "\\" in text:
        text = _UNPRINTABLE.sub(_escape, line).decode("ascii")
    return text + OVERLONG_MARK if isinstance(line, Overlong) else text


def is_cut(text: str) -> bool:
    """Whether `shown` wrote this for a line that was too long to be kept whole."""
    before = text.removesuffix("...")
    # A backslash of the line itself is written twice.
    return before != text and (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _escape(match: re.Match[bytes]) -> bytes:
    byte = match[0]
    return rb"\\" if byte == b"\\" else b"\\x%02x" % byte[0]


def endpoint(address: Any) -> str:  # noqa: ANN401 - a socket address is whatever the socket says
    """`ip:port` of a socket address; an IPv4 peer of a dual-stack socket as plain IPv4."""
    host, port = address[:2]
    ip = ip_address(host.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return f"{ip}:{port}"


def is_endpoint(name: str) -> bool:
    """Whether a name is an `ip:port`: a program without a name is called by the address that it comes from."""
    return _ENDPOINT.fullmatch(name) is not None
