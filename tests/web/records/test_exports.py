"""Finished games as files, against what the rules and the document say they hold."""

from __future__ import annotations

import json
import re
from random import Random

import msgspec
import pytest
from tests.support.kierki import expected_lines, some_deals
from tests.support.store import ADA, BOB, played_game

from stolik.contract import HouseRules, Kind, Player
from stolik.contract.registry import find_game
from stolik.games.kierki.match_file import write_deals
from stolik.games.kierki.rules import SEATS
from stolik.games.othello.rules import START, Position, opponent, read_square
from stolik.store.stored import StoredTable, TableFacts
from stolik.table.inputs import Foul, Play, Sit
from stolik.table.record import Record, open_table
from stolik.web.records.exports import export, formats_of
from stolik.web.records.records import record_shape


def stored(name: str, seed: int) -> StoredTable:
    record, outcome = played_game(name, seed)
    seats = dict(zip(find_game(name).seats, (ADA, BOB), strict=False))
    return StoredTable(
        TableFacts("x1", name, record.entries[0].at, seats, None, record.entries[-1].at, outcome), record
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_ggf_game_replays_to_the_same_end_with_its_passes(seed: int) -> None:
    game = stored("othello", seed)
    text = export(game, "ggf").text
    assert text.startswith("(;GM[Othello]")
    assert "PB[Ada]PW[Bob]" in text
    position, turn = START, "black"
    for colour, move in re.findall(r"([BW])\[(\w\w)\]", text.partition("BO[")[2].partition("]")[2]):
        assert colour == turn[0].upper()
        if move == "PA":
            assert position.turn == opponent(turn)
        else:
            position = position.play(read_square(move.lower()))
        turn = opponent(turn)
    assert position.turn is None
    scores = position.scores
    assert f"RE[{scores['black'] - scores['white']:+d}]" in text


def test_a_move_that_a_quick_player_chose_is_told_in_the_json_export_and_in_the_steps() -> None:
    table, record = open_table(find_game("othello"), START, HouseRules())
    for seat in ("black", "white"):
        table.take(Sit(seat, seat), 0.0)
    table.take(Play("black", "f5", stand_in=True), 1.0)
    table.take(Play("white", "d6"), 2.0)
    game = StoredTable(TableFacts("x1", "othello", 0.0, {}), record)
    exported = [entry["input"] for entry in json.loads(export(game, "json").text)["record"]["entries"]]
    assert [play.get("stand_in") for play in exported[2:]] == [True, None]
    shown = json.loads(msgspec.json.encode(record_shape(game)))["steps"]
    assert [step.get("stand_in") for step in shown] == [None, True, None]


def test_a_name_cannot_end_its_own_field() -> None:
    game = stored("othello", 1)
    facts = TableFacts("x1", "othello", 0.0, {"black": Player("a]RE[+64", Kind.PERSON)}, None, 1.0, game.facts.outcome)
    assert "PB[a\\]RE[+64]" in export(StoredTable(facts, game.record), "ggf").text


def test_a_kierki_match_is_written_as_its_own_file_and_as_a_report() -> None:
    deals = some_deals((3, 7))
    game = honest_match(write_deals(deals))
    assert export(game, "kierki").text == write_deals(deals)
    report = export(game, "report").text
    lines = [re.fullmatch(r"\[(\w+),(\w+),(\S{23})\] (.*)", line) for line in report.split("\r\n")[:-1]]
    told: dict[str, list[str]] = {seat: [] for seat in SEATS}
    said = 0
    for line in lines:
        assert line
        if line[1] == "server":
            told[line[2]].append(line[4])
        else:
            said += 1
    assert told == expected_lines(deals)
    assert said == 4 + 2 * 52


def honest_match(setup: str) -> StoredTable:
    """A match in which everybody plays their lowest card."""
    kierki = find_game("kierki")
    table, record = open_table(kierki, kierki.read(setup), HouseRules())
    for seat in SEATS:
        table.take(Sit(seat, seat), 1.0)
    while table.position.turn is not None:
        table.take(Play(table.position.turn, kierki.write_move(table.position.moves()[0])), 2.0)
    return StoredTable(TableFacts("x2", "kierki", 0.0, {}, None, 2.0, table.outcome), record)


def said_in(report: str) -> list[tuple[str, str, str]]:
    found = [re.fullmatch(r"\[(\w+),(\w+),\S{23}\] (.*)", line) for line in report.splitlines()]
    return [(line[1], line[2], line[3]) for line in found if line]


@pytest.mark.parametrize("name", ["krazki", "graph"])
def test_the_exchange_of_lines_of_a_code_game_is_the_one_that_its_document_describes(name: str) -> None:
    game = stored(name, 3)
    first, second = find_game(name).seats
    lines = said_in(export(game, "report").text)
    moves = [entry.input.move for entry in game.record.entries if isinstance(entry.input, Play)]
    assert [line for sender, _, line in lines if sender != "server"] == [f"210 {move}" for move in moves]
    codes = {seat: [line[:3] for _, to, line in lines if to == seat] for seat in (first, second)}
    assert codes[first][0] == codes[second][0] == "200"
    assert set(codes[first][1:-1]) <= {"220"}
    assert {codes[first][-1], codes[second][-1]} == {"230", "240"}
    assert game.facts.outcome is not None
    assert codes[game.facts.outcome.winners[0]][-1] == "230"


@pytest.mark.parametrize(
    ("foul", "line"),
    [
        (Foul("first", "not a vertex: 'x'", line="210 x"), "210 x"),
        (Play("first", "31"), "210 31"),
        (Play("second", "3"), "210 3"),
    ],
)
def test_the_exchange_of_lines_has_the_one_that_lost_the_game(foul: Foul | Play, line: str) -> None:
    graph = find_game("graph")
    table, record = open_table(graph, graph.read("4 0 3 0 1 1 2 2 3"), graph.house_rules)
    for seat in graph.seats:
        table.take(Sit(seat, seat), 0.0)
    table.take(foul, 0.1)
    facts = TableFacts("x5", "graph", 0.0, {}, None, 0.1, table.outcome)
    lines = said_in(export(StoredTable(facts, record), "report").text)
    assert [told for told in lines if told[1] == "server"] == [(foul.seat, "server", line)]
    assert lines.index((foul.seat, "server", line)) < lines.index(next(each for each in lines if "999" in each[2]))


def test_a_report_of_a_game_lost_by_a_wrong_line_says_what_was_wrong() -> None:
    graph = find_game("graph")
    table, record = open_table(graph, graph.start(Random(1)), graph.house_rules)
    for seat in graph.seats:
        table.take(Sit(seat, seat), 0.0)
    table.take(Foul("first", "not a vertex: 'x'"), 0.1)
    lines = said_in(
        export(StoredTable(TableFacts("x4", "graph", 0.0, {}, None, 0.1, table.outcome), record), "report").text
    )
    assert [line for _, to, line in lines if to == "first"][-1].startswith("999 ")
    assert "not a vertex: 'x'" in lines[-1][2] + lines[-2][2]
    assert ("server", "second", "230") in lines


def test_the_exchange_of_lines_of_othello_begins_with_the_opponents_name_and_ends_with_the_end() -> None:
    game = stored("othello", 2)
    lines = said_in(export(game, "report").text)
    told = {seat: [line for _, to, line in lines if to == seat] for seat in ("black", "white")}
    assert [told["black"][0].split("~")[1], told["white"][0].split("~")[1]] == ["Bob", "Ada"]
    moves = [entry.input for entry in game.record.entries if isinstance(entry.input, Play)]
    assert sum(sender != "server" for sender, _, _ in lines) == len(moves)
    assert told["black"][-1] == told["white"][-1]


@pytest.mark.parametrize("name", ["kierki", "krazki", "graph", "othello"])
def test_every_game_is_written_as_json_that_reads_back(name: str) -> None:
    game = stored(name, 1)
    text = export(game, "json").text
    assert json.loads(text)["record"]["setup"] == game.record.setup
    assert "json" in formats_of(find_game(name))
    with pytest.raises(ValueError, match="there are json"):
        export(game, "nothing")


@pytest.mark.parametrize("name", ["kierki", "krazki", "graph", "othello"])
def test_the_steps_of_a_record_are_its_moves(name: str) -> None:
    game = stored(name, 2)
    moves = [entry.input.move for entry in game.record.entries if isinstance(entry.input, Play)]
    steps = record_shape(game).steps
    assert [step.move for step in steps] == [None, *moves]
    assert steps[-1].view.turn is None


def test_a_record_says_nothing_of_what_was_refused() -> None:
    othello = find_game("othello")
    position: Position = othello.start(Random(0))
    table, record = open_table(othello, position, HouseRules())
    for seat in othello.seats:
        table.take(Sit(seat, seat), 0.0)
    table.take(Play("black", "a1"), 1.0)
    table.take(Play("black", "d3"), 2.0)
    game = StoredTable(
        TableFacts("x3", "othello", 0.0, {}), Record("othello", record.setup, record.rules, record.entries)
    )
    assert [step.move for step in record_shape(game).steps] == [None, "d3"]
