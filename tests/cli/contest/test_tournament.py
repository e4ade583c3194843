"""`stolik tournament`: what it says when something is wrong, in one line and without a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.support.tournaments import builtin, write_players

from stolik.cli.contest import tournament_run
from stolik.cli.contest.tournament import command
from stolik.tournament import runner
from stolik.tournament.folder import Folder, open_folder
from stolik.tournament.guard import GaveUp


def stolik(*arguments: str | Path) -> Result:
    """`stolik tournament` with these arguments."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A tournament that was played."""
    players = write_players(tmp_path, [builtin("Ann", "perfect"), builtin("Bob", "random")])
    done = stolik(
        "run", players, "--game", "krazki", "--rounds", "2", "--seed", "1", "--out", tmp_path / "out", "--json"
    )
    assert done.exit_code == 0, done.output
    return open_folder(tmp_path / "out")


@pytest.mark.parametrize("format_", ["text", "json", "csv", "html"])
def test_a_report_into_a_missing_folder_is_refused_in_one_line(folder: Folder, tmp_path: Path, format_: str) -> None:
    done = stolik("report", folder.path, "--format", format_, "-o", tmp_path / "missing" / "report")
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        f"Error: {str(tmp_path / 'missing' / 'report')!r} cannot be written: No such file or directory"
    ]


def test_a_bad_line_is_told_by_report_and_by_resume_and_its_game_is_played_again(folder: Folder) -> None:
    file = folder.path / "games.jsonl"
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], lines[1][:50], *lines[2:]]) + "\n")
    report = stolik("report", folder.path, "--format", "json")
    assert "games.jsonl, line 2 cannot be read" in report.stderr
    lost = json.loads(lines[1])["number"]
    assert {game["number"] for game in json.loads(report.stdout)["games"]} == {1, 2, 3, 4} - {lost}
    resumed = stolik("run", "--resume", folder.path, "--json")
    assert "line 2 cannot be read" in resumed.stderr
    assert [game["number"] for game in json.loads(resumed.stdout)["games"]] == [1, 2, 3, 4]


def test_a_second_run_of_a_folder_is_refused(folder: Folder) -> None:
    writer = folder.writer()
    done = stolik("run", "--resume", folder.path)
    writer.close()
    assert done.exit_code == 2
    assert "is in use" in done.output


@pytest.mark.parametrize(
    "more", [["--rounds", "9"], ["--game", "graph"], ["--move-time", "1"], ["--memory", "64"], ["--size", "9,9"]]
)
def test_resume_refuses_what_would_change_the_tournament(folder: Folder, more: list[str]) -> None:
    done = stolik("run", "--resume", folder.path, *more)
    assert done.exit_code == 2
    assert f"--resume goes on with a tournament as it was drawn: {more[0]} cannot be given" in done.output
    assert stolik("run", "--resume", folder.path, "--concurrency", "1", "--json").exit_code == 0


def test_the_size_of_a_graph_and_positions_of_a_file_are_played(tmp_path: Path) -> None:
    players = write_players(tmp_path, [builtin("Ann", "random"), builtin("Bob", "random")])
    sized = stolik("run", players, "--game", "graph", "--size", "9,12", "--out", tmp_path / "sized", "--json")
    assert {game["position"][:4] for game in json.loads(sized.stdout)["games"]} <= {f"9 {token} " for token in range(9)}
    file = tmp_path / "positions.txt"
    file.write_text("b |bc|cb|\nc |b|c|\n")
    own = stolik("run", players, "--game", "krazki", "--positions", file, "--out", tmp_path / "own", "--json")
    assert [game["position"] for game in json.loads(own.stdout)["games"]] == ["b |bc|cb|", "c |b|c|"]


@pytest.mark.parametrize(
    ("game", "arguments", "words"),
    [
        ("krazki", ["--size", "5"], "the starts of krazki have one size only"),
        ("graph", ["--size", "big"], "'big' is not a list of numbers such as 32,72"),
        ("graph", ["--size", "32"], "two numbers: vertices and edges"),
        ("graph", ["--size", "9,99"], "a connected graph of 9 vertices has 8 to 36 edges"),
        ("graph", ["--size", "9999,99999"], "2 to 200 vertices"),
        ("krazki", ["--positions", "FILE"], "line 2: "),
        ("krazki", ["--positions", "FILE", "--size", "5"], "cannot be given together"),
        ("krazki", ["--memory", "1"], "'--memory': 1 is not in the range"),
        ("krazki", ["--move-time", "nan"], "'nan' is not a positive number of seconds"),
    ],
)
def test_a_start_or_a_limit_that_cannot_be_is_refused_in_words(
    tmp_path: Path, game: str, arguments: list[str], words: str
) -> None:
    players = write_players(tmp_path, [builtin("Ann", "random"), builtin("Bob", "random")])
    (tmp_path / "FILE").write_text("b |bc|cb|\nb |bd|\n")
    given = [str(tmp_path / "FILE") if word == "FILE" else word for word in arguments]
    done = stolik("run", players, "--game", game, *given, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert words in done.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            [],
            "and the referees need one: 3 cores for 1 x 2 programs, and there are 2",
        ),
        (["--cluster", "tcp://127.0.0.1:9"], "that cannot be done with --cluster"),
    ],
)
def test_pondering_is_refused_where_programs_cannot_have_cores_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.setattr(runner, "usable_cores", lambda: 2)
    players = write_players(tmp_path, [{"name": name, "program": "sh"} for name in ("Ann", "Bob")])
    given = ["--no-sandbox", "--pondering", *arguments, "--out", str(tmp_path / "out")]
    done = stolik("run", players, "--game", "krazki", *given)
    assert done.exit_code == 2
    assert words in " ".join(done.output.split())
    assert not (tmp_path / "out").exists()


def test_our_own_players_need_no_cores_for_pondering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "usable_cores", lambda: 2)
    players = write_players(tmp_path, [builtin("Ann", "random"), builtin("Bob", "random")])
    done = stolik("run", players, "--game", "krazki", "--pondering", "--out", tmp_path / "out", "--json")
    assert done.exit_code == 0, done.output


def test_programs_that_could_kill_the_tournament_are_named_and_it_is_guarded(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_run, "able_to_kill", lambda _: ["Ann"])
    monkeypatch.setattr(tournament_run, "run_guarded", lambda attempt, progress: attempt() + progress()[0])
    done = stolik("run", "--resume", folder.path)
    assert "This system lets Ann kill the tournament." in done.stderr
    assert "Bob" in done.stdout
    assert (folder.path / "killed.json").exists()
    lock = folder.writer()
    try:
        assert "in use" in stolik("run", "--resume", folder.path).output
    finally:
        lock.close()


@pytest.mark.parametrize(
    ("raised", "told"), [(GaveUp("killed 5 times"), "killed 5 times; "), (KeyboardInterrupt(), "stopped; ")]
)
def test_a_guard_that_ends_says_how_to_go_on(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, raised: BaseException, told: str
) -> None:
    def guarded(*_: object) -> int:
        raise raised

    monkeypatch.setattr(tournament_run, "able_to_kill", lambda _: ["Ann"])
    monkeypatch.setattr(tournament_run, "run_guarded", guarded)
    done = stolik("run", "--resume", folder.path)
    assert done.stderr.splitlines()[-1].startswith(told)
    assert "--resume" in done.stderr.splitlines()[-1]
