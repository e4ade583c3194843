"""Lets requests begin one at a time, so that many requests at once do not make players wait.

Each pass of the event loop begins one request, and reads what players have sent. Otherwise all requests that arrived
together would be answered in one pass, and everybody else would wait for the last of them.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from stolik.service.fair_turns import FairTurns
from stolik.web.client_address import limit_key


class FairStart:
    """Lets the addresses take turns; a WebSocket, which has limits of its own, does not wait."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = FairTurns(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on when it is its turn."""
        if scope["type"] == "http":
            client = scope.get("client")
            async with self._turns.turn(limit_key(client[0]) if client else ""):
                await asyncio.sleep(0)  # the next one begins in a later pass
        await self._app(scope, receive, send)
