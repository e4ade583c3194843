"""One WebSocket on the wire, with a limit on its frames.

The door counts messages. Pings, pongs and the parts of a message do not reach it, but each costs time, and the answers
to pings are kept until the client reads them.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from stolik.service.net.limits import Limits
from stolik.web.door.bucket import Bucket

RATE: Final = 200.0
BURST: Final = 1000.0
"""Frames a second, and at once: more than the door allows, because its refusal is told in words."""
PIECE: Final = 4096
"""Bytes that are read at a time: what comes after the last frame that is allowed is not even looked at."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is closed when it has too many frames."""

    def __init__(self, *args: Any, limits: Limits, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*args, **kwargs)
        self._limits = limits
        self._bucket = Bucket(RATE, BURST, self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Reads frames until there are too many."""
        for begin in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PIECE])

    def handle_text(self, event: Frame) -> None:
        """A message, or its first part."""
        if self._is_allowed():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A binary message, or its first part."""
        if self._is_allowed():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Another part of a message."""
        if self._is_allowed():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping, which is answered."""
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer to our ping, or a pong that nobody asked for."""
        if self._is_allowed():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message. Text that is not UTF-8 ends the connection, also when a close frame came right after it."""
        if self.curr_msg_data_type == "text" and not _is_utf_8(b"".join(self.frames)):
            self._end(CloseCode.INVALID_DATA, "a text is not UTF-8")
        else:
            super().send_receive_event_to_app()

    def _is_allowed(self) -> bool:
        """Whether the client may have one more frame; if not, the connection ends."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self._bucket.take():
            return True
        self._end(CloseCode.POLICY_VIOLATION, f"you send too many frames: {RATE:g} a second are the most")
        return False

    def _end(self, code: CloseCode, why: str) -> None:
        self._limits.hit("closed sockets", peer=self.client, why=why)
        self.conn.fail(code, why)
        self.handle_parser_exception()


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
