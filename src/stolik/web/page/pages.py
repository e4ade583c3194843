"""The page's files and those of the games, and the addresses that the page itself makes sense of."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from stolik.contract.page_folder import OTHERWISE, all_words
from stolik.web.page.index import DOCS, STATIC, write_index

_NOT_PAGES: Final = ("/api/", "/static/")

# Files change with the service, not by name: a browser keeps them, and asks each time whether they are still the same.
_CACHE: Final = "no-cache"
_ADDRESSES: Final = (
    "/",
    "/table/{id}",
    "/t/{id}",
    "/replay/{id}",
    "/player/{name:path}",
    "/leaderboard",
    "/contests",
    "/contests/{id}",
    "/operator",
    "/local/{game}",
    "/how/{game}",
    "/docs",
    "/docs/{name}",
)
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
_DOCUMENT: Final = re.compile(r"[a-z][a-z-]*")


class _Files(StaticFiles):
    """Files, with a header that says how long they may be kept."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or why there is none."""
        response = await super().get_response(path, scope)
        response.headers.setdefault("Cache-Control", _CACHE)
        return response


class Pages:
    """The page of a service. Every address of it is one file: what it shows is decided in the browser."""

    def __init__(
        self,
        folders: Mapping[str, Path],
        games: Callable[[], object],
        static: Path = STATIC,
        guides: Mapping[str, Path] | None = None,
        docs: Path | None = DOCS,
    ) -> None:
        """`folders` are the games' page folders, and `guides` those of guides; `games` makes what is told.

        `docs` is the folder of the documentation, if it is installed.
        """
        self._folders = folders
        self._games = games
        self._static = static
        self._guides = guides or {}
        self._docs = docs

    def routes(self) -> list[BaseRoute]:
        """The page, the words of the games, their files, and its own files."""

        async def page(request: Request) -> Response:
            return self._index(request, 200)

        pages: list[BaseRoute] = [Route(address, page, methods=["GET"]) for address in _ADDRESSES]
        words = Route("/static/games/words.{language}.json", self._words, methods=["GET"])
        guides = Route("/static/games/{game}/play.{language}.md", self._guide, methods=["GET"])
        docs = Route("/static/docs/{name}.{language}.md", self._document, methods=["GET"])
        games = [Mount(f"/static/games/{name}", _Files(directory=path)) for name, path in self._folders.items()]
        files = [Mount("/static", _Files(directory=self._static))] if self._static.is_dir() else []
        return [*pages, words, guides, docs, *games, *files]

    def nowhere(self, request: Request) -> Response | None:
        """The page, which says that there is nothing at this address; None for the addresses that programs use."""
        return None if request.url.path.startswith(_NOT_PAGES) else self._index(request, 404)

    async def _words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if not _LANGUAGE.fullmatch(language):
            raise HTTPException(404)
        return _written(request, msgspec.json.encode(all_words(self._folders, language)), "application/json")

    async def _guide(self, request: Request) -> Response:
        """How a game is played, in that language or else in English."""
        folder, language = self._guides.get(request.path_params["game"]), request.path_params["language"]
        if folder is None or not _LANGUAGE.fullmatch(language):
            raise HTTPException(404)
        return _text(request, folder / f"play.{language}.md", folder / f"play.{OTHERWISE}.md")

    async def _document(self, request: Request) -> Response:
        """A page of the documentation, in that language or else in English."""
        name, language = request.path_params["name"], request.path_params["language"]
        if self._docs is None or not (_DOCUMENT.fullmatch(name) and _LANGUAGE.fullmatch(language)):
            raise HTTPException(404)
        return _text(request, self._docs / f"{name}.{language}.md", self._docs / f"{name}.md")

    def _index(self, request: Request, status: int) -> Response:
        html = write_index(self._static, msgspec.json.encode(self._games()))
        if html is None:
            return PlainTextResponse("The page is not installed here; the API is at /api/docs.", 404)
        return _written(request, html, "text/html", status)


def _text(request: Request, *files: Path) -> Response:
    """The first of the files that exists, as Markdown; raises HTTPException when none does."""
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        raise HTTPException(404)
    response = _written(request, found.read_bytes(), "text/markdown; charset=utf-8")
    _, *language = found.stem.split(".")
    response.headers["Content-Language"] = language[0] if language else OTHERWISE
    return response


def _written(request: Request, content: bytes, media_type: str, status: int = 200) -> Response:
    """An answer that a browser which has it already is not sent again."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"Cache-Control": _CACHE, "ETag": tag}
    # On its way the tag may have been marked as weak, because the answer was packed.
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, status, headers, media_type)
