"""The opinions' part of the HTTP API: what the strongest player thinks of each move of a finished game."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from stolik.web.analyses import Analyses, AnalysisShape
from stolik.web.asking import answer
from stolik.web.finished import FinishedGames
from stolik.web.way import Way


class AnalysisDoor:
    """Every request about opinions comes through here."""

    def __init__(self, analyses: Analyses, games: FinishedGames) -> None:
        self._analyses = analyses
        self._games = games

    def ways(self) -> tuple[Way, ...]:
        """All that can be asked for."""
        about = "What the strongest player thinks of each move, as far as it has got; ask again until it is done"
        game = "/api/contests/{id}/games/{number:int}"
        return (
            Way("GET", "/api/records/{id}/analysis", self._of_record, about, AnalysisShape),
            Way("GET", f"{game}/analysis", self._of_contest, about, AnalysisShape),
        )

    async def _of_record(self, request: Request) -> Response:
        table_id = request.path_params["id"]
        return answer(await self._analyses.of(table_id, partial(self._games.of_record, table_id)))

    async def _of_contest(self, request: Request) -> Response:
        contest_id, number = request.path_params["id"], request.path_params["number"]
        find = partial(self._games.of_contest, contest_id, number)
        return answer(await self._analyses.of(f"{contest_id} {number}", find))
