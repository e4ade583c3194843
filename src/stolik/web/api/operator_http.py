"""The operator's part of the HTTP API: all live tables, and how to close one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from stolik.contract import Seat
from stolik.service.tables.live_table import LiveTable
from stolik.store.ids import opened_at
from stolik.table.inputs import Close
from stolik.web.api.asking import answer, read_body
from stolik.web.api.endpoint import Endpoint
from stolik.web.api.operators import Operator
from stolik.web.door.hall import Hall
from stolik.web.door.names import BadName
from stolik.web.door.people import NameTaken, People
from stolik.web.door.refusal import Refusal
from stolik.web.messages.problems import Code, Problem
from stolik.web.messages.shapes import SeatShape, TableShape

MOST_NAMES = 500
CLOSED = "the operator closed the table"


class OperatorTable(Struct, frozen=True):
    """A live table, as the operator sees it. Times are seconds since the epoch."""

    id: str
    game: str
    stage: str
    seats: Mapping[Seat, SeatShape | None]
    opened: float
    """To the minute."""
    maker: str | None
    """The person who made it, if somebody did."""
    watchers: int
    port: int | None
    deserted_since: float | None
    """Since when nobody but bots has been there, as far as it was noticed."""


class Closing(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a table is closed, in the words that its players read."""

    why: Annotated[str, Meta(min_length=1, max_length=200)] = CLOSED


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of a class."""

    names: Annotated[list[str], Meta(min_length=1, max_length=MOST_NAMES)]


class Issued(Struct, frozen=True, omit_defaults=True):
    """A name and the code that proves it, or why it cannot be had."""

    name: str
    code: str = ""
    problem: str = ""


class OperatorDoor:
    """Every request of the operator about tables comes through here."""

    def __init__(self, hall: Hall, people: People, operator: Operator) -> None:
        self._hall = hall
        self._people = people
        self._operator = operator

    def endpoints(self) -> tuple[Endpoint, ...]:
        """All that can be asked for."""
        tables = "/api/operator/tables"
        return (
            Endpoint(
                "POST", "/api/operator/names", self._issue, "Give names to a class: operator", list[Issued], Roll,
                needs_token=True,
            ),
            Endpoint("GET", tables, self._list, "All live tables: operator", list[OperatorTable], needs_token=True),
            Endpoint(
                "POST", tables + "/{id}/close", self._close, "End a table without a result: operator",
                TableShape, Closing, needs_token=True,
            ),
        )  # fmt: skip

    async def _issue(self, request: Request) -> Response:
        self._operator.admit(request)
        roll = await read_body(request, Roll)
        issued = [await self._issue_one(name.strip()) for name in roll.names]
        return answer(issued, 201)

    async def _issue_one(self, name: str) -> Issued:
        try:
            claimed = await self._people.claim(name)
        except (BadName, NameTaken) as error:
            return Issued(name, problem=str(error))
        return Issued(claimed.name, claimed.token)

    async def _list(self, request: Request) -> Response:
        self._operator.admit(request)
        return answer([self._shape(live) for live in self._hall.arena.house.tables.values() if not live.is_over])

    async def _close(self, request: Request) -> Response:
        self._operator.admit(request)
        closing = await read_body(request, Closing)
        try:
            live = self._hall.find(request.path_params["id"])
        except Refusal as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None
        live.take(Close(closing.why))
        self._operator.did(request, "close table", table=live.id, game=live.game.name, why=closing.why)
        return answer(self._hall.shape(live))

    def _shape(self, live: LiveTable) -> OperatorTable:
        shape = self._hall.shape(live)
        return OperatorTable(
            live.id, shape.game, shape.stage, shape.seats, opened_at(live.id), self._hall.makers.get(live.id),
            self._hall.watchers(live), live.port, self._hall.arena.sweep.deserted.get(live.id),
        )  # fmt: skip
