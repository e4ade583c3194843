"""Messages of the WebSocket: every one that the page sends, whole or with something wrong, and wrong frames."""

from __future__ import annotations

import os
import struct
from random import Random
from typing import Any, Final, get_args

from tests.support.fuzz.junk import Known, junk, spoil_bytes, spoil_fields, write

from stolik.web.messages.words import LONGEST, ClientWord

TYPES: Final[tuple[Any, ...]] = get_args(ClientWord)
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def word(rng: Random, known: Known) -> dict[str, Any]:
    """A message that can be read; what it asks for may be impossible."""
    type_ = rng.choice(TYPES)
    fields: dict[str, Any] = {"type": type_.__struct_config__.tag}
    for name in type_.__struct_fields__:
        fields[name] = _value(rng, name, known)
    return fields


def _value(rng: Random, name: str, known: Known) -> Any:
    values: dict[str, Any] = {
        "token": rng.choice(known.tokens),
        "to": rng.choice(known.names),
        "game": rng.choice(known.games),
        "table": rng.choice(known.tables),
        "seat": rng.choice(known.seats),
        "move": rng.choice(known.moves),
        "accept": rng.random() < 0.5,
        "terms": _terms(rng, known),
        "tables": [rng.choice(known.tables) for _ in range(rng.randrange(4))],
    }
    return values[name] if name in values else junk(rng)  # a field that is newer than this list


def _terms(rng: Random, known: Known) -> dict[str, Any]:
    terms = {
        "side": rng.choice((None, *known.seats)),
        "turn_time": rng.choice((None, 1, 0, -5, 1e9, 60.0)),
        "game_time": rng.choice((None, 300, 0.001, -1)),
        "increment": rng.choice((0, 2, -2, 1e300)),
        "untimed": rng.random() < 0.2,
    }
    return {name: value for name, value in terms.items() if rng.random() < 0.4}


def payload(rng: Random, known: Known) -> bytes:
    """What a message says: half of them can be read."""
    kind = rng.random()
    if kind < 0.5:
        return write(word(rng, known))
    if kind < 0.75:
        return spoil_fields(rng, word(rng, known))
    if kind < 0.92:
        return spoil_bytes(rng, write(word(rng, known)))[: 2 * LONGEST]
    if kind < 0.97:
        return write(junk(rng))
    return rng.randbytes(rng.choice((0, 1, 100, LONGEST, LONGEST + 1, 17 * LONGEST)))


def frame(opcode: int, data: bytes, *, fin: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """One frame of a client."""
    head = bytes([fin << 7 | reserved << 4 | opcode])
    if len(data) < 126:
        head += bytes([masked << 7 | len(data)])
    elif len(data) < 65536:
        head += bytes([masked << 7 | 126]) + struct.pack(">H", len(data))
    else:
        head += bytes([masked << 7 | 127]) + struct.pack(">Q", len(data))
    if not masked:
        return head + data
    mask = os.urandom(4)
    padded = (mask * (len(data) // 4 + 1))[: len(data)]
    hidden = int.from_bytes(data, "big") ^ int.from_bytes(padded, "big")
    return head + mask + hidden.to_bytes(len(data), "big")


def fragments(rng: Random, data: bytes) -> bytes:
    """A message in pieces, perhaps with a ping between them, perhaps without its end."""
    cut = rng.randrange(len(data) + 1)
    pieces = frame(TEXT, data[:cut], fin=False)
    if rng.random() < 0.3:
        pieces += frame(PING, b"?")
    return pieces + frame(0, data[cut:], fin=rng.random() < 0.9)


def wrong_frame(rng: Random, data: bytes) -> bytes:
    """A frame that the protocol does not allow: it ends the connection."""
    return rng.choice(
        (
            frame(TEXT, b"\xff\xfe" + data),
            frame(TEXT, data, masked=False),
            frame(TEXT, data, reserved=rng.randrange(1, 8)),
            frame(rng.choice((3, 7, 11, 15)), data),
            frame(0, data),
            frame(PING, b"x" * 126),
            frame(CLOSE, rng.choice((b"", b"\x03", b"\x03\xe8bye", b"\x00\x00", b"\x03\xe8\xff\xff"))),
            b"\x81\xff" + struct.pack(">Q", 2**63) + b"mask",
            frame(TEXT, data)[:5],
            rng.randbytes(30),
        )
    )


def message(rng: Random, known: Known) -> bytes:
    """The bytes of one message."""
    data, kind = payload(rng, known), rng.random()
    if kind < 0.02:
        return wrong_frame(rng, data)
    if kind < 0.07:
        return fragments(rng, data)
    if kind < 0.10:
        return frame(rng.choice((PING, PONG)), data[:125])
    if kind < 0.15:
        return frame(BINARY, data)
    try:
        data.decode()
    except UnicodeDecodeError:  # in a text frame it would end the connection: see wrong_frame
        return frame(BINARY, data)
    return frame(TEXT, data)
