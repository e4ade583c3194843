"""The page's files, and the addresses that the page itself makes sense of."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"

_NOT_PAGES: Final = ("/api/", "/static/")

# Files change with the service, not by name: a browser keeps them, and asks each time whether they are still the same.
_CACHE: Final = "no-cache"
_ADDRESSES: Final = (
    "/",
    "/table/{id}",
    "/replay/{id}",
    "/player/{name:path}",
    "/leaderboard",
    "/contests",
    "/contests/{id}",
    "/local/{game}",
)


class _Files(StaticFiles):
    """The files, with a word on how long they may be kept."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or why there is none."""
        response = await super().get_response(path, scope)
        response.headers.setdefault("Cache-Control", _CACHE)
        return response


def page_routes(static: Path = STATIC) -> list[BaseRoute]:
    """Every address of the page is the same file: what it shows is decided in the browser."""

    async def page(request: object) -> Response:
        return _index(static, 200)

    pages: list[BaseRoute] = [Route(address, page, methods=["GET"]) for address in _ADDRESSES]
    files = [Mount("/static", _Files(directory=static))] if static.is_dir() else []
    return [*pages, *files]


def nowhere(path: str) -> Response | None:
    """What a person sees where there is nothing: the page says so. Where programs ask, none."""
    return None if path.startswith(_NOT_PAGES) else _index(STATIC, 404)


def _index(static: Path, status: int) -> Response:
    index = static / "index.html"
    if not index.is_file():
        return PlainTextResponse("The page is not installed here; the API is at /api/docs.", 404)
    return FileResponse(index, status, headers={"Cache-Control": _CACHE})
