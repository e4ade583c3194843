"""The HTTP part of the API: what is asked for once. Each endpoint names its request and its answer, for OpenAPI too."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from stolik.contract import Kind
from stolik.contract.registry import all_games, find_game
from stolik.service.arena import Health
from stolik.service.tables.desks import NoPort
from stolik.service.tables.live_table import LiveTable
from stolik.store.store import Store
from stolik.store.stored import StoredTable
from stolik.table.table import Stage
from stolik.web.api.asking import address_of, answer, bearer_token, read_body, who_asks
from stolik.web.api.endpoint import Endpoint
from stolik.web.api.finished import FinishedGames
from stolik.web.api.forks import WantedTable, start_of
from stolik.web.api.game_facts import game_shape
from stolik.web.door.bucket import Buckets
from stolik.web.door.codes import read_code
from stolik.web.door.guesses import Guesses
from stolik.web.door.hall import Hall
from stolik.web.door.names import BadName
from stolik.web.door.people import Claimed, NameTaken, People
from stolik.web.door.refusal import Refusal
from stolik.web.messages.looks import MOST_ROWS, TablesLook
from stolik.web.messages.problems import Code, Problem, Reason
from stolik.web.messages.shapes import (
    GameShape,
    HintShape,
    PlayerShape,
    TableShape,
    TallyShape,
    stored_shape,
)
from stolik.web.records.house_ratings import HouseRatings
from stolik.web.records.records import finished_table, seats_of

# Several classes that open the page at once may come from one address; nobody needs a thousand names a minute later.
NAMES_RATE: Final = 5.0
NAMES_BURST: Final = 1000.0
LEADERS: Final = 100


class WantedName(Struct, frozen=True):
    """The name that somebody wants; none: one is offered. With a code: the name that the code proves."""

    name: str | None = None
    code: str | None = None


class WantedBot(Struct, frozen=True):
    """The bot that is to have a seat."""

    bot: str


class HttpDoor:
    """Every HTTP request comes through here."""

    def __init__(self, hall: Hall, people: People, guesses: Guesses, games: FinishedGames) -> None:
        self._hall = hall
        self._guesses = guesses
        self._finished_games = games
        self._people = people
        self._ratings = None if hall.arena.store is None else HouseRatings(hall.arena.store)
        self._claims = Buckets(NAMES_RATE, NAMES_BURST, hall.arena.clock.now)

    def endpoints(self) -> tuple[Endpoint, ...]:
        """All that can be asked for."""
        return (
            Endpoint("GET", "/health", self._health, "Whether all is well", Health),
            Endpoint("GET", "/metrics", self._metrics, "What Prometheus reads", None),
            Endpoint("POST", "/api/session", self._session, "Claim a name, or be offered one", Claimed, WantedName),
            Endpoint("GET", "/api/games", self._games, "The games that are played here", list[GameShape]),
            Endpoint(
                "GET", "/api/tables", self._tables, "The live tables, 200 at most",
                list[TableShape], query=("game", "open", "search", "order", "count"),
            ),
            Endpoint("POST", "/api/tables", self._make, "Make a table", TableShape, WantedTable, needs_token=True),
            Endpoint("GET", "/api/tables/{id}", self._table, "A table, live or finished", TableShape),
            Endpoint(
                "DELETE", "/api/tables/{id}", self._put_away, "Put away a table that has not begun: for its maker",
                TableShape, needs_token=True,
            ),
            Endpoint(
                "POST", "/api/tables/{id}/seats/{seat}", self._seat, "Seat a bot: for its maker and those who sit",
                TableShape, WantedBot, needs_token=True,
            ),
            Endpoint(
                "POST", "/api/tables/{id}/port", self._port, "Let programs come: for its maker and those who sit",
                TableShape, needs_token=True,
            ),
            Endpoint(
                "POST", "/api/tables/{id}/hint", self._hint, "The strongest player's move: in practice against bots",
                HintShape, needs_token=True,
            ),
            Endpoint(
                "GET", "/api/records", self._records, "Finished tables, newest first",
                list[TableShape], query=("game", "player", "before"),
            ),
            Endpoint("GET", "/api/players/{name:path}", self._player, "A player's results and ratings", PlayerShape),
            Endpoint(
                "GET", "/api/leaderboard", self._leaders, "A game's best players and their ratings",
                list[TallyShape], query=("game",),
            ),
        )  # fmt: skip

    async def _health(self, request: Request) -> Response:
        health = await self._hall.arena.health()
        return answer(health, 503 if health.status == "failing" else 200)

    async def _metrics(self, request: Request) -> Response:
        return Response(self._hall.arena.metrics_text(), media_type="text/plain; version=0.0.4")

    async def _session(self, request: Request) -> Response:
        wanted = await read_body(request, WantedName)
        address = address_of(request)
        if not self._claims.take(address):
            self._hall.arena.limits.hit("names", address=address)
            raise Problem(Code.TOO_MANY, "too many names are asked for from your address: wait a little", Reason.NAMES)
        if wanted.code is not None:
            return answer(await self._restored(wanted.code, address))
        try:
            return answer(await self._people.claim(wanted.name))
        except BadName as error:
            raise Problem(Code.BAD_NAME, str(error)) from None
        except NameTaken as error:
            raise Problem(Code.NAME_TAKEN, str(error)) from None

    async def _restored(self, code: str, address: str) -> Claimed:
        """The name behind a code; guessing is limited as for tokens."""
        token = read_code(code)
        name = await self._guesses.name_of(token, address, self._people)
        if name is None:
            raise Problem(Code.UNKNOWN_TOKEN, "that code is nobody's: read it again, letter by letter")
        return Claimed(name, token)

    async def _games(self, request: Request) -> Response:
        return answer(self.games())

    def games(self) -> list[GameShape]:
        """What is told of every game, the easier ones first."""
        ports = self._hall.arena.ports
        games = sorted(all_games().values(), key=lambda game: (game.difficulty, game.name))
        return [game_shape(game, ports.get(game.name)) for game in games]

    async def _tables(self, request: Request) -> Response:
        try:
            look = msgspec.convert({"count": MOST_ROWS, **request.query_params}, TablesLook, strict=False)
        except msgspec.ValidationError as error:
            raise Problem(Code.IMPOSSIBLE, f"that cannot be looked for: {error}") from None
        live = self._hall.arena.house.tables
        found = self._hall.news.tables.select(look).rows
        return answer([self._hall.shape(live[one]) for one in found if one in live])

    async def _make(self, request: Request) -> Response:
        maker = await who_asks(request, self._people, self._guesses)
        wanted = await read_body(request, WantedTable)
        try:
            start = await start_of(wanted, self._finished_games)
            return answer(self._hall.shape(await self._hall.make_table(maker, wanted, start, address_of(request))), 201)
        except Refusal as error:
            raise error.problem from None
        except ValueError as error:
            raise Problem(Code.IMPOSSIBLE, str(error)) from None

    async def _table(self, request: Request) -> Response:
        live = self._hall.arena.house.tables.get(request.path_params["id"])
        if live is not None:
            return answer(self._hall.shape(live))
        return answer(_listed(await self._finished(request)))

    async def _put_away(self, request: Request) -> Response:
        name = await who_asks(request, self._people, self._guesses)
        live = self._find(request)
        try:
            self._hall.put_away(name, live)
        except Refusal as error:
            raise error.problem from None
        return answer(self._hall.shape(live))

    async def _seat(self, request: Request) -> Response:
        name = await who_asks(request, self._people, self._guesses)
        wanted = await read_body(request, WantedBot)
        live = self._find(request)
        self._check_arranges(name, live, "seat bots there")
        owner = live.owner(request.path_params["seat"])
        if live.stage is not Stage.GATHERING and owner is not None and owner.kind is Kind.PERSON:
            raise Problem(Code.REFUSED, f"{owner.name} has that seat until the end of the game")
        try:
            self._hall.arena.seat_bot(live, request.path_params["seat"], wanted.bot)
        except ValueError as error:
            raise Problem(Code.IMPOSSIBLE, str(error)) from None
        return answer(self._hall.shape(live))

    async def _port(self, request: Request) -> Response:
        name = await who_asks(request, self._people, self._guesses)
        live = self._find(request)
        self._check_arranges(name, live, "let programs come there")
        try:
            await self._hall.arena.open_desk(live, address_of(request))
        except NoPort as error:
            raise Problem(Code.TOO_MANY, str(error), Reason.PORTS) from None
        except ValueError as error:
            raise Problem(Code.IMPOSSIBLE, str(error)) from None
        return answer(self._hall.shape(live))

    def _check_arranges(self, name: str, live: LiveTable, what: str) -> None:
        if not self._hall.may_arrange(name, live):
            raise Problem(Code.NOT_YOURS, f"only its maker and those who sit at a table {what}")

    async def _hint(self, request: Request) -> Response:
        name = await who_asks(request, self._people, self._guesses)
        live = self._find(request)
        try:
            return answer(HintShape(await self._hall.hint(name, live)))
        except Refusal as error:
            raise error.problem from None

    async def _records(self, request: Request) -> Response:
        if self._hall.arena.store is None:
            return answer([])
        asked, player = request.query_params, request.query_params.get("player")
        token = bearer_token(request) if player else None
        # One's own private tables are in no other list.
        own = token is not None and player == await self._guesses.name_of(token, address_of(request), self._people)
        found = await self._hall.arena.store.finished_tables(
            asked.get("game"), player, asked.get("before"), private=own
        )
        return answer([stored_shape(facts, seats_of(facts)) for facts in found])

    async def _player(self, request: Request) -> Response:
        # A tilde, which no name has, is before names of dots alone: a browser would take those for a folder.
        name = request.path_params["name"].removeprefix("~")
        since = await self._store().known_since(name)
        if since is None or self._ratings is None:
            raise Problem(Code.NOT_FOUND, f"nobody called {name} has played here")
        return answer(PlayerShape(name, since, await self._ratings.of(name)))

    async def _leaders(self, request: Request) -> Response:
        game = request.query_params.get("game", "")
        if game not in all_games():
            raise Problem(Code.IMPOSSIBLE, f"no game is called {game!r}; there are {', '.join(all_games())}")
        leaders = [] if self._ratings is None else await self._ratings.leaders(game, LEADERS)
        # Whoever wants tables in the order of ratings has asked for them here.
        self._hall.news.rate(game, {one.name: one.rating for one in leaders})
        return answer(leaders)

    def _store(self) -> Store:
        store = self._hall.arena.store
        if store is None:
            raise Problem(Code.NOT_FOUND, "nothing is kept here: the service runs without a store")
        return store

    def _find(self, request: Request) -> LiveTable:
        try:
            return self._hall.find(request.path_params["id"])
        except Refusal as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None

    async def _finished(self, request: Request) -> StoredTable:
        return await finished_table(self._store(), request.path_params["id"])


def _listed(stored: StoredTable) -> TableShape:
    return stored_shape(stored.facts, find_game(stored.record.game).seats, stored.record.rules)
