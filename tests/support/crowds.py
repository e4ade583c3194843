"""Programs of each protocol that play whole games of every kind at one service, and keep every line that they hear."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from random import Random

from bench.hour.loads import CodeClient
from bench.kierki_tables.seats import Seat, Table, make_tables

from stolik.contract import Ending
from stolik.contract.registry import find_game
from stolik.store.store import open_store
from stolik.web.records.exports import REPORT, export

CARD_PACE = 0.05
"""Seconds that a player of Kierki thinks. A match has hundreds of moves, and the faults do not last that long."""

Heard = tuple[str, ...]
"""All lines that a program was sent, in order."""


class Ear:
    """Keeps the lines of one program."""

    def __init__(self) -> None:
        self._rest = b""
        self.lines: list[str] = []

    def hear(self, data: bytes) -> None:
        """Keeps what arrives."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.lines += [line.removesuffix(b"\r").decode() for line in lines]


class CodeProgram(CodeClient):
    """A program of the code protocol."""

    def __init__(self, game: str, rng: Random) -> None:
        super().__init__(game, rng)
        self.ear = Ear()

    def data_received(self, data: bytes) -> None:
        """Keeps it, and answers."""
        self.ear.hear(data)
        super().data_received(data)


class CardProgram(Seat):
    """A program at a table of Kierki."""

    def __init__(self, table: Table, seat: str) -> None:
        super().__init__(table, seat)
        self.ear = Ear()
        self.over = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        """Keeps it, and answers."""
        self.ear.hear(data)
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """The match is over."""
        self.over.set()


class Programs:
    """All programs but those of the Othello lobby."""

    def __init__(self, games: Mapping[str, int], rng: Random) -> None:
        """`games` is how many games of each kind are played."""
        self._games = games
        self._rng = rng
        self._of: dict[str, list[CodeProgram | CardProgram]] = defaultdict(list)

    async def come(self, http: int) -> None:
        """Tables with a port are made, and all connect to them and begin to play."""
        loop = asyncio.get_running_loop()
        for name, number in self._games.items():
            game = find_game(name)
            for port in await make_tables(http, number, name, game.seats):
                table = Table(CARD_PACE, self._rng)
                for seat in game.seats:
                    program = CardProgram(table, seat) if game.protocol else CodeProgram(name, self._rng)
                    await loop.create_connection(lambda program=program: program, "127.0.0.1", port)  # type: ignore[misc]
                    self._of[name].append(program)

    async def finish(self) -> None:
        """Waits until every game has ended."""
        for programs in self._of.values():
            await asyncio.gather(*(program.over.wait() for program in programs))

    async def check(self, database: str) -> None:
        """Every game has ended by its rules, and each program heard what the record says, line for line."""
        async with open_store(database) as store:
            for game, programs in self._of.items():
                tables = await store.finished_tables(game, limit=2 * len(programs))
                # Tables of bots are somebody else's.
                played = [table for table in tables if "bot" not in {player.kind for player in table.seats.values()}]
                assert len(played) == self._games[game]
                wrong = [table for table in played if not table.outcome or table.outcome.ending is not Ending.RULES]
                assert not wrong, wrong[:3]
                recorded: Counter[Heard] = Counter()
                for table in played:
                    recorded += lines_of(export(await store.load(table.id), REPORT).text)
                heard = Counter(tuple(program.ear.lines) for program in programs)
                assert heard == recorded, differences(heard, recorded)


def lines_of(report: str) -> Counter[Heard]:
    """What each seat was sent, by the report of a game."""
    told: dict[str, list[str]] = defaultdict(list)
    for line in report.splitlines():
        who, _, message = line.partition("] ")
        sender, receiver, _ = who.removeprefix("[").split(",", 2)
        if sender == "server":
            told[receiver].append(message)
    return Counter(map(tuple, told.values()))


def differences(heard: Counter[Heard], recorded: Counter[Heard]) -> str:
    """A few lines that say what is different."""
    return f"heard and not recorded: {_some(heard - recorded)}; recorded and not heard: {_some(recorded - heard)}"


def _some(lines: Iterable[Heard]) -> list[Heard]:
    return sorted(lines)[:2]
