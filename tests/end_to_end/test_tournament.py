"""Tournaments as a person runs them: whole, stopped, killed and resumed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.programs import run
from tests.support.tournaments import (
    PATIENCE,
    VILLAINS,
    builtin,
    command,
    game_of,
    processes_left,
    python,
    run_json,
    write_players,
)

from stolik.contract.registry import all_games, find_game
from stolik.tournament.folder import open_folder
from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import plan
from stolik.tournament.referee.play import play

EXAMPLES = Path(__file__).parents[2] / "examples"


def seven(folder: Path) -> Path:
    """Seven players, as in the course's example."""
    return write_players(folder, [builtin(f"Player {number}", "random") for number in range(1, 8)])


def test_one_object_is_printed_and_says_what_it_must(tmp_path: Path) -> None:
    players = write_players(tmp_path, [python("Program", EXAMPLES / "krazki_random.py"), builtin("House", "perfect")])
    summary = run_json(players, "--game", "krazki", "--seed", "7", "--paired", "--out", tmp_path / "out")
    assert (summary["game"], summary["format"], summary["seed"]) == ("krazki", "cyclic", "7")
    assert {"game", "format", "seed", "players", "games"} <= summary.keys()
    best, other = summary["players"]
    assert {"name", "points", "rating", "interval"} <= best.keys()
    assert (best["name"], other["name"]) == ("House", "Program")
    assert best["interval"][0] <= best["rating"] <= best["interval"][1]
    for game in summary["games"]:
        assert {"round", "seats", "winner", "scores", "ending", "reason", "moves"} <= game.keys()
        assert set(game["seats"]) == set(game["scores"]) == {"b", "c"}
        assert game["ending"] == "rules"
        assert game["winner"] in game["seats"].values()
        assert game["moves"]
    one, two = summary["games"][:2]
    assert one["position"] == two["position"]
    assert one["seats"]["b"] == two["seats"]["c"]


def test_the_courses_tournament_of_seven_and_four_rounds_comes_out(tmp_path: Path) -> None:
    summary = run_json(seven(tmp_path), "--game", "graph", "--rounds", "4", "--seed", "1", "--out", tmp_path / "out")
    assert len(summary["games"]) == 28
    opponents = [[int(cell[1:]) for cell in row] for row in summary["crosstable"]]
    assert opponents == [[(i + r) % 7 + 1 for i in range(7)] for r in range(1, 5)]
    again = run_json(seven(tmp_path), "--game", "graph", "--rounds", "4", "--seed", "1", "--out", tmp_path / "again")
    assert _without_times(again) == _without_times(summary)


def _without_times(summary: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: value for key, value in game.items() if key not in ("times", "seconds")} for game in summary["games"]]


@pytest.mark.parametrize("format_", ["round-robin", "swiss", "gauntlet"])
@pytest.mark.parametrize("game", ["krazki", "kierki", "othello"])
def test_every_format_is_played_in_games_for_two_and_for_four(tmp_path: Path, format_: str, game: str) -> None:
    players = write_players(tmp_path, [builtin(f"Player {number}", "random") for number in range(5)])
    summary = run_json(
        players, "--game", game, "--format", format_, "--seed", "1", "--paired", "--out", tmp_path / "out"
    )
    assert summary["games"]
    assert {game["ending"] for game in summary["games"]} == {"rules"}


def test_network_clients_of_the_graph_game_play_too(tmp_path: Path) -> None:
    networked = python(
        "Network", EXAMPLES / "graph_random.py", tcp=[str(EXAMPLES / "graph_random.py"), "{host}", "{port}"]
    )
    players = write_players(tmp_path, [networked, python("Pipes", VILLAINS / "honest.py")])
    summary = run_json(players, "--game", "graph", "--seed", "1", "--out", tmp_path / "out")
    assert {game["ending"] for game in summary["games"]} == {"rules"}, summary["games"]


def interrupted(folder: Path, number: int, rounds: int, after: int) -> Path:
    """A tournament of four programs that gets a signal once that many games are done."""
    out = folder / "out"
    programs = shutil.copytree(VILLAINS, folder / "programs")
    players = write_players(folder, [python(f"Player {i}", programs / "honest.py") for i in range(4)])
    arguments = command("run", players, "--game", "krazki", "--rounds", str(rounds), "--seed", "1", "--out", out)
    arguments.append("--json")
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    until = time.monotonic() + PATIENCE
    while len(finished(out)) < after:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)  # a file is watched, and files do not tell
    os.kill(process.pid, number)
    # The referees hold these pipes too: they end with the last of them.
    said, _ = process.communicate(timeout=PATIENCE)
    assert said == b"", "half an object would be worse than none"
    return out


def finished(out: Path) -> list[dict[str, Any]]:
    """The games that a tournament's folder has."""
    file = out / "games.jsonl"
    return (
        [json.loads(line) for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]
        if file.exists()
        else []
    )


@pytest.mark.parametrize(("number", "rounds"), [(signal.SIGKILL, 15), (signal.SIGINT, 5), (signal.SIGTERM, 5)])
def test_a_stopped_tournament_leaves_nobody_and_resumes_with_the_same_pairings(
    tmp_path: Path, number: int, rounds: int
) -> None:
    out = interrupted(tmp_path, number, rounds, after=Random(rounds).randrange(rounds, 2 * rounds))
    before = finished(out)
    assert rounds <= len(before) < 4 * rounds
    # Nobody waits for those whose tournament was killed; the system ends them.
    assert processes_left(str(tmp_path), within=5 if number == signal.SIGKILL else 0) == []
    summary = run_json("--resume", out)
    planned = plan(open_folder(out).tournament, {})
    assert [(game["number"], game["round"], game["position"], game["seats"]) for game in summary["games"]] == [
        (game.number, game.round, game.setup, {seat: player.name for seat, player in game.seats.items()})
        for game in planned
    ]
    kept = {game["number"]: game["moves"] for game in before}
    assert all(game["moves"] == kept.get(game["number"], game["moves"]) for game in summary["games"])


