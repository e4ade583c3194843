"""The example clients of the code protocol play whole games, wherever their language is on the machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.support.codes import CodeHost
from tests.support.programs import PATIENCE
from tests.support.server_side import ServerSide

from stolik.games.krazki import GAME as KRAZKI
from stolik.wire.codes import Lost, Won

EXAMPLES = Path(__file__).parents[2] / "examples"
# The compilers and virtual machines of a loaded test machine may take their time; a game of the examples is not timed.
UNHURRIED = ("--move-time", "60")

Language = Callable[[Path, str], list[str]]
"""Makes an example ready, and says how it is started."""


def build(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=5 * PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def need(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on this machine")


def python(folder: Path, name: str) -> list[str]:
    return [sys.executable, str(EXAMPLES / f"{name}.py")]


def cpp(folder: Path, name: str) -> list[str]:
    need("g++")
    source = str(EXAMPLES / f"{name}.cpp")
    build(folder, "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-o", name, source)
    return [str(folder / name)]


def java(folder: Path, name: str) -> list[str]:
    need("javac", "java")
    build(
        folder, "javac", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", ".", str(EXAMPLES / "KrazkiRandom.java")
    )
    return ["java", "-cp", str(folder), "KrazkiRandom"]


def javascript(folder: Path, name: str) -> list[str]:
    need("node")
    return ["node", str(EXAMPLES / f"{name}.js")]


def csharp(folder: Path, name: str) -> list[str]:
    source = str(EXAMPLES / "KrazkiRandom.cs")
    if shutil.which("mcs") and shutil.which("mono"):
        build(folder, "mcs", "-out:KrazkiRandom.exe", source)
        return ["mono", str(folder / "KrazkiRandom.exe")]
    need("dotnet")
    build(folder, "dotnet", "new", "console", "--output", "KrazkiRandom")
    project = folder / "KrazkiRandom"
    shutil.copy(source, project / "Program.cs")
    build(project, "dotnet", "build", "--output", "out")
    return ["dotnet", str(project / "out" / "KrazkiRandom.dll")]


def referee(command: list[str], seed: int, *, client_moves_first: bool) -> None:
    """Plays one game of Krążki against the program at random, and checks all that it says."""
    rng = Random(seed)
    position = KRAZKI.start(rng)
    side = ServerSide(KRAZKI)
    clients_turn, moved = client_moves_first, ""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as client:
        assert client.stdin
        assert client.stdout
        while position.turn is not None:
            move = rng.choice(position.moves())
            if clients_turn:
                client.stdin.write(side.ask(position, moved).text() + "\n")
                line = client.stdout.readline()
                assert line.endswith("\n")
                move = KRAZKI.read_move(side.read(line.rstrip("\n").encode()))
            position = position.play(move)
            moved = KRAZKI.write_move(move)
            clients_turn = not clients_turn
        client.stdin.write((Lost() if clients_turn else Won()).text() + "\n")
        assert client.wait(PATIENCE) == 0
        assert client.stdout.read() == ""


@pytest.mark.parametrize("language", [python, cpp, java, javascript, csharp])
def test_a_random_client_of_krazki_plays_whole_games_on_pipes(tmp_path: Path, language: Language) -> None:
    command = language(tmp_path, "krazki_random")
    for seed in range(4):
        referee(command, seed, client_moves_first=seed % 2 == 0)


@pytest.mark.parametrize("language", [python, cpp, java, javascript, csharp])
def test_a_client_that_is_left_alone_says_so(tmp_path: Path, language: Language) -> None:
    command = language(tmp_path, "krazki_random")
    done = subprocess.run(
        command, input="200 c |cb|\r\n", capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout) == (1, "210 0\n")


@pytest.mark.parametrize("first", [python, cpp])
@pytest.mark.parametrize("second", [python, cpp])
def test_random_clients_of_the_graph_game_play_over_tcp(tmp_path: Path, first: Language, second: Language) -> None:
    commands = [language(tmp_path, "graph_random") for language in (first, second)]
    with CodeHost(tmp_path, "graph", "--games", "1", *UNHURRIED) as host:
        clients = [
            subprocess.Popen([*command, "localhost", str(host.port)], stdout=subprocess.PIPE, text=True)
            for command in commands
        ]
        told = [client.communicate(timeout=PATIENCE)[0].splitlines() for client in clients]
        assert [client.returncode for client in clients] == [0, 0]
        assert host.wait() == 0
    assert {lines[-1] for lines in told} == {"Received: 230", "Received: 240"}


def test_the_examples_stay_short() -> None:
    for example in (*EXAMPLES.glob("*_random.*"), *EXAMPLES.glob("KrazkiRandom.*")):
        assert len(example.read_text().splitlines()) < 130, example
