"""The villains' gallery: each loses its own game, for the right reason and in time, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import shutil
import socket
import time
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from tests.support.tournaments import VILLAINS, processes_naming, python, run_json, write_players

from stolik.tournament.sandbox import find_sandbox

EXPECTED = {
    "hangs_at_once": ("overtime", "went silent"),
    "hangs_mid_game": ("overtime", "went silent"),
    "answers_too_late": ("overtime", "answered after 0."),
    "never_reads": ("overtime", "went silent"),
    "changes_group": ("overtime", "went silent"),
    "floods_stdout": ("foul", "longer than 64 bytes"),
    "floods_stderr": ("foul", "stderr"),
    "forks_and_holds": ("gone", "left"),
    "exits_early": ("gone", "exit code 0"),
    "segfaults": ("crash", "crash (signal 11)"),
    "eats_memory": ("crash", "crash (exit code 1)"),
    "answers_before_asked": ("foul", ""),
    "answers_twice": ("foul", "spoke out of turn"),
    "plays_illegally": ("foul", "illegal move"),
    "sends_210_alone": ("foul", "not 210 and a move: '210'"),
    "sends_no_number": ("foul", "seven"),
    "sends_negative": ("foul", "-1"),
    "sends_a_megabyte": ("foul", "longer than 64 bytes"),
    "sends_invalid_utf8": ("foul", "ff"),
    "sends_nuls": ("foul", "x00"),
    "closes_stdin": ("gone", "closed its input"),
    "tries_the_network": ("foul", "network"),
    "tries_the_files": ("foul", "files"),
    "no_program": ("start", "could not be started"),
}
# A sandbox holds the pipe open in its stead, so that all that can be seen of it is silence.
IN_A_SANDBOX = {"closes_stdin": ("overtime", "went silent")}
CODES = {"overtime": ("231", "241"), "foul": ("230", "999")}

START_TIME, MOVE_TIME, LEAVE_TIME = 3.0, 0.3, 1.0
CONCURRENCY = 3
# Without a sandbox these would succeed, on the machine of whoever runs the tests.
ONLY_IN_A_SANDBOX = ("tries_the_network", "tries_the_files")


class Gallery(NamedTuple):
    """A tournament of an honest player against every villain."""

    games: dict[str, dict[str, Any]]
    folder: Path
    seconds: float
    visits: list[str]
    sandbox: bool
    mark: str

    def game_of(self, villain: str) -> dict[str, Any]:
        """The game of a villain, if it was let in."""
        if not self.sandbox and villain in ONLY_IN_A_SANDBOX:
            pytest.skip("it would do what it tries")
        return self.games[villain]

    def last_line(self, number: int, seat: str) -> str:
        """The last thing that a seat's program was told."""
        lines = (self.folder / "out" / "games" / f"{number:05}.txt").read_text().splitlines()
        return [line for line in lines if f" {seat} < " in line][-1].split(" < ")[1]

    def stderr(self, villain: str) -> str:
        """What a villain wrote on its stderr."""
        game = self.games[villain]
        seat = next(seat for seat, name in game["seats"].items() if name == villain)
        return (self.folder / "out" / "games" / f"{game['number']:05}-{seat}.stderr.txt").read_text()


@pytest.fixture(
    scope="module",
    params=[("krazki", True), ("graph", True), ("krazki", False)],
    ids=["krazki", "graph", "krazki without a sandbox"],
)
def gallery(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    game, sandbox = request.param
    if sandbox and find_sandbox(64, True).bwrap is None:
        pytest.skip("bubblewrap is not here, or may not make namespaces")
    folder = tmp_path_factory.mktemp("villains")
    programs = folder / "programs"
    mark = f"stolik-villain-{uuid4()}"
    names = [name for name in EXPECTED if sandbox or name not in ONLY_IN_A_SANDBOX]
    shutil.copytree(VILLAINS, programs)
    (programs / "no_program").chmod(0o755)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        env = {"VILLAIN_PORT": str(listening.getsockname()[1]), "VILLAIN_MARK": mark}
        players = [python("honest", programs / "honest.py")]
        players += [python(name, programs / f"{name}.py", env=env) for name in names if name != "no_program"]
        players.append({"name": "no_program", "program": "programs/no_program"})
        began = time.monotonic()
        summary = run_json(
            *(write_players(folder, players), "--game", game, "--format", "gauntlet", "--out", folder / "out"),
            *("--seed", "1", "--move-time", str(MOVE_TIME), "--start-time", str(START_TIME), "--memory", "128"),
            *("--concurrency", str(CONCURRENCY), "--sandbox" if sandbox else "--no-sandbox"),
        )
        seconds = time.monotonic() - began
        listening.setblocking(False)
        visits = []
        with contextlib.suppress(BlockingIOError):
            visitor, address = listening.accept()
            visitor.close()
            visits.append(str(address))
    games = {next(name for name in game["seats"].values() if name != "honest"): game for game in summary["games"]}
    return Gallery(games, folder, seconds, visits, sandbox, mark)


@pytest.mark.parametrize("villain", EXPECTED)
def test_a_villain_loses_its_own_game_for_the_right_reason(gallery: Gallery, villain: str) -> None:
    game = gallery.game_of(villain)
    ending, words = (IN_A_SANDBOX if gallery.sandbox else {}).get(villain, EXPECTED[villain])
    assert (game["ending"], game["winner"]) == (ending, "honest"), game["reason"]
    assert villain in game["reason"]
    assert words in game["reason"]


@pytest.mark.parametrize("villain", [name for name, (ending, _) in EXPECTED.items() if ending in CODES])
def test_both_are_told_the_right_code(gallery: Gallery, villain: str) -> None:
    game = gallery.game_of(villain)
    winner, loser = CODES[game["ending"]]
    for seat, name in game["seats"].items():
        told = gallery.last_line(game["number"], seat)
        assert told.split()[0] == (winner if name == "honest" else loser)


def test_no_process_is_left(gallery: Gallery) -> None:
    assert processes_naming(str(gallery.folder)) == []


def test_it_takes_no_longer_than_the_limits_allow(gallery: Gallery) -> None:
    a_game = START_TIME + MOVE_TIME + LEAVE_TIME
    # Programs start and games are refereed on a machine that does other things too.
    slack = 2.0
    assert gallery.seconds < len(EXPECTED) * (a_game + slack) / CONCURRENCY


def test_no_file_and_no_visit_is_left_by_those_in_the_sandbox(gallery: Gallery) -> None:
    if not gallery.sandbox:
        pytest.skip("without a sandbox files can be written; that is said aloud")
    assert gallery.visits == []
    assert "connected" not in gallery.stderr("tries_the_network")
    stderr = gallery.stderr("tries_the_files")
    assert stderr.count("refused") == 3, stderr
    assert not [place for place in ("/tmp", "/etc", "/var/tmp", "/dev/shm") if (Path(place) / gallery.mark).exists()]
    assert sorted(path.name for path in (gallery.folder / "programs").iterdir() if path.is_file()) == sorted(
        path.name for path in VILLAINS.iterdir() if path.is_file()
    )


def test_every_villain_is_in_the_gallery() -> None:
    files = {file.stem for file in VILLAINS.iterdir() if file.is_file()}
    assert files - {"honest", "kierki"} == set(EXPECTED)
