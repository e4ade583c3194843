"""Asks a running arena over HTTP: for what a test of the page needs and does not have to click together."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any
from urllib.request import Request, urlopen

LOOK_EVERY = 0.05
"""Seconds between two looks at a game or a contest that is being played."""


def ask(address: str, body: object = None, token: str = "") -> Any:
    """What the arena answers to GET, or to POST where there is a body."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers)) as answer:
        return json.load(answer)


def finished_contest(address: str, operator: str, game: str, names: tuple[str, ...], rounds: int = 2) -> str:
    """The id of a contest of random players that has been played."""
    players = [{"name": name, "builtin": "random"} for name in names]
    return played_contest(address, operator, game, players, "round-robin", rounds)


def played_contest(
    address: str, operator: str, game: str, players: Sequence[object], format_: str, rounds: int = 1
) -> str:
    """The id of a contest that has been played."""
    lines = "\n".join(map(json.dumps, players))
    wishes = {"game": game, "format": format_, "rounds": rounds, "players": lines}
    contest: str = ask(f"{address}/api/contests", wishes, operator)["id"]
    while ask(f"{address}/api/contests/{contest}")["contest"]["running"]:
        time.sleep(LOOK_EVERY)
    return contest
