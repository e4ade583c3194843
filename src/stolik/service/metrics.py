"""The metrics of the service, for Prometheus."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from stolik.contract import Ending
from stolik.contract.registry import all_games
from stolik.service.net.limits import Limits
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import WATCHERS, Ended, Event, Expelled, Played, Refused

# Histogram buckets in seconds: from a commit on a fast disk to one on a busy server, and from an instant move of a bot
# to its longest one.
_COMMITS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_THOUGHTS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


class Metrics:
    """The metrics of one arena. Each arena has its own registry, so two in one process are counted separately."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        registry = self.registry = CollectorRegistry()
        self._moves = Counter("stolik_moves", "Moves accepted.", ["game"], registry=registry)
        self._new_moves: Count[str] = Count()
        """Moves since `text` was last called. They are added up here because the library's counter locks each time."""
        self._fouls = Counter(
            "stolik_fouls", "Moves and messages that broke the rules or a protocol.", ["game"], registry=registry
        )
        self._games = Counter("stolik_games_ended", "Games that have ended.", ["game", "ending"], registry=registry)
        self._tables = Gauge("stolik_tables", "Live tables.", ["game"], registry=registry)
        self._connections = Gauge("stolik_connections", "Open connections.", ["door"], registry=registry)
        self._players = Gauge("stolik_lobby_players", "Players in the lobby.", registry=registry)
        self._tasks = Gauge("stolik_tasks", "Tasks of the event loop.", registry=registry)
        self._commits = Histogram(
            "stolik_store_batch_seconds", "From handing a batch to the database to its commit.",
            buckets=_COMMITS, registry=registry,
        )  # fmt: skip
        self._writes = Counter("stolik_store_writes", "What was handed to the database.", registry=registry)
        self._thoughts = Histogram(
            "stolik_bot_thinking_seconds", "How long built-in players think about a move.", ["game"],
            buckets=_THOUGHTS, registry=registry,
        )  # fmt: skip
        self._stand_ins = Counter(
            "stolik_bot_stand_ins", "Moves that a quick player chose for a built-in one, and why.", ["game", "why"],
            registry=registry,
        )  # fmt: skip

        self._reached = Counter(
            "stolik_limits_reached", "How often something was refused because of a limit.", ["limit"], registry=registry
        )
        self._limits_told: Count[str] = Count()

    def thought(self, game: str, seconds: float) -> None:
        """A built-in player has answered."""
        self._thoughts.labels(game).observe(seconds)

    def stood_in(self, game: str, why: str) -> None:
        """A quick player has moved for a built-in one."""
        self._stand_ins.labels(game, why).inc()

    def written(self, writes: int, seconds: float) -> None:
        """The store has written a batch."""
        self._writes.inc(writes)
        self._commits.observe(seconds)

    def happened(self, live: LiveTable, events: list[Event]) -> None:
        """Something has happened at a table."""
        game = live.game.name
        for event in events:
            kind = type(event)
            if kind is Played:
                if event.to == WATCHERS:
                    self._new_moves[game] += 1
            elif kind is Refused or kind is Expelled:
                self._fouls.labels(game).inc()
            elif isinstance(event, Ended):
                self._games.labels(game, event.ending).inc()
                if event.ending is Ending.FOUL:
                    self._fouls.labels(game).inc()

    def text(self, tables: Iterable[LiveTable], connections: Mapping[str, int], players: int, tasks: int) -> bytes:
        """All metrics with their current values, in the format of Prometheus."""
        for game, moves in self._new_moves.items():
            self._moves.labels(game).inc(moves)
        self._new_moves.clear()
        live = Count(table.game.name for table in tables)
        for game in all_games():
            self._tables.labels(game).set(live[game])
        for door, number in connections.items():
            self._connections.labels(door).set(number)
        self._players.set(players)
        self._tasks.set(tasks)
        for limit, times in self._limits.counts.items():
            self._reached.labels(limit).inc(times - self._limits_told[limit])
            self._limits_told[limit] = times
        return generate_latest(self.registry)
