from __future__ import annotations

from random import Random

import msgspec

from stolik.contract import Ending, HouseRules
from stolik.contract.registry import find_game
from stolik.table.events import Ended
from stolik.table.inputs import Foul, Input, Play, Sit
from stolik.table.record import Record, moves_of, open_table, replay, replayed


def a_record() -> Record:
    game = find_game("othello")
    table, record = open_table(game, game.start(Random(0)), HouseRules())
    inputs: list[Input] = [Sit("black", "Ada"), Sit("white", "Bob"), Play("black", "d3"), Foul("white", "no")]
    for at, input_ in enumerate([*inputs, Play("white", "c3")]):
        table.take(input_, float(at))
    return record


def test_only_what_changed_the_table_is_in_its_record() -> None:
    assert [entry.input for entry in a_record().entries] == [
        Sit("black", "Ada"),
        Sit("white", "Bob"),
        Play("black", "d3"),
        Play("white", "c3"),
    ]


def test_the_moves_of_a_record_are_told_with_their_times() -> None:
    moves = [(move.at, move.seat, move.move) for move in moves_of(a_record())]
    assert moves == [(2.0, "black", "d3"), (4.0, "white", "c3")]


def test_every_entry_is_told_with_what_came_of_it() -> None:
    assert [len(events) > 0 for _, events in replayed(a_record())] == [True] * 4


def test_a_replayed_table_goes_on_with_its_record() -> None:
    heard: list[tuple[Input, float]] = []
    table = replay(a_record(), lambda input_, now: heard.append((input_, now)))
    assert table.position.turn == "black"
    table.take(Play("black", "c4"), 7.0)
    assert heard == [(Play("black", "c4"), 7.0)]


def test_a_record_from_before_there_were_choices_still_replays() -> None:
    written = b"""{"game":"othello","setup":"%s","rules":{"on_absence":"count","grace":60.0},"entries":[
        {"at":0.0,"input":{"type":"sit","seat":"black","player":"Ada"}},
        {"at":1.0,"input":{"type":"sit","seat":"white","player":"Bob"}},
        {"at":2.0,"input":{"type":"play","seat":"black","move":"f5"}},
        {"at":3.0,"input":{"type":"leave","seat":"black"}},
        {"at":63.0,"input":{"type":"tick"}}]}""" % a_record().setup.encode()
    table = replay(msgspec.json.decode(written, type=Record))
    assert table.outcome == Ended(Ending.GONE, "black left the game", {"black": 4, "white": 1}, ("black",), "black")
    assert not table.rules.rates(table.outcome.ending)
