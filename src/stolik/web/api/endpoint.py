"""One request that can be made over HTTP, as data: routes and the description of the API are both made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stolik.web.api.asking import refuse_strangers


class Endpoint(Struct, frozen=True):
    """One request that can be made."""

    method: str
    path: str
    handle: Callable[[Request], Awaitable[Response]]
    summary: str
    answers: Any
    """The type of what comes back; None: a text."""
    asks: Any = None
    """The type of what is sent, if anything is."""
    query: tuple[str, ...] = ()
    needs_token: bool = False


def routes_of(endpoints: Iterable[Endpoint], origins: tuple[str, ...]) -> list[Route]:
    """The endpoints, as the application finds them; a change that another site asks for is refused."""
    return [Route(endpoint.path, _guarded(endpoint, origins), methods=[endpoint.method]) for endpoint in endpoints]


def _guarded(endpoint: Endpoint, origins: tuple[str, ...]) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        if endpoint.method != "GET":
            refuse_strangers(request, origins)
        return await endpoint.handle(request)

    return handle
