"""The opinions' part of the HTTP API: what the strongest player thinks of each move of a finished game."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from stolik.web.api.asking import answer
from stolik.web.api.endpoint import Endpoint
from stolik.web.api.finished import FinishedGames
from stolik.web.records.analyses import Analyses, AnalysisShape


class AnalysisDoor:
    """Every request about opinions comes through here."""

    def __init__(self, analyses: Analyses, games: FinishedGames) -> None:
        self._analyses = analyses
        self._games = games

    def endpoints(self) -> tuple[Endpoint, ...]:
        """All that can be asked for."""
        about = "What the strongest player thinks of each move, as far as it has got; ask again until it is done"
        game = "/api/contests/{id}/games/{number:int}"
        return (
            Endpoint("GET", "/api/records/{id}/analysis", self._of_record, about, AnalysisShape),
            Endpoint("GET", f"{game}/analysis", self._of_contest, about, AnalysisShape),
        )

    async def _of_record(self, request: Request) -> Response:
        table_id = request.path_params["id"]
        return answer(await self._analyses.of(table_id, partial(self._games.of_record, table_id)))

    async def _of_contest(self, request: Request) -> Response:
        contest_id, number = request.path_params["id"], request.path_params["number"]
        find = partial(self._games.of_contest, contest_id, number)
        return answer(await self._analyses.of(f"{contest_id} {number}", find))
