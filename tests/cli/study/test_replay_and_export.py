"""`stolik replay` and `stolik export`: a finished game in the terminal, and in notations of other programs."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import subprocess
import time
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from tests.support.loop import in_loop
from tests.support.programs import PATIENCE, program
from tests.support.records import store_a_game
from tests.support.store import played_game
from tests.support.tournaments import builtin, run_json, write_players

from stolik.cli.main import command
from stolik.contract.registry import all_games


def call(*arguments: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)), input=typed)


@pytest.fixture(params=list(all_games()))
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The record of a whole game, for each game."""
    file = tmp_path / f"{request.param}.json"
    file.write_bytes(msgspec.json.encode(played_game(request.param, 3)[0]))
    return file


def test_every_position_of_any_game_is_shown(record: Path) -> None:
    done = call("replay", record)
    assert done.exit_code == 0, done.output
    moves = sum(1 for entry in json.loads(record.read_text())["entries"] if entry["input"]["type"] == "play")
    assert f"Move 0 of {moves}\n" in done.output
    assert f"Move {moves} of {moves}\n" in done.output
    assert "player 0" in done.output
    assert "\x1b" not in done.output


def test_a_game_is_written_in_each_of_its_notations_and_read_back(record: Path, tmp_path: Path) -> None:
    for name in call("export", record, "--formats").output.split():
        done = call("export", record, "--format", name, "-o", tmp_path / name)
        assert done.exit_code == 0, done.output
        assert (tmp_path / name).read_text()
    again = call("export", tmp_path / "json", "--format", "json")
    assert json.loads(again.output)["record"] == json.loads((tmp_path / "json").read_text())["record"]


def test_one_position_and_one_seat_can_be_chosen(tmp_path: Path) -> None:
    file = tmp_path / "kierki.json"
    file.write_bytes(msgspec.json.encode(played_game("kierki", 3)[0]))
    hands = {seat: call("replay", file, "--move", "0", "--seat", seat).output for seat in "NESW"}
    assert len({output.partition("Your cards")[2] for output in hands.values()}) == 4
    assert call("replay", file, "--move", "9999").exit_code == 2
    assert "'X' is not a seat of kierki" in call("replay", file, "--seat", "X").output


def test_a_transcript_from_standard_input_is_replayed_at_a_pace() -> None:
    done = call("replay", "-", "--pace", "0", typed="f5d6c3\n")
    assert done.output.count("Move ") == 4
    assert "The game ended here" not in done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "none.json"], "there is no file 'none.json'"),
        (["export", "none.json"], "there is no file 'none.json'"),
        (["replay", "nosuchid", "--db", "none.db"], "there is no file 'none.db'"),
    ],
)
def test_a_game_that_is_not_there_is_named(arguments: list[str], words: str) -> None:
    done = call(*arguments)
    assert done.exit_code == 1
    assert words in done.output


def test_what_is_not_a_game_or_not_a_notation_or_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("what is this")
    (tmp_path / "b.bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "c.txt").write_text("f5d6")
    assert "not a game's record" in call("replay", tmp_path / "a.txt").output
    assert "is not text" in call("export", tmp_path / "b.bin").output
    assert "othello is not written as 'pgn'" in call("export", tmp_path / "c.txt", "--format", "pgn").output
    assert "cannot write" in call("export", tmp_path / "c.txt", "-o", tmp_path / "none" / "x").output
    (tmp_path / "d.txt").write_text("f5a1")
    assert "move 2, 'a1', cannot be made" in call("replay", tmp_path / "d.txt").output


@in_loop
async def _store(file: Path) -> None:
    await store_a_game(file, "othello", seed=1)


def test_a_game_of_a_store_is_found_by_its_id(tmp_path: Path) -> None:
    import stolik

    _store(tmp_path / "stolik.db")
    (one,) = stolik.records(tmp_path / "stolik.db")
    done = call("export", one.id, "--db", tmp_path / "stolik.db")
    assert done.output == "".join(one.moves) + "\n"
    assert call("replay", "nobody", "--db", tmp_path / "stolik.db").exit_code == 1


def test_a_game_of_a_tournament_has_its_players_names(tmp_path: Path) -> None:
    players = write_players(tmp_path, [builtin("Ada", "best"), builtin("Bob", "random")])
    run_json(players, "--game", "krazki", "--out", tmp_path / "run", "--seed", "1")
    done = call("replay", tmp_path / "run" / "games" / "00001.txt", "--move", "0")
    assert "Ada" in done.output
    assert "Bob" in done.output


def _press(keyboard: int, key: bytes, wanted: bytes) -> None:
    """Presses a key until the screen shows something: what is typed before the program waits for it is lost."""
    shown, deadline = b"", time.monotonic() + PATIENCE
    while not (wanted in shown and b"q: quit" in shown.partition(wanted)[2]):
        assert time.monotonic() < deadline, shown
        if select.select([keyboard], [], [], 0.5)[0]:
            shown += os.read(keyboard, 4096)
        else:
            os.write(keyboard, key)


def test_keys_go_forward_and_back_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("f5d6c3")
    keyboard, terminal = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen(
        [program("stolik"), "replay", str(tmp_path / "game.txt")],
        stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True,
    ) as process:  # fmt: skip
        os.close(terminal)
        for key, wanted in ((b"", b"Move 0 of 3"), (b"G", b"Move 3 of 3"), (b"b", b"Move 2 of 3")):
            _press(keyboard, key, wanted)
        while process.poll() is None:
            os.write(keyboard, b"q")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2)
        assert process.returncode == 0
    os.close(keyboard)
