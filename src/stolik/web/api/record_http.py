"""The records' part of the HTTP API: a finished game step by step, and as a file."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.store.store import Store
from stolik.store.stored import StoredTable
from stolik.web.api.asking import address_of
from stolik.web.api.endpoint import Endpoint
from stolik.web.messages.problems import Code, Problem
from stolik.web.messages.shapes import RecordShape
from stolik.web.records.exports import export
from stolik.web.records.records import finished_table, record_shape
from stolik.web.records.renderings import File, Make, Rendering, Renderings


class RecordDoor:
    """Every request for a finished game comes through here."""

    def __init__(self, store: Store | None, renderings: Renderings) -> None:
        self._store = store
        self._renderings = renderings

    def endpoints(self) -> tuple[Endpoint, ...]:
        """All that can be asked for."""
        return (
            Endpoint(
                "GET", "/api/records/{id}", self._record, "A finished table and every step of its game",
                RecordShape, query=("seat",),
            ),
            Endpoint(
                "GET", "/api/records/{id}/export", self._export, "A finished game as a file: json, transcript, ggf, …",
                None, query=("format",),
            ),
        )  # fmt: skip

    async def _record(self, request: Request) -> Response:
        table_id, seat = request.path_params["id"], request.query_params.get("seat")

        async def find() -> Make:
            stored = await self._finished(table_id)
            if seat is not None and seat not in find_game(stored.record.game).seats:
                raise Problem(Code.IMPOSSIBLE, f"there is no seat {seat!r} there")
            return partial(_steps, stored, seat)

        made = await self._renderings.of(("steps", table_id, seat or ""), address_of(request), find)
        return _answer(request, made)

    async def _export(self, request: Request) -> Response:
        table_id, format_ = request.path_params["id"], request.query_params.get("format", "json")

        async def find() -> Make:
            return partial(_export, await self._finished(table_id), format_)

        try:
            made = await self._renderings.of(("export", table_id, format_), address_of(request), find)
        except ValueError as error:
            raise Problem(Code.IMPOSSIBLE, str(error)) from None
        response = _answer(request, made)
        response.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
        return response

    async def _finished(self, table_id: str) -> StoredTable:
        if self._store is None:
            raise Problem(Code.NOT_FOUND, "nothing is kept here: the service runs without a store")
        return await finished_table(self._store, table_id)


def _steps(stored: StoredTable, seat: Seat | None) -> File:
    return File("", msgspec.json.encode(record_shape(stored, seat)), "application/json")


def _export(stored: StoredTable, format_: str) -> File:
    made = export(stored, format_)
    return File(f"{stored.record.game}-{stored.facts.id}.{made.suffix}", made.text.encode(), made.media_type)


def _answer(request: Request, made: Rendering) -> Response:
    """The rendering, packed if the client can unpack it."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(made.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=made.media_type)
    headers["Content-Length"] = str(made.size)
    return StreamingResponse(made.pieces(), headers=headers, media_type=made.media_type)
