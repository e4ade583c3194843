"""Programs at Kierki tables in Python, for loads and tests that look at what they hear; the crowd here is in C."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final, cast

import httpx

from stolik.games.kierki.cards import Card, suit_of
from stolik.games.kierki.rules import SEATS
from stolik.games.kierki.wire import AskCard, DealCards, PutCard, Taken, read_server_message

TABLES_EACH: Final = 8
"""Tables that one person may make."""
AT_ONCE: Final = 50
"""Tables that are made at the same time."""
END: Final = b"\r\n"


class Table:
    """One table: when its last card was sent, and how long each took."""

    def __init__(self, pace: float, rng: Random) -> None:
        self.pace = pace
        self.rng = rng
        self.sent_at = 0.0
        self.times: list[float] = []
        self.lost = 0
        """Connections that its programs have lost."""

    def heard(self) -> None:
        """The next player has been asked, or the trick is over."""
        if self.sent_at:
            self.times.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0


class Seat(asyncio.Protocol):
    """A program that plays the first card that it may, at the table's pace."""

    def __init__(self, table: Table, seat: str) -> None:
        self._table = table
        self._seat = seat
        self._hand: list[Card] = []
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the seat."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(f"IAM{self._seat}".encode() + END)

    def connection_lost(self, exc: Exception | None) -> None:
        """The service has closed the connection."""
        self._table.lost += 1

    def data_received(self, data: bytes) -> None:
        """Plays when it is asked."""
        *lines, self._rest = (self._rest + data).split(END)
        for line in lines:
            message = read_server_message(line.decode())
            if isinstance(message, DealCards):
                self._hand = list(message.cards)
            elif isinstance(message, Taken):
                self._table.heard()
            elif isinstance(message, AskCard):
                self._table.heard()
                self._answer(message)

    def _answer(self, asked: AskCard) -> None:
        led = suit_of(asked.cards[0]) if asked.cards else None
        card = next((card for card in self._hand if suit_of(card) == led), self._hand[0])
        asyncio.get_running_loop().call_later(self._table.pace, self._put, asked.number, card)

    def _put(self, number: int, card: Card) -> None:
        if self._transport is None or self._transport.is_closing() or card not in self._hand:
            return
        self._hand.remove(card)
        self._table.sent_at = time.perf_counter()
        self._transport.write(PutCard(number, card).text().encode() + END)

    def close(self) -> None:
        """Leaves."""
        if self._transport is not None:
            self._transport.abort()


async def make_tables(port: int, tables: int, game: str = "kierki", seats: Sequence[str] = SEATS) -> list[int]:
    """Makes tables whose seats are all for programs; their ports."""
    found: list[int] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=300) as http:

        async def some(number: int) -> None:
            token = (await http.post("/api/session", json={})).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            wanted = {"game": game, "turn_time": 3600, "seats": {seat: {"kind": "program"} for seat in seats}}
            for _ in range(number):
                made = await http.post("/api/tables", json=wanted, headers=headers)
                made.raise_for_status()
                found.append(made.json()["port"])

        groups = [min(TABLES_EACH, tables - begin) for begin in range(0, tables, TABLES_EACH)]
        for begin in range(0, len(groups), AT_ONCE):
            await asyncio.gather(*map(some, groups[begin : begin + AT_ONCE]))
    return found
