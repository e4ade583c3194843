"""Requests begin one at a time, in fair turns, so that those who play do not wait for all of them."""

from __future__ import annotations

import asyncio

from starlette.types import Message, Receive, Scope, Send
from tests.support.loop import in_loop

from stolik.web.fair_start import FairStart


class App:
    """Keeps the address of each request, and in which pass of the event loop it began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.passes: list[int] = []
        self._pass = 0
        self._count()

    def _count(self) -> None:
        self._pass += 1
        if self._pass < 1000:
            asyncio.get_running_loop().call_soon(self._count)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["client"][0] if scope.get("client") else "")
        self.passes.append(self._pass)


async def _receive() -> Message:
    raise AssertionError("nothing is received")


async def _send(_: Message) -> None:
    raise AssertionError("nothing is sent")


def _ask(fair: FairStart, address: str | None, type_: str = "http") -> asyncio.Future[None]:
    client = (address, 1) if address else None
    return asyncio.ensure_future(fair({"type": type_, "client": client}, _receive, _send))


@in_loop
async def test_requests_that_come_together_begin_in_different_passes_of_the_loop() -> None:
    app = App()
    fair = FairStart(app)
    await asyncio.gather(*(_ask(fair, "192.0.2.1") for _ in range(20)))
    assert len(app.begun) == len(set(app.passes)) == 20


@in_loop
async def test_an_address_with_one_request_does_not_wait_for_one_with_many() -> None:
    app = App()
    fair = FairStart(app)
    await asyncio.gather(*(_ask(fair, "192.0.2.1") for _ in range(20)), _ask(fair, "192.0.2.2"), _ask(fair, None))
    assert app.begun.index("192.0.2.2") <= 3
    assert app.begun.index("") <= 4


@in_loop
async def test_a_websocket_does_not_wait() -> None:
    app = App()
    fair = FairStart(app)
    await asyncio.gather(*(_ask(fair, "192.0.2.1") for _ in range(20)), _ask(fair, "192.0.2.2", "websocket"))
    assert app.begun[0] == "192.0.2.2"