@pytest.mark.soak
def test_a_thousand_games_killed_at_a_random_moment_resume_with_the_same_pairings(tmp_path: Path) -> None:
    test_a_stopped_tournament_leaves_nobody_and_resumes_with_the_same_pairings(tmp_path, signal.SIGKILL, 250)


def test_a_game_cut_off_while_it_was_written_is_played_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_json(seven(tmp_path), "--game", "krazki", "--rounds", "1", "--seed", "1", "--out", out)
    file = out / "games.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    assert len(finished(out)) == 6
    summary = run_json("--resume", out)
    assert sorted(game["number"] for game in summary["games"]) == list(range(1, 8))
    assert len(finished(out)) == 7


def test_mistakes_are_told_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"name": "A", "builtin": "random"}\n{"name"\n')
    for arguments, words in (
        (["run", str(bad), "--game", "krazki"], "line 2"),
        (["run", "--game", "krazki"], "Missing PLAYERS"),
        (["run", "--resume", str(tmp_path)], "there is no tournament"),
        (["run", str(seven(tmp_path)), "--game", "krazki", "--move-time", "0"], "'0' is not a positive"),
        (["report", str(tmp_path)], "there is no tournament"),
    ):
        done = run("stolik", "tournament", *arguments)
        assert done.returncode == 2, done.stderr
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_the_report_has_four_forms(tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = run_json(seven(tmp_path), "--game", "krazki", "--rounds", "2", "--seed", "1", "--out", out)
    assert "Likelihood of superiority" in run("stolik", "tournament", "report", str(out)).stdout
    assert json.loads(run("stolik", "tournament", "report", str(out), "--format", "json").stdout) == summary
    lines = run("stolik", "tournament", "report", str(out), "--format", "csv").stdout.splitlines()
    assert len(lines) == 8
    page = run("stolik", "tournament", "report", str(out), "--format", "html").stdout
    assert "<script" in page
    assert not re.search(r'(?:src|href)="(?!#)', page), "the page needs nothing else"
    data = re.search(r'id="data">(.*?)</script>', page)
    assert data
    assert len(json.loads(data[1])["games"]) == 14


def test_without_a_sandbox_it_is_said_aloud(tmp_path: Path) -> None:
    players = write_players(tmp_path, [python("A", VILLAINS / "honest.py"), builtin("B", "random")])
    done = run(
        *("stolik", "tournament", "run", str(players), "--game", "krazki", "--no-sandbox"),
        *("--out", str(tmp_path / "out"), "--json"),
    )
    assert "NO SANDBOX" in done.stderr
    assert "NO SANDBOX" in json.loads(done.stdout)["notes"][0]
    for form in ("text", "html"):
        assert "NO SANDBOX" in run("stolik", "tournament", "report", str(tmp_path / "out"), "--format", form).stdout


def test_where_there_is_no_sandbox_programs_are_not_run_unless_one_asks_for_it(tmp_path: Path) -> None:
    players = write_players(tmp_path, [python("A", VILLAINS / "honest.py"), builtin("B", "random")])
    out = tmp_path / "out"
    refused = subprocess.run(
        command("run", players, "--game", "krazki", "--out", out),
        env={**os.environ, "PATH": "/nowhere"}, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert refused.returncode == 1
    assert refused.stderr.startswith("stolik: bubblewrap is not installed")
    assert "--no-sandbox" in refused.stderr
    assert not out.exists()


SLOW = """\
import time
from honest import come, hear, player, say
come()
while True:
    while not player.asked:
        hear()
    time.sleep(0.1)
    say(player.answer())
"""


@pytest.mark.parametrize("game", all_games())
def test_a_program_that_uses_up_its_time_for_the_game_loses_it(game: str) -> None:
    where = ("{host}", "{port}", "{seat}") if find_game(game).protocol else ()
    # The sandbox shows the folder that a program runs in, wherever the clone is, and Python looks for modules there.
    slow = Entrant("Slow", (sys.executable, "-c", SLOW, *where), str(VILLAINS), own=(str(VILLAINS),))
    terms = Terms(move_time=2.0, game_time=0.25)
    result = play(game_of(game, slow, Entrant("House", builtin="random"), terms))
    assert (result.ending, result.by) == ("overtime", find_game(game).seats[0])
    assert "Slow has used up its 0.25 s for the game" in result.reason
    assert result.moves


@pytest.mark.parametrize("page", ["README.md", "docs/tournaments.md"])
def test_the_contest_from_nothing_is_played_as_it_is_written(tmp_path: Path, page: str) -> None:
    written = re.search(r"```sh\n(echo '\{\"name.*?contest\.html\n)```", (EXAMPLES.parent / page).read_text(), re.S)
    assert written
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    path = f"{Path(command()[0]).parent}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", "-e", "-c", written[1]], cwd=tmp_path, env={**os.environ, "PATH": path}, timeout=PATIENCE, check=True
    )
    assert {game["ending"] for game in finished(tmp_path / "contest")} == {"rules"}
    assert "<h2>Standings</h2>" in (tmp_path / "contest.html").read_text()
