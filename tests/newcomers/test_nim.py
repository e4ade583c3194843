"""The fifth game of `examples/nim`, from its installation to its replay: nothing of ours knows of it."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from tests.support.newcomer import PATIENCE, Newcomer
from tests.support.peer import Peer
from tests.support.served import served

LINES = 120


def test_it_is_written_in_at_most_120_lines_of_python(nim: Newcomer) -> None:
    source = Path(__file__).parents[2] / "examples" / "nim"
    assert sum(len(file.read_text().splitlines()) for file in source.rglob("*.py")) <= LINES


def test_it_keeps_what_every_game_promises(nim: Newcomer) -> None:
    said = nim.test()
    assert " passed" in said
    assert "failed" not in said


def test_it_is_listed_with_the_package_that_it_comes_from(nim: Newcomer) -> None:
    told: dict[str, Any] = json.loads(nim.run("games", "--json"))
    assert told["faulty"] == {}
    (one,) = (game for game in told["games"] if game["name"] == "nim")
    assert one | {"players": ["random"], "missing": {}} == {
        "name": "nim",
        "title": "Nim",
        "seats": ["first", "second"],
        "hidden": False,
        "variants": [],
        "players": ["random"],
        "missing": {},
        "protocol": "codes",
        "port": None,
        "package": "stolik-nim",
        "version": "1.0",
    }
    assert "random" in one["players"]


def test_two_people_play_it_in_a_terminal(nim: Newcomer) -> None:
    # Whole heaps, from the last one on: the one who takes heap 1 has taken the last match.
    typed = "".join(f"{heap} {n}\n" for heap in (5, 4, 3, 2, 1) for n in (7, 6, 5, 4, 3, 2, 1))
    said = nim.run("play", "nim", "--seed", "1", typed=typed)
    assert "heap 1: ||" in said
    assert "Legal moves: 1 1, " in said
    assert "Not played: you cannot take 7 from heap 1." in said
    assert " wins: first " in said


def test_one_plays_it_against_a_bot_in_a_terminal(nim: Newcomer) -> None:
    typed = "".join(f"{heap} 1\n" for heap in (1, 2, 3, 4, 5)) * 40
    said = nim.run("play", "nim", "--against", "random", "--you", "second", "--seed", "1", typed=typed)
    assert "First (random) plays " in said
    assert " wins: first " in said


@pytest.fixture
def host(nim: Newcomer) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A host of one game from three known heaps, and its port."""
    position = ("--position", "first 1 2 3")
    process = nim.start("host", "nim", "--port", "0", "--games", "1", "--move-time", "60", *position)
    assert process.stderr is not None
    try:
        with process:
            yield process, int(process.stderr.readline().split()[-1])
    finally:
        process.kill()


def test_two_bots_meet_at_a_table_over_tcp(nim: Newcomer, host: tuple[subprocess.Popen[str], int]) -> None:
    process, port = host
    bots = [nim.start("bot", "nim", "--strength", "random", "--port", str(port)) for _ in range(2)]
    for bot in bots:
        with bot:
            assert bot.wait(PATIENCE) == 0
    assert process.wait(PATIENCE) == 0


def test_two_clients_play_it_over_tcp_line_by_line(host: tuple[subprocess.Popen[str], int]) -> None:
    process, port = host
    one, two = Peer(port, end="\n"), Peer(port, end="\n")
    one.expect("200 first 1 2 3")
    one.say("210 3 3")
    two.expect("200 second 1 2 0")
    two.say("210 2 1")
    one.expect("220 2 1")
    one.say("210 1 1")
    two.expect("220 1 1")
    two.say("210 2 1")
    one.expect("240")
    two.expect("230")
    assert process.wait(PATIENCE) == 0


def test_a_program_of_20_lines_plays_a_tournament_on_its_standard_streams(nim: Newcomer, tmp_path: Path) -> None:
    out = tmp_path / "contest"
    terms = ("--move-time", "30", "--start-time", "60", "--no-sandbox", "--paired", "--rounds", "4", "--seed", "1")
    said = nim.run("tournament", "run", "players.jsonl", "--game", "nim", *terms, "--out", str(out), "--json")
    told: dict[str, Any] = json.loads(said)
    assert told["game"] == "nim"
    (client,) = (player for player in told["players"] if player["name"] == "Client")
    assert client["faults"] == {}
    assert client["won"] > client["games"] / 2, "it knows the theory, and the house plays at random"
    transcript = sorted((out / "games").glob("*.txt"))[0].read_text()
    assert "200 first " in transcript


def ask(address: str, path: str, body: object = None, token: str = "") -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers)) as answer:
        return json.loads(answer.read())


def finished(address: str, table: str) -> Any:
    """The record of a table, once its game is over and written down."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return ask(address, f"/api/records/{table}")
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.CONFLICT or time.monotonic() > until:
                raise
            time.sleep(0.05)


def test_bots_play_it_at_a_table_of_the_service_and_it_is_replayed_and_exported(nim: Newcomer, tmp_path: Path) -> None:
    with served(str(tmp_path / "arena.db"), stolik=nim.bin / "stolik") as address:
        assert "nim" in [game["name"] for game in ask(address, "/api/games")]
        token = ask(address, "/api/session", {"name": "Ada"})["token"]
        bot = {"kind": "bot", "name": "random"}
        table = ask(address, "/api/tables", {"game": "nim", "seats": {"first": bot, "second": bot}}, token)
        replay = finished(address, table["id"])
        assert replay["outcome"]["ending"] == "rules"
        assert set(replay["steps"][-1]["view"]["text"]) <= set("heap 12345:\n"), "no match is left"
        exported = ask(address, f"/api/records/{table['id']}/export?format=json")
    assert exported["record"]["game"] == "nim"
    assert exported["record"]["setup"].startswith("first ")
    file = tmp_path / "nim.json"
    file.write_text(json.dumps(exported))
    said = nim.run("analyse", str(file), code=1)
    assert "nim has no critic" in said
