from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner
from tests.support.finished_games import moves_of
from tests.support.finished_games import stored_game as stored

from stolik.cli.main import command
from stolik.cli.study.record_file import RecordError, read_record, read_record_text
from stolik.contract.registry import find_game
from stolik.games.othello import rules as othello
from stolik.tournament.folder import create
from stolik.tournament.plan.assignment import Ending, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament
from stolik.web.records.exports import export


def analyse(*arguments: str | Path, stdin: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(command, ["analyse", *map(str, arguments)], input=stdin)
    return result.exit_code, result.output


@pytest.fixture
def krazki_file(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(export(stored("krazki"), "json").text)
    return file


@pytest.mark.parametrize("name", ["kierki", "krazki", "graph", "othello"])
def test_what_the_page_downloads_and_the_bare_record_are_read(name: str) -> None:
    table = stored(name)
    for text in (export(table, "json").text, msgspec.json.encode(table.record).decode()):
        played = read_record_text(text)
        assert (played.game.name, played.moves) == (name, moves_of(table))
        assert played.game.write(played.start) == table.record.setup


@pytest.mark.parametrize("format_", ["transcript", "ggf"])
def test_othello_is_read_in_its_usual_notations(format_: str) -> None:
    table = stored("othello")
    played = read_record_text(export(table, format_).text)
    assert (played.game.name, played.start, played.moves) == ("othello", othello.START, moves_of(table))


def test_a_match_is_read_from_its_report() -> None:
    table = stored("kierki")
    played = read_record_text(export(table, "report").text)
    assert (played.game.name, played.moves) == ("kierki", moves_of(table))
    assert played.game.write(played.start) == table.record.setup


def test_a_game_of_a_tournament_is_named_by_its_transcript(tmp_path: Path) -> None:
    table = stored("graph")
    players = tuple(Entrant(name, builtin="random") for name in ("z1", "z2"))
    folder = create(tmp_path / "run", Tournament("graph", "round-robin", 1, "seed", players, terms=Terms()))
    writer = folder.writer()
    moves = list(moves_of(table))
    writer.add([Result(7, 1, {"first": "z1", "second": "z2"}, table.record.setup, Ending.RULES, "", (), {}, moves, [])])
    writer.close()
    assert read_record(folder.path / "games" / "00007.txt").moves == tuple(moves)
    with pytest.raises(RecordError, match="has the number '00008'"):
        read_record(folder.path / "games" / "00008.txt")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no game in it"),
        ("hello world", "not a game's record: "),
        ("[a,b,c] IAMN\nhello", "line 2 is not a line of a report: 'hello'"),
        ("[a,b,c] IAMN\n", "there is no deal in this report"),
        ("[a,b,c] IAMN\n[b,a,c] DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC\n", "which cards E was dealt"),
        ("f5e", "nor a pass: 'e'"),
        ("{", "not a game's record: "),
        ("{}", "missing required field"),
        ('{"steps": []}', "downloaded as JSON"),
        ('{"moves": []}', "name FOLDER/games/NUMBER.txt"),
        ('{"game": "chess", "setup": "", "rules": {}}', "no game is called 'chess'"),
        ('{"game": "krazki", "setup": "b", "rules": {}}', "not a colour and stacks"),
        ("(;GM[Othello]BO[8 -- *];)", "not a board"),
        ("a1", "move 1, 'a1'"),
    ],
)
def test_what_is_no_game_gets_one_line_that_says_why(text: str, why: str) -> None:
    code, output = analyse("-", stdin=text)
    assert code == 1
    assert why in output
    assert output.count("\n") == 1


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    code, output = analyse(tmp_path / "picture")
    assert (code, output.count("\n")) == (1, 1)
    assert "is not text" in output


def test_as_json_and_as_lines_there_is_an_opinion_for_each_move(krazki_file: Path) -> None:
    code, whole = analyse(krazki_file, "--json")
    _, lines = analyse(krazki_file, "--json-lines")
    report = json.loads(whole)
    assert (code, report["game"]) == (0, "krazki")
    assert report["opinions"] == [json.loads(line) for line in lines.splitlines()]
    assert set(report["opinions"][0]) == {"ply", "seat", "move", "best", "value", "best_value", "cost", "exact"}
    assert [one["move"] for one in report["opinions"]] == list(moves_of(stored("krazki")))


def test_as_text_it_is_a_table_and_a_sum_for_each_seat(krazki_file: Path) -> None:
    code, output = analyse(krazki_file)
    assert code == 0
    assert output.splitlines()[0].split() == ["move", "by", "played", "value", "best", "best", "value", "cost"]
    assert "\nb: " in output
    assert "\nc: " in output


def test_a_game_without_a_move_is_no_mistake(tmp_path: Path) -> None:
    game = find_game("krazki")
    setup = game.write(game.start(Random(1)))
    (tmp_path / "game.json").write_text(json.dumps({"game": "krazki", "setup": setup, "rules": {}}))
    assert analyse(tmp_path / "game.json") == (0, "No move was made.\n")


def test_one_move_is_one_move() -> None:
    code, printed = analyse("-", "--time", "0.01", stdin="f5 d6 c3")
    assert code == 0, printed
    assert "black: 2 moves," in printed
    assert "white: 1 move," in printed
