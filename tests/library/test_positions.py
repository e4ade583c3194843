"""Positions of the library: they print, take texts, and are written in code again. All of it for any game."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from html import escape
from random import Random

import pytest
from tests.support import high_card
from tests.support.small_games import NIM

import stolik
from stolik.contract.registry import added, all_games, all_variants

OURS = (*all_games(), *all_variants())
OTHERS = (NIM, high_card.GAME)


@pytest.fixture(params=[*OURS, *(game.name for game in OTHERS)])
def game(request: pytest.FixtureRequest) -> Iterator[stolik.Game]:
    """Each of our games, and two that only say what every game must."""
    with added(OTHERS[0]), added(OTHERS[1]):
        yield stolik.game(request.param)


def some_way_into(game: stolik.Game, moves: int, seed: int = 1) -> stolik.Position:
    rng, position = Random(seed), game.start(seed=seed)
    for _ in range(moves):
        if not position.over:
            position = position.play(rng.choice(position.moves()))
    return position


def test_the_repr_is_code_that_makes_the_position_again(game: stolik.Game) -> None:
    for moves in (0, 1, 7, 1000):
        position = some_way_into(game, moves)
        again = eval(repr(position), {"stolik": stolik})
        assert again == position
        assert hash(again) == hash(position)


def test_a_printed_position_is_a_board_of_a_screen_at_most(game: stolik.Game) -> None:
    for moves in (0, 7, 1000):
        lines = str(some_way_into(game, moves)).split("\n")
        assert len(lines) <= 20
        assert max(map(len, lines)) <= 79
        assert any(line.strip() for line in lines)


def test_a_move_may_be_a_text_or_a_value_of_the_rules(game: stolik.Game) -> None:
    position = game.start(seed=1)
    text = position.moves()[0]
    assert position.play(text) == position.play(game.rules.read_move(text))
    assert position.play(game.rules.read_move(text)).history == (text,)


def test_a_finished_game_has_winners_and_can_be_replayed_from_its_start(game: stolik.Game) -> None:
    last = some_way_into(game, 1000)
    assert last.over
    assert last.turn is None
    assert last.moves() == []
    assert set(last.scores) == set(game.seats)
    assert set(last.winners) <= set(game.seats)
    assert last.start == game.start(seed=1)
    assert last.start.play(*last.history) == last


def test_every_position_of_a_game_is_there_in_order(game: stolik.Game) -> None:
    last = some_way_into(game, 5)
    positions = last.positions()
    assert positions[0] == last.start
    assert positions[-1] == last
    assert len(positions) == len(last.history) + 1
    for before, move, after in zip(positions, last.history, positions[1:], strict=False):
        assert before.play(move) == after


def test_what_is_written_can_be_read(game: stolik.Game) -> None:
    start = game.start(seed=1)
    assert game.read(start.write()) == start


def test_a_notebook_shows_the_board(game: stolik.Game) -> None:
    position = game.start(seed=1)
    assert position._repr_html_() == f"<pre>{escape(str(position))}</pre>"
    assert position.view(None)._repr_html_() == f"<pre>{escape(str(position.view(None)))}</pre>"
    assert repr(position.view(None)) == f"<what everyone may know, {game.name}>"


def test_a_view_has_moves_for_the_seat_that_moves_alone_where_something_is_hidden(game: stolik.Game) -> None:
    position = game.start(seed=1)
    assert position.view(position.turn).moves() == position.moves()
    assert str(position.view(None))
    assert position.view(None) == game.start(seed=1).view(None)
    if game.hidden:
        assert all(not position.view(seat).moves() for seat in game.seats if seat != position.turn)
    with pytest.raises(ValueError, match=r"'moon' is not a seat of"):
        position.view("moon")


def test_a_wrong_move_says_why() -> None:
    start = stolik.game("othello").start()
    with pytest.raises(stolik.NotationError, match="'z9'"):
        start.play("z9")
    with pytest.raises(stolik.IllegalMove, match="a1 turns no disc"):
        start.play("a1")


def test_a_drawn_start_without_a_seed_tells_the_seed_that_was_drawn() -> None:
    position = stolik.game("graph").start()
    assert "start(seed=" in repr(position)
    assert eval(repr(position), {"stolik": stolik}) == position


def test_positions_of_different_games_differ_and_are_no_other_values() -> None:
    assert stolik.game("krazki").start(seed=1) != stolik.game("graph").start(seed=1)
    assert stolik.game("krazki").start(seed=1) != "a position"
    assert stolik.game("othello").start().view(None) != "a view"
    assert stolik.game("othello") != "a game"
    assert len({stolik.game("othello"), stolik.game("othello")}) == 1


def test_a_position_can_be_sent_to_another_process() -> None:
    position = stolik.game("othello").start().play("f5")
    assert pickle.loads(pickle.dumps(position)) == position
