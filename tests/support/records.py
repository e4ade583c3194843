"""A store with a finished game in it, for tests of what reads records."""

from __future__ import annotations

from pathlib import Path

from tests.support.store import ADA, BOB, keep, played_game

from stolik.contract import Player
from stolik.contract.registry import find_game
from stolik.store.store import open_store


async def store_a_game(file: Path | str, game: str, seed: int, ended: float = 100.0) -> str:
    """Keeps a whole random game between Ada and Bob, who take the seats in turn; returns its id."""
    record, outcome = played_game(game, seed)
    seats: dict[str, Player] = {seat: (ADA, BOB)[place % 2] for place, seat in enumerate(find_game(game).seats)}
    async with open_store(file) as store:
        return await keep(store, record, seats, outcome, ended)
