"""The HTTP side of the service."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stolik.service.arena import Arena


def create_app(arena: Arena) -> Starlette:
    """Health and metrics."""

    def health(_: Request) -> Response:
        return JSONResponse(arena.health())

    def metrics(_: Request) -> Response:
        return Response(arena.metrics_text(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/health", health), Route("/metrics", metrics)])
