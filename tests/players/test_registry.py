from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.contract.registry import all_games, all_variants, find_game
from stolik.players import registry
from stolik.players.registry import (
    STRENGTHS,
    make_player,
    needs_numba,
    player_names,
    players_of,
    quick_player,
    stand_in,
)

ALL_GAMES = (*all_games(), *all_variants())
EVERY_PLAYER = [(game, player) for game in ALL_GAMES for player in players_of(find_game(game))]
QUICK_PLAYERS = [names for names in EVERY_PLAYER if not needs_numba(*names)]
SEARCHING_PLAYERS = [names for names in EVERY_PLAYER if needs_numba(*names)]


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine would cut a player's thinking short, now here and now there."""
    monkeypatch.setattr(registry, "THINKING_CLOCK", lambda: 0.0)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_game_has_the_same_five_strengths(game: str) -> None:
    assert player_names(game) == STRENGTHS == ("random", "easy", "steady", "strong", "best")
    assert set(STRENGTHS) <= set(players_of(find_game(game)))


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no game is called 'chess'; there are kierki, "):
        player_names("chess")


def test_an_unknown_player_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no player of kierki is called 'ace'; there are random, easy, steady"):
        make_player("kierki", "ace", Random(1))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_without_numba_the_strongest_that_needs_none_plays_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(registry, "_has_numba", lambda: False)
    assert type(make_player(game, "best", Random(1))) is type(quick_player(game, Random(1)))
    assert (stand_in(game, "best") is None) == (game == "krazki")
    assert stand_in("graph", "best") == (
        "best of graph needs Numba, which is not installed (pip install 'stolik[strong]'): steady plays instead"
    )


def test_numba_is_not_imported_before_a_strong_player_is_made() -> None:
    program = "import sys; from stolik.players.registry import player_names; player_names('graph'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "stolik.players.registry" in loaded
    assert not {"numba", "numpy", "llvmlite"} & set(loaded)


@pytest.mark.parametrize(("game_name", "player_name"), QUICK_PLAYERS)
@settings(deadline=None)
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 120))
def test_every_player_chooses_a_legal_move_and_the_same_one_again(
    game_name: str, player_name: str, seed: int, moves: int
) -> None:
    check_choice(game_name, player_name, seed, moves)


@pytest.mark.parametrize(("game_name", "player_name"), SEARCHING_PLAYERS)
@pytest.mark.parametrize("moves", [0, 7, 25, 40])
def test_so_does_every_player_that_searches(game_name: str, player_name: str, moves: int) -> None:
    pytest.importorskip("numba", reason="the player needs Numba: pip install 'stolik[strong]'")
    check_choice(game_name, player_name, seed=moves, moves=moves)


def check_choice(game_name: str, player_name: str, seed: int, moves: int) -> None:
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
