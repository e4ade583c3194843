"""The web application: the API, the WebSocket door and the page, over an arena that somebody else has opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute

from stolik.contract import Kind
from stolik.service.arena import Arena
from stolik.service.bots.analyst import moves_after, opinions
from stolik.service.bots.names import bot_like
from stolik.service.bots.nursery import ANALYST
from stolik.store.errors import StoreError
from stolik.web.api.analysis_http import AnalysisDoor
from stolik.web.api.asking import answer
from stolik.web.api.contest_http import ContestDoor
from stolik.web.api.endpoint import routes_of
from stolik.web.api.finished import FinishedGames
from stolik.web.api.game_facts import guide_folders, page_folders
from stolik.web.api.http import HttpDoor
from stolik.web.api.openapi import STYLE, describe, write_page
from stolik.web.api.operator_http import OperatorDoor
from stolik.web.api.operators import Audit, Operator
from stolik.web.api.record_http import RecordDoor
from stolik.web.client_address import ClientAddress, Network
from stolik.web.contests.contests import Contests
from stolik.web.door.guesses import Guesses
from stolik.web.door.hall import AWAY, Hall
from stolik.web.door.people import People
from stolik.web.door.socket import SocketDoor
from stolik.web.fair_start import FairStart
from stolik.web.messages.problems import Code, Problem, code_of
from stolik.web.messages.shapes import ErrorShape
from stolik.web.page.headers import SECURITY, SecurityHeaders
from stolik.web.page.pages import Pages
from stolik.web.records.analyses import Analyses
from stolik.web.records.lines import Lines
from stolik.web.records.renderings import Renderings


def create_app(
    arena: Arena,
    origins: Sequence[str] = (),
    away: float = AWAY,
    operator: str | None = None,
    contests: Path = Path("contests"),
    audit: Path | None = None,
    trusted: Sequence[Network] = (),
) -> Starlette:
    """The application. `origins` are other sites that may use it; `away` is how long a closed tab is forgiven.

    `operator` is the secret of whoever may start contests and close tables, `contests` the folder of contests, and
    `audit` the file that says what the operator did. `trusted` are the proxies that say where requests come from.
    """
    hall = Hall(arena, away)
    people = People(arena.clock, arena.store, arena.names, lambda name: _in_use(arena, name))
    played = Contests(contests, arena.clock.now, hall.news.contest)
    games = FinishedGames(arena.store, played)
    analyst = partial(arena.nursery.fork, ANALYST)
    analyses = Analyses(arena.clock.now, partial(opinions, analyst), arena.store)
    lines = Lines(analyses, partial(moves_after, analyst))
    guesses = Guesses(arena.clock.now, arena.limits)
    steward = Operator(operator, arena.clock.now, arena.limits, Audit(audit, arena.clock.now))
    door = HttpDoor(hall, people, guesses, games)
    pages = Pages(page_folders(), door.games, guides=guide_folders())
    endpoints = (
        *door.endpoints(),
        *RecordDoor(arena.store, Renderings(arena.limits)).endpoints(),
        *ContestDoor(played, steward).endpoints(),
        *OperatorDoor(hall, people, steward).endpoints(),
        *AnalysisDoor(analyses, lines, games).endpoints(),
    )
    api = describe(endpoints, version("stolik"))
    page = write_page(api)

    async def openapi(request: Request) -> Response:
        return answer(api)

    async def docs(request: Request) -> Response:
        return HTMLResponse(page)

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    routes = [
        *routes_of(endpoints, tuple(origins)),
        Route("/api/openapi.json", openapi),
        Route("/api/docs", docs),
        Route("/api/docs.css", style),
        WebSocketRoute("/api/ws", SocketDoor(hall, people, guesses, tuple(origins)).let_in),
        *pages.routes(),
    ]
    middleware = [
        Middleware(ClientAddress, trusted=trusted),
        Middleware(FairStart),
        Middleware(SecurityHeaders),
        Middleware(GZipMiddleware, minimum_size=1024),
    ]
    return Starlette(
        routes=routes,
        middleware=middleware,
        exception_handlers={HTTPException: partial(_refused, pages), StoreError: _store_failed, Exception: _broken},
    )


def _in_use(arena: Arena, name: str) -> bool:
    """Whether a bot or a program goes by that name, or by one that looks like it."""
    if bot_like(name) is not None:
        return True
    member = arena.lobby.lobby.like(name)
    return member is not None and arena.lobby.lobby.members[member].kind is not Kind.PERSON


async def _refused(pages: Pages, request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for nothing else
    if error.status_code == HTTPStatus.NOT_FOUND and (page := pages.nowhere(request)):
        return page
    reason, most = (error.reason, error.most) if isinstance(error, Problem) else (None, None)
    response = answer(ErrorShape(error.detail, code_of(error), reason, most), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _store_failed(request: Request, error: Exception) -> Response:
    # No more than that: the database's own words may have addresses in them.
    return answer(ErrorShape("the store does not answer now: try again in a moment", Code.NO_STORE), 503)


async def _broken(request: Request, error: Exception) -> Response:
    response = answer(ErrorShape("something is wrong here, and it is not you; it was written down", Code.BROKEN), 500)
    response.headers.update(SECURITY)  # this answer goes past the middleware
    return response
