"""The service dies in the middle of many games, and comes back: no move that anybody heard of is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.othello_crowd import Crowd, written_moves
from tests.support.loop import in_loop
from tests.support.service import Service

from stolik.contract import Ending
from stolik.store.store import open_store
from stolik.table.inputs import Play

PATIENCE = 120.0


async def _play_until_killed(crowd: Crowd, service: Service, moves: int) -> None:
    def kill_at(relays: int) -> None:
        if relays == moves:
            service.process.kill()

    crowd.on_relay = kill_at
    async with asyncio.timeout(PATIENCE):
        await crowd.connect(service.ports["othello"])
        await crowd.start()
        crowd.play()
        await crowd.all_lost()
    crowd.on_relay = lambda _: None


async def _come_back(crowd: Crowd, service: Service) -> None:
    async with asyncio.timeout(PATIENCE):
        await crowd.connect(service.ports["othello"])
        await crowd.finish()
    crowd.close()


async def _check_records(crowd: Crowd, database: str) -> None:
    """What is kept is every game as it was to be played, to its end."""
    async with open_store(database) as store:
        assert await store.load_unfinished() == []
        facts = await store.finished_tables("othello", limit=len(crowd.games) + 1)
        assert len(facts) == len(crowd.games)
        by_host = {game.host: game for game in crowd.games}
        for table in facts:
            game = by_host.pop(table.seats["black"].name)
            assert table.seats["white"].name == game.guest
            assert table.outcome is not None
            assert table.outcome.ending is Ending.RULES
            stored = await store.load(table.id)
            played = [entry.input.move for entry in stored.record.entries if isinstance(entry.input, Play)]
            assert played == written_moves(game)


def _survive(database: str, folder: Path, games: int) -> None:
    @in_loop
    async def through_the_crash() -> None:
        crowd = Crowd(games)
        awake = asyncio.get_running_loop().create_task(crowd.keep_alive())
        with Service(folder, "--db", database) as service:
            port = service.ports["othello"]
            await _play_until_killed(crowd, service, games * 20)
            service.kill()
        with Service(folder, "--db", database, othello_port=port) as service:
            await _come_back(crowd, service)
            assert service.stop() == 0
        awake.cancel()
        await _check_records(crowd, database)

    through_the_crash()


@pytest.mark.fault(
    "the service is killed (`kill -9`) and started again",
    sees="the connection is lost; after the restart players return to their seats",
    kept="every move that anybody was told",
)
def test_every_game_survives_a_crash_of_the_service(database: str, tmp_path: Path) -> None:
    _survive(database, tmp_path, 40)


@pytest.mark.soak
def test_two_hundred_games_survive_a_crash_of_the_service(database: str, tmp_path: Path) -> None:
    _survive(database, tmp_path, 200)
