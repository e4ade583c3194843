"""HTTP requests: to every endpoint, whole or with something wrong, in pieces and several in one."""

from __future__ import annotations

import re
from random import Random
from typing import Any, Final
from urllib.parse import quote

from tests.support.fuzz.junk import Known, junk, spoil_bytes, spoil_fields, write

METHODS: Final = ("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "BREW", "get", "G T", "")
PAGES: Final = (
    ("GET", "/"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/docs"),
    ("GET", "/api/ws"),
    ("GET", "/static/js/{name}"),
    ("GET", "/static/games/{game}/{name}"),
    ("GET", "/static/games/words.{name}.json"),
    ("GET", "/t/{id}"),
    ("GET", "/{name}"),
)
"""What is not in the description of the API."""
_QUERIES: Final = ("game", "player", "before", "seat", "format")
_HEADERS: Final = (
    ("Accept-Encoding", "gzip;q=nonsense, *"),
    ("Origin", "http://evil.example"),
    ("Origin", "null"),
    ("X-Forwarded-For", "256.1.1.1, ::, x"),
    ("Expect", "100-continue"),
    ("Range", "bytes=9-1,-5,x"),
    ("If-None-Match", 'W/"x", *'),
    ("If-Modified-Since", "yesterday"),
    ("Upgrade", "websocket"),
    ("Connection", "Upgrade"),
    ("Sec-WebSocket-Key", "short"),
    ("Sec-WebSocket-Version", "99"),
    ("Transfer-Encoding", "chunked"),
    ("Transfer-Encoding", "gzip, chunked"),
    ("Content-Length", "-1"),
    ("Content-Length", "99999999999999999999"),
    ("Content-Type", "text/plain"),
    ("Content-Type", "application/json; charset=utf-7"),
    ("Host", "evil.example:x"),
    ("Cookie", "=" * 500),
    ("X-Long", "y" * 20_000),
    ("Bad Name", "x"),
)


def request(rng: Random, known: Known) -> bytes:
    """The bytes of one request; the connection is to be closed after it."""
    method, path = rng.choice(known.endpoints)
    if rng.random() < 0.1:
        method = rng.choice(METHODS)
    body = _body(rng, path, known) if method in ("POST", "PUT", "PATCH") or rng.random() < 0.1 else b""
    headers = [("Host", "127.0.0.1"), ("Connection", "close")]
    if body:
        headers += [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    if rng.random() < 0.7:
        headers.append(("Authorization", f"Bearer {rng.choice(known.tokens)}"))
    for _ in range(rng.choice((0, 0, 0, 1, 3))):
        headers.append(rng.choice(_HEADERS))
    if rng.random() < 0.05:
        headers.pop(rng.randrange(len(headers)))
    version = rng.choice(("1.1",) * 30 + ("1.0", "0.9", "2.0", "x"))
    lines = [f"{method} {_target(rng, path, known)} HTTP/{version}", *(f"{name}: {value}" for name, value in headers)]
    whole = "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body
    return spoil_bytes(rng, whole) if rng.random() < 0.12 else whole


def _target(rng: Random, path: str, known: Known) -> str:
    filled = re.sub(r"\{(\w+)\}", lambda name: _part(rng, name[1], known), path)
    if rng.random() < 0.3:
        values = (*known.games, *known.names, *known.tables, "json", "transcript", _text(rng))
        filled += "?" + "&".join(
            f"{rng.choice(_QUERIES)}={quote(rng.choice(values), errors='replace')}" for _ in range(rng.randrange(4))
        )
    if rng.random() < 0.03:
        filled += rng.choice(("%", "%zz", "%00", "/../../..", "//", "?" * 50, "/" + "a" * 9000, "\u0105"))
    return filled


def _part(rng: Random, name: str, known: Known) -> str:
    values = {"id": known.tables, "seat": known.seats, "name": known.names, "game": known.games, "number": ["1", "-1"]}
    return quote(rng.choice(values[name]) if rng.random() < 0.85 else _text(rng), errors="replace", safe="/")


def endpoints(description: dict[str, Any]) -> list[tuple[str, str]]:
    """Every endpoint that the description of the API names, and the pages."""
    paths = description["paths"].items()
    return [(method.upper(), path) for path, methods in paths for method in methods] + list(PAGES)


def _text(rng: Random) -> str:
    value = junk(rng, 9)
    return value if isinstance(value, str) else str(value)[:50]


def _body(rng: Random, path: str, known: Known) -> bytes:
    kind, fields = rng.random(), _fields(rng, path, known)
    if kind < 0.45:
        return write(fields)
    if kind < 0.75:
        return spoil_fields(rng, fields)
    if kind < 0.95:
        return spoil_bytes(rng, write(fields))
    return rng.choice((b"", b"[" * 60_000, b'{"a":' * 9_000, b"x" * 70_000, write(junk(rng))))


def _fields(rng: Random, path: str, known: Known) -> dict[str, Any]:
    if path.endswith("/session"):
        # Few names: a new one for each request would be a flood of names, which is another test.
        return rng.choice(({"name": f"P{rng.randrange(30)}"}, {"code": rng.choice(known.tokens)}, {"name": _text(rng)}))
    if path.endswith("/tables"):
        return _table(rng, known)
    if path.endswith("/close"):
        return {"why": _text(rng)}
    if path.endswith("/names"):
        return {"names": [_text(rng), rng.choice(known.names)]}
    if path.endswith("/contests"):
        return {"game": rng.choice(known.games), "players": _text(rng), "rounds": rng.choice((1, 0, -1, 10**9))}
    return {"bot": rng.choice(("random", "easy", "best", _text(rng)))}


def _table(rng: Random, known: Known) -> dict[str, Any]:
    kinds = ({"kind": "bot", "name": "random"}, {"kind": "person"}, {"kind": "program"}, {"kind": "bot"})
    fields: dict[str, Any] = {
        "game": rng.choice(known.games),
        "seats": {rng.choice(known.seats): rng.choice(kinds) for _ in range(rng.randrange(5))},
        "turn_time": rng.choice((None, 1, 60, -1, 1e308)),
        "game_time": rng.choice((None, 0.01, 300)),
        "increment": rng.choice((0, 1, -1)),
        "untimed": rng.random() < 0.2,
        "private": rng.random() < 0.5,
        "practice": rng.random() < 0.3,
        "bot_pause": rng.choice((0, 0.5, 99)),
        "seed": rng.choice((None, "x", _text(rng))),
        "after": {"record": rng.choice(known.tables), "ply": rng.choice((0, 3, -1, 10**20))},
    }
    return {name: value for name, value in fields.items() if name == "game" or rng.random() < 0.25}
