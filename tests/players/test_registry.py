from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.games import GAMES, VARIANTS, find_game
from stolik.players import registry
from stolik.players.othello_greedy import Steady
from stolik.players.registry import make_player, player_names, stand_in

ALL_GAMES = (*GAMES, *VARIANTS)
EVERY_PLAYER = [(game, player) for game in ALL_GAMES for player in player_names(game)]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_game_has_a_random_player(game: str) -> None:
    assert player_names(game)[0] == "random"


def test_kierki_has_its_own_players() -> None:
    assert player_names("kierki") == ("random", "duck", "heuristic")


def test_othello_has_its_own_players() -> None:
    assert player_names("othello") == ("random", "greedy", "steady", "strong")


def test_where_numba_is_missing_another_plays_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    assert isinstance(make_player("othello", "strong", Random(1)), Steady)
    why = stand_in("othello", "strong")
    assert why is not None
    assert "steady plays instead" in why
    assert stand_in("othello", "greedy") is None


def test_numba_is_not_imported_until_a_strong_player_is_asked_for() -> None:
    program = "import sys, stolik.players.registry; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no game is called 'chess'; there are kierki, "):
        player_names("chess")


def test_an_unknown_player_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no player of kierki is called 'ace'; there are random, duck, heuristic"):
        make_player("kierki", "ace", Random(1))


@pytest.mark.parametrize(("game_name", "player_name"), EVERY_PLAYER)
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 120))
def test_every_player_chooses_a_legal_move_and_the_same_one_again(
    game_name: str, player_name: str, seed: int, moves: int
) -> None:
    rng = Random(seed)
    position = find_game(game_name).start(rng)
    for _ in range(moves):
        after = position.play(rng.choice(position.moves()))
        if after.turn is None:
            break
        position = after
    view = position.view(position.turn)
    choice = make_player(game_name, player_name, Random(seed)).choose(view)
    assert choice in position.moves()
    assert make_player(game_name, player_name, Random(seed)).choose(view) == choice
