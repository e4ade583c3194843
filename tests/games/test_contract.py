"""What every game promises, checked of every registered game: a new one needs no tests of its own here.

A golden game is the record of one whole game in `golden/<game>.txt`: the start position, then for each ply whose
turn it was, the move, how many moves were legal, and the scores after it. The test plays the file's moves again and
must write the same file. After a change of the rules that is meant, draw the games anew and read the difference:

    REGENERATE=1 pytest tests/games -k golden
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stolik.contract import AnyGame, IllegalMove, NotationError, Position
from stolik.contract.registry import all_games, all_variants, find_game
from stolik.games.kierki import rules as kierki

EVERY_GAME = (*all_games().values(), *all_variants().values())
LONGEST = 400  # Plies; a match of Kierki has 7 * 52, and no other game has more.
GOLDEN = Path(__file__).parent / "golden"
GOLDEN_SEED = 7

of_every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
# A whole random game stands behind each example; these counts keep the suite within half a minute.
few = settings(max_examples=15)
some = settings(max_examples=30)
seeds = st.integers(0, 2**32)
percents = st.integers(0, 100)


def random_play(game: AnyGame, seed: int) -> list[Position[Any]]:
    """Every position of a random game, from the start to the end."""
    rng = Random(seed)
    positions = [game.start(rng)]
    while positions[-1].turn is not None:
        assert len(positions) <= LONGEST, "the game does not end"
        positions.append(positions[-1].play(rng.choice(positions[-1].moves())))
    return positions


def reached(game: AnyGame, seed: int, percent: int) -> Position[Any]:
    """A position so far into a random game."""
    positions = random_play(game, seed)
    return positions[(len(positions) - 1) * percent // 100]


@of_every_game
@few
@given(seeds, percents)
def test_a_game_can_go_on_from_the_middle_of_another(game: AnyGame, seed: int, percent: int) -> None:
    position = reached(game, seed, percent)
    start = game.start_from(position)
    assert game.read(game.write(start)) == start, "a start can be written down"
    assert game.start_from(start) == start
    if position.turn is not None and game.name not in ("kierki", "kierki-early-end"):
        assert start.moves() == position.moves()


def damaged(data: st.DataObject, text: str) -> str:
    """The text with a piece of it replaced by a few characters, mostly of its own."""
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(begin + 3, len(text))))
    alphabet = st.sampled_from(text) | st.characters() if text else st.characters()
    return text[:begin] + data.draw(st.text(alphabet, max_size=3)) + text[end:]


def attempt(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """What the text is read as, or why it is not."""
    try:
        return read(text), ""
    except NotationError as error:
        return None, str(error)


@of_every_game
@few
@given(seed=seeds)
def test_a_game_ends_and_has_a_turn_exactly_as_long_as_it_has_moves(game: AnyGame, seed: int) -> None:
    for position in random_play(game, seed):
        assert (position.turn is None) == (len(position.moves()) == 0)
        assert position.turn is None or position.turn in game.seats
        assert len(set(position.moves())) == len(position.moves())


@of_every_game
@few
@given(seed=seeds)
def test_scores_cover_every_seat_and_a_finished_game_has_winners(game: AnyGame, seed: int) -> None:
    positions = random_play(game, seed)
    for position in positions:
        assert set(position.scores) == set(game.seats)
        assert set(position.winners) <= set(game.seats)
    assert positions[-1].winners


@of_every_game
@few
@given(seed=seeds, percent=percents)
def test_every_legal_move_is_playable_and_leaves_the_old_position_as_it_was(
    game: AnyGame, seed: int, percent: int
) -> None:
    position = reached(game, seed, percent)
    before = msgspec.json.encode(position)
    for move in position.moves():
        after = position.play(move)
        assert after != position
        assert after == position.play(move)
        assert hash(after) == hash(position.play(move))
    assert msgspec.json.encode(position) == before


@of_every_game
@few
@given(seed=seeds, percent=percents)
def test_a_position_is_an_immutable_value(game: AnyGame, seed: int, percent: int) -> None:
    position, again = reached(game, seed, percent), reached(game, seed, percent)
    assert position == again
    assert hash(position) == hash(again)
    for field in msgspec.structs.fields(position):  # type: ignore[arg-type]  # a protocol does not say Struct
        with pytest.raises(AttributeError):
            setattr(position, field.name, None)


@of_every_game
@some
@given(seed=seeds, percent=percents, elsewhere=seeds, later=percents)
def test_a_move_of_another_position_is_refused_with_a_reason_unless_it_is_legal_here_too(
    game: AnyGame, seed: int, percent: int, elsewhere: int, later: int
) -> None:
    position = reached(game, seed, percent)
    for move in set(reached(game, elsewhere, later).moves()) - set(position.moves()):
        with pytest.raises(IllegalMove, match=r"\w+ \w+"):
            position.play(move)


@of_every_game
@some
@given(data=st.data(), seed=seeds, percent=percents)
def test_a_misspelt_move_is_unreadable_or_refused_or_another_legal_move(
    game: AnyGame, data: st.DataObject, seed: int, percent: int
) -> None:
    position = reached(game, seed, percent)
    assume(position.turn is not None)
    text = damaged(data, game.write_move(data.draw(st.sampled_from(position.moves()))))
    move, why_not = attempt(game.read_move, text)
    if why_not:
        return
    assert game.read_move(game.write_move(move)) == move
    if move in position.moves():
        position.play(move)
    else:
        with pytest.raises(IllegalMove, match=r"\w+ \w+"):
            position.play(move)


@of_every_game
@given(text=st.text())
def test_any_text_at_all_is_read_or_refused_with_a_reason(game: AnyGame, text: str) -> None:
    for read in (game.read, game.read_move):
        value, why_not = attempt(read, text)
        assert (value is None) == bool(why_not)


@of_every_game
@given(data=st.data(), seed=seeds)
def test_a_misspelt_start_is_refused_or_is_another_start(game: AnyGame, data: st.DataObject, seed: int) -> None:
    start, why_not = attempt(game.read, damaged(data, game.write(game.start(Random(seed)))))
    assert why_not or game.read(game.write(start)) == start


@of_every_game
@few
@given(seed=seeds, percent=percents)
def test_the_notation_of_moves_is_read_back(game: AnyGame, seed: int, percent: int) -> None:
    for move in reached(game, seed, percent).moves():
        assert game.read_move(game.write_move(move)) == move


@of_every_game
@given(seed=seeds)
def test_a_start_follows_from_its_seed_and_is_read_back_from_its_notation(game: AnyGame, seed: int) -> None:
    start = game.start(Random(seed))
    assert start == game.start(Random(seed))
    assert game.read(game.write(start)) == start


@of_every_game
@few
@given(seed=seeds, percent=percents)
def test_a_view_knows_the_turn_and_its_seats_own_moves_and_survives_json(
    game: AnyGame, seed: int, percent: int
) -> None:
    position = reached(game, seed, percent)
    for seat in (None, *game.seats):
        view = position.view(seat)
        assert type(view) is game.view_type
        assert msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) == view
        assert view.turn == position.turn
        if seat is not None and seat == position.turn:
            assert view.moves() == position.moves()


def test_games_and_variants_are_found_by_their_names() -> None:
    assert [find_game(game.name) for game in EVERY_GAME] == list(EVERY_GAME)
    assert list(all_games()) == ["kierki", "krazki", "graph", "othello"]
    with pytest.raises(KeyError):
        find_game("chess")


# Two deals of Kierki are enough to read; a whole match would be seven.
GOLDEN_STARTS: dict[str, Callable[[Random], Position[Any]]] = {
    "kierki": partial(kierki.random_match, kinds=(4, 7)),
    "kierki-early-end": partial(kierki.random_match, kinds=(5, 2), early_end=True),
}


def golden_text(game: AnyGame, start: Position[Any], choose: Callable[[Sequence[Any]], Any]) -> str:
    """The record of the game in which `choose` chooses every move."""
    lines = ["start", game.write(start).rstrip("\n"), "plies"]
    position = start
    while position.turn is not None:
        moves = position.moves()
        move = choose(moves)
        after = position.play(move)
        scores = " ".join(f"{seat}:{after.scores[seat]}" for seat in game.seats)
        lines.append(f"{position.turn}  {game.write_move(move)}  of {len(moves)}  {scores}")
        position = after
    lines.append(f"won by {' '.join(position.winners)}")
    return "\n".join(lines) + "\n"


@of_every_game
def test_the_golden_game_is_played_as_it_is_written(game: AnyGame) -> None:
    path = GOLDEN / f"{game.name}.txt"
    if os.environ.get("REGENERATE"):
        rng = Random(GOLDEN_SEED)
        start = GOLDEN_STARTS.get(game.name, game.start)(rng)
        path.write_text(golden_text(game, start, rng.choice))
    golden = path.read_text()
    start_text, plies = golden.removeprefix("start\n").split("\nplies\n")
    moves = (game.read_move(ply.split("  ")[1]) for ply in plies.splitlines())
    assert golden_text(game, game.read(start_text), lambda _: next(moves)) == golden
