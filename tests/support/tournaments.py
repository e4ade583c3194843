"""Tournaments for tests: players files, runs of the program, and what must not be left behind."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.programs import program

from stolik.contract.registry import find_game
from stolik.games.kierki.rules import random_match
from stolik.tournament.plan.assignment import Assignment, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.bubblewrap import NoSandbox, Sandbox, find_sandbox

PATIENCE = 600.0
VILLAINS = Path(__file__).parents[1] / "villains"


def write_players(folder: Path, players: Iterable[Mapping[str, Any]]) -> Path:
    """A players file in the folder."""
    file = folder / "players.jsonl"
    file.write_text("".join(json.dumps(player) + "\n" for player in players))
    return file


def python(name: str, script: Path | str, **more: Any) -> dict[str, Any]:
    """A player whose program is a Python script."""
    return {"name": name, "program": sys.executable, "args": [str(script)], **more}


def builtin(name: str, player: str) -> dict[str, Any]:
    """One of our own players."""
    return {"name": name, "builtin": player}


def game_of(game: str, first: Entrant, second: Entrant, terms: Terms) -> Assignment:
    """A short game of two, with random players of ours in the seats that are left."""
    rules = find_game(game)
    position = random_match(Random(1), kinds=(1,)) if game == "kierki" else rules.start(Random(1))
    house = [Entrant(f"house {number}", builtin="random") for number in range(len(rules.seats) - 2)]
    seats = dict(zip(rules.seats, [first, second, *house], strict=True))
    return Assignment(1, 1, game, rules.write(position), seats, "1", terms)


def sandbox_or_skip(memory: int = 64) -> Sandbox:
    """The sandbox of this machine; skips the test where there is none."""
    try:
        return find_sandbox(memory, True)
    except NoSandbox as error:
        pytest.skip(str(error))


def command(*arguments: str | Path) -> list[str]:
    """The command line of a tournament."""
    return [program("stolik"), "tournament", *map(str, arguments)]


def run_json(*arguments: str | Path) -> dict[str, Any]:
    """Runs a tournament to its end: the one object that it prints."""
    run = subprocess.run(
        command("run", *arguments, "--json"), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert run.returncode == 0, run.stderr
    summary: dict[str, Any] = json.loads(run.stdout)
    return summary


def processes_left(text: str, within: float = 5.0) -> list[str]:
    """The command lines of the processes naming the text that are still there after a while, if any are."""
    until = time.monotonic() + within
    while (left := processes_naming(text)) and time.monotonic() < until:
        time.sleep(0.01)  # nobody tells of the death of a process that is not one's own
    return left


def processes_naming(text: str) -> list[str]:
    """The command lines of all running processes that name the text."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in line:
            found.append(line)
    return found
