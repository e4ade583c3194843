"""Values and bytes that nobody should send, and what clients know: it makes wrong messages nearly right."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from stolik.contract.registry import all_games

MOST_KNOWN: Final = 50

_TEXTS: Final = (
    "",
    " ",
    "\x00",
    "\u202e",
    "\ud800",
    "a\r\nSet-Cookie: x=1",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "' OR 1=1 --",
    "%s%n{0}",
    "\U0001f0a1" * 40,
    "x" * 300,
    "NaN",
    "null",
)
_NUMBERS: Final = (0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"))


def junk(rng: Random, depth: int = 0) -> Any:
    """A value that does not belong there."""
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind == 0:
        return rng.choice((None, True, False))
    if kind in (1, 2):
        return rng.choice(_TEXTS)
    if kind in (3, 4):
        return rng.choice(_NUMBERS)
    if kind == 5:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 6:
        return {str(junk(rng, 9)): junk(rng, depth + 1) for _ in range(rng.randrange(4))}
    return deep(rng.choice((3, 50, 900)))


def deep(levels: int) -> Any:
    """Lists in lists."""
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def write(value: Any) -> bytes:
    """A value as JSON; with NaN, lone surrogates and whatever else Python writes."""
    return json.dumps(value).encode("utf-8", "surrogatepass")


def spoil_fields(rng: Random, fields: dict[str, Any]) -> bytes:
    """An object with a field that is missing, too many, of a wrong type or there twice."""
    spoiled = dict(fields)
    kind, name = rng.randrange(6), rng.choice(list(fields) or ["type"])
    if kind == 0:
        spoiled.pop(name, None)
    elif kind == 1:
        spoiled[str(junk(rng, 9))] = junk(rng)
    elif kind == 2:
        return write(spoiled)[:-1] + b',"' + name.encode() + b'":' + write(junk(rng)) + b"}"
    elif kind == 3:
        return write(list(spoiled.values()))
    else:
        spoiled[name] = junk(rng)
    return write(spoiled)


def _flip(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def _repeat(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data[at : at + 9] * rng.choice((2, 20, 200)) + data[at:]


def _insert(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.choice((b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf")) + data[at:]


def _nest(rng: Random, data: bytes) -> bytes:
    levels = rng.choice((10, 1000, 3000))
    return b"[" * levels + data + b"]" * levels * rng.randrange(2)


_SPOILERS: Final[Sequence[Callable[[Random, bytes], bytes]]] = (_flip, _cut, _repeat, _insert, _nest)


def spoil_bytes(rng: Random, data: bytes) -> bytes:
    """Bytes with something wrong in them."""
    for _ in range(rng.choice((1, 1, 1, 3))):
        data = rng.choice(_SPOILERS)(rng, data or b"{}")
    return data


class Known:
    """What clients have learned of the service so far: their messages are about tables, moves and people that exist."""

    def __init__(self) -> None:
        games = all_games()
        self.games = list(games)
        self.seats = [seat for game in games.values() for seat in game.seats]
        self.tables = ["0" * 15]
        self.moves = ["a1", "10C", "7 3"]
        self.names = ["Ada"]
        self.tokens = ["nobody's"]
        self.endpoints = [("GET", "/")]
        """The method and path of what can be asked for over HTTP."""

    def learn(self, frame: Any) -> None:
        """Looks for ids, names and moves in what the service says."""
        if not isinstance(frame, dict):
            return
        for table in (frame.get("table"), *(frame.get("tables") or ())):
            self._keep(self.tables, table["id"] if isinstance(table, dict) else table)
        for player in frame.get("players") or ():
            self._keep(self.names, player["name"])
        self._keep(self.names, frame.get("name"))
        view = frame.get("view")
        for move in (view.get("moves") or ()) if isinstance(view, dict) else ():
            self._keep(self.moves, move)

    def _keep(self, values: list[str], value: object) -> None:
        """Keeps the last ones: the first are of games that are over."""
        if isinstance(value, str) and value not in values:
            values.append(value)
            del values[1 : max(1, len(values) - MOST_KNOWN)]
