"""Finished games for tests of the page, and the page of a replay."""

from __future__ import annotations

import functools
import time
from itertools import cycle
from typing import Any

from playwright.sync_api import Page, expect
from tests.support.asking import LOOK_EVERY, ask
from tests.support.visitor import PATIENCE, House

from stolik.contract.registry import find_game


def finished(address: str, game: str, name: str, *bots: str) -> str:
    """The id of a game that bots have played to its end: those, or else random ones."""
    token = ask(f"{address}/api/session", {"name": name})["token"]
    players = cycle(bots or ("random",))
    seats = {seat: {"kind": "bot", "name": next(players)} for seat in find_game(game).seats}
    table: str = ask(f"{address}/api/tables", {"game": game, "seats": seats}, token)["id"]
    while ask(f"{address}/api/tables/{table}")["stage"] != "over":
        time.sleep(LOOK_EVERY)  # the bots need the processor
    return table


@functools.cache
def random_game(address: str, game: str) -> str:
    """The id of a game of random bots, the same for every test that only looks at it."""
    return finished(address, game, f"{game}Host")


def ply(page: Page) -> int:
    return int(page.locator(".transport input").input_value())


def open_replay(house: House, game: str, name: str, *, phone: bool = False, **options: Any) -> Page:
    one = (house.phone if phone else house.visitor)(**options).come_in(name)
    page = one.go(f"/replay/{random_game(house.address, game)}")
    expect(page.locator(".transport")).to_be_visible(timeout=PATIENCE)
    return page
