"""The contests' part of the HTTP API. Whatever starts programs needs the operator's token; the rest is for everyone."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from stolik.system import objection_to_tournaments
from stolik.web.api.asking import answer, read_body
from stolik.web.api.endpoint import Endpoint
from stolik.web.api.operators import Operator
from stolik.web.contests.contests import ContestGame, ContestReport, Contests
from stolik.web.contests.new_contest import ContestError, NewContest
from stolik.web.messages.problems import Code, Problem
from stolik.web.messages.shapes import ContestShape


class ContestDoor:
    """Every request about contests comes through here."""

    def __init__(self, contests: Contests, operator: Operator) -> None:
        self._contests = contests
        self._operator = operator

    def endpoints(self) -> tuple[Endpoint, ...]:
        """All that can be asked for."""
        one = "/api/contests/{id}"
        return (
            Endpoint("GET", "/api/contests", self._list, "Contests, the newest first", list[ContestShape]),
            Endpoint(
                "POST", "/api/contests", self._start, "Start a contest: for the operator",
                ContestShape, NewContest, needs_token=True,
            ),
            Endpoint("GET", one, self._report, "Standings, crosstable and games", ContestReport),
            Endpoint(
                "GET", one + "/games/{number:int}", self._game, "A game and its transcript; stderr: operator",
                ContestGame,
            ),
            Endpoint("POST", one + "/stop", self._stop, "Stop it: for the operator", ContestShape, needs_token=True),
            Endpoint("POST", one + "/resume", self._resume, "Play the rest: operator", ContestShape, needs_token=True),
        )  # fmt: skip

    async def _list(self, request: Request) -> Response:
        return answer(await asyncio.to_thread(self._contests.all))

    async def _start(self, request: Request) -> Response:
        self._operator.admit(request)
        _check_system()
        new = await read_body(request, NewContest)
        try:
            started = await self._contests.start(new)
        except ContestError as error:
            raise Problem(Code.IMPOSSIBLE, str(error)) from None
        self._operator.did(request, "start contest", contest=started.id, game=started.game)
        return answer(started, 201)

    async def _report(self, request: Request) -> Response:
        try:
            return answer(await asyncio.to_thread(self._contests.report, request.path_params["id"]))
        except ContestError as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None

    async def _game(self, request: Request) -> Response:
        asked = request.path_params
        game = partial(self._contests.game, asked["id"], asked["number"], with_stderr=self._operator.is_asking(request))
        try:
            return answer(await asyncio.to_thread(game))
        except ContestError as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None

    async def _stop(self, request: Request) -> Response:
        self._operator.admit(request)
        try:
            contest = await self._contests.stop(request.path_params["id"])
        except ContestError as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None
        self._operator.did(request, "stop contest", contest=contest.id)
        return answer(contest)

    async def _resume(self, request: Request) -> Response:
        self._operator.admit(request)
        _check_system()
        try:
            contest = await self._contests.resume(request.path_params["id"])
        except ContestError as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None
        self._operator.did(request, "resume contest", contest=contest.id)
        return answer(contest)


def _check_system() -> None:
    """Raises a Problem where no programs can be refereed."""
    objection = objection_to_tournaments()
    if objection is not None:
        raise Problem(Code.IMPOSSIBLE, objection)
