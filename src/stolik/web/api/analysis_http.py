"""The opinions' part of the HTTP API: what the strongest player thinks of each move, and what would be better."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from stolik.web.api.asking import address_of, answer
from stolik.web.api.endpoint import Endpoint
from stolik.web.api.finished import FinishedGames
from stolik.web.messages.problems import Code, Problem
from stolik.web.records.analyses import Analyses, AnalysisShape
from stolik.web.records.lines import Lines, LineShape


class AnalysisDoor:
    """Every request about opinions comes through here."""

    def __init__(self, analyses: Analyses, lines: Lines, games: FinishedGames) -> None:
        self._analyses = analyses
        self._lines = lines
        self._games = games

    def endpoints(self) -> tuple[Endpoint, ...]:
        """All that can be asked for."""
        about = "What the strongest player thinks of each move, as far as it has got; ask again until it is done"
        better = "What would have been better than a move, and what would have followed; ask again until it is done"
        game = "/api/contests/{id}/games/{number:int}"
        wishes = ("ply", "seat")
        return (
            Endpoint("GET", "/api/records/{id}/analysis", self._of_record, about, AnalysisShape),
            Endpoint("GET", f"{game}/analysis", self._of_contest, about, AnalysisShape),
            Endpoint("GET", "/api/records/{id}/better", self._better_in_record, better, LineShape, query=wishes),
            Endpoint("GET", f"{game}/better", self._better_in_contest, better, LineShape, query=wishes),
        )

    async def _of_record(self, request: Request) -> Response:
        table_id = request.path_params["id"]
        return answer(await self._analyses.of(table_id, partial(self._games.of_record, table_id), address_of(request)))

    async def _of_contest(self, request: Request) -> Response:
        contest_id, number = request.path_params["id"], request.path_params["number"]
        find = partial(self._games.of_contest, contest_id, number)
        return answer(await self._analyses.of(f"{contest_id} {number}", find, address_of(request)))

    async def _better_in_record(self, request: Request) -> Response:
        table_id, seat = request.path_params["id"], request.query_params.get("seat")
        find = partial(self._games.of_record, table_id)
        return answer(await self._lines.of(table_id, _ply_in(request), seat, find))

    async def _better_in_contest(self, request: Request) -> Response:
        contest_id, number = request.path_params["id"], request.path_params["number"]
        seat = request.query_params.get("seat")
        find = partial(self._games.of_contest, contest_id, number)
        return answer(await self._lines.of(f"{contest_id} {number}", _ply_in(request), seat, find))


def _ply_in(request: Request) -> int:
    text = request.query_params.get("ply", "")
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise Problem(Code.IMPOSSIBLE, f"ply is the number of a move, not {text!r}")
    return int(text)
