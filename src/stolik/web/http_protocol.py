"""One HTTP connection, with limits on how long its client may take, and on how many connections may be idle."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from stolik.service.net.limits import Limits
from stolik.service.net.waiting_room import WaitingRoom

HEADER_TIME: Final = 10.0
"""Seconds from the connection, or from the first byte of a later request, to the end of its headers."""
BODY_TIME: Final = 20.0
"""Seconds for the rest of a request. The longest has 64 KB."""
ANSWER_TIME: Final = 30.0
"""Seconds in which a client must read what is buffered of an answer: some 64 KB."""


class HttpProtocol(H11Protocol):
    """A connection that waits for its client is in the waiting room, where it can be dropped when others need room.

    It waits for a request, or until the client reads the answer.
    """

    def __init__(self, *args: Any, waiting_room: WaitingRoom, limits: Limits, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*args, **kwargs)
        self._waiting_room = waiting_room
        self._limits = limits
        self._timer: asyncio.TimerHandle | None = None
        self._timed = ""
        """What the timer waits for."""
        self._is_unread = False
        """Whether the client has not read enough of an answer for the rest to be sent."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own
        """A client has connected."""
        super().connection_made(transport)
        self._expect("headers", HEADER_TIME)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._expect("")
        self._waiting_room.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads a piece of a request."""
        super().data_received(data)
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a WebSocket, which has a time limit of its own."""
        self._expect("")
        self._waiting_room.leave(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuses what is not HTTP. While an earlier request is being answered, there can be no other answer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.transport.abort()
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """A request has been answered."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The client does not read as fast as it is written to."""
        super().pause_writing()
        self._is_unread = True
        self._look()

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        self._is_unread = False
        self._look()

    def shutdown(self) -> None:
        """The service stops, and does not wait for a client that does not read."""
        super().shutdown()
        if self._is_unread:
            self.transport.abort()

    def _look(self) -> None:
        """Sets the timer for what the client has to do."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._expect("")
        elif self._is_unread:
            self._expect("answer", ANSWER_TIME)
        elif self.conn.their_state is h11.SEND_BODY:
            self._expect("body", BODY_TIME)
        elif self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._expect("headers", HEADER_TIME)
        else:
            self._expect("", idle=self.conn.their_state is h11.IDLE)

    def _expect(self, what: str, seconds: float = 0.0, *, idle: bool = False) -> None:
        if what in ("headers", "answer") or idle:
            if what != self._timed or idle:
                self._waiting_room.leave(self)
                self._waiting_room.enter(self, self._drop, str(self.client))
        else:
            self._waiting_room.leave(self)
        if what == self._timed:
            return  # more bytes do not extend the time
        self._timed = what
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if what:
            self._timer = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._limits.hit(f"slow http {self._timed}", peer=self.client)
        self._drop()

    def _drop(self) -> None:
        self.transport.abort()
