"""Players by name, and whole games between them."""

from __future__ import annotations

import pytest
from tests.support.small_games import NIM

import stolik
from stolik.contract import packages
from stolik.contract.registry import added, all_games


@pytest.mark.parametrize("name", list(all_games()))
def test_a_player_chooses_a_legal_move_in_the_notation(name: str) -> None:
    position = stolik.game(name).start(seed=1)
    assert stolik.player(name, "steady", seed=1).choose(position) in position.moves()


def test_the_same_seed_gives_the_same_game() -> None:
    game = stolik.game("krazki")
    first, second = (
        game.play_out([stolik.player("krazki", name, seed=3) for name in ("easy", "random")], seed=3) for _ in range(2)
    )
    assert first == second
    assert first.over
    assert first.history == second.history


def test_players_may_be_given_by_seat() -> None:
    random = stolik.player("othello", "random", seed=1)
    assert stolik.game("othello").play_out({"white": random, "black": random}).over
    with pytest.raises(ValueError, match="has the seats black, white"):
        stolik.game("othello").play_out({"white": random, "red": random})


def test_a_player_that_searches_can_be_given_seconds() -> None:
    with added(NIM):
        position = stolik.game("nim-in-tests").read("5")
        assert stolik.player("nim-in-tests", "best", seconds=0.05).choose(position) == "1"
        with pytest.raises(stolik.PlayerError, match=r"0 is not a positive number of seconds"):
            stolik.player("nim-in-tests", "best", seconds=0)


@pytest.mark.parametrize("name", ["graph", "kierki", "othello"])
def test_the_best_player_of_a_game_takes_seconds(name: str) -> None:
    pytest.importorskip("numba")
    position = stolik.game(name).start(seed=1)
    assert stolik.player(name, "best", seconds=0.05, seed=1).choose(position) in position.moves()


def test_a_player_that_does_not_search_takes_no_seconds() -> None:
    with pytest.raises(stolik.PlayerError, match="these do: best, search"):
        stolik.player("kierki", "steady", seconds=1.0)


def test_a_name_that_does_not_exist_is_an_error_with_those_that_do() -> None:
    with pytest.raises(stolik.PlayerError, match=r"called 'nobody'; there are random"):
        stolik.player("krazki", "nobody")
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        stolik.player("chess", "best")


def test_a_player_whose_package_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")
    with pytest.raises(ModuleNotFoundError, match=r"best of othello needs numba, which is not installed: pip install"):
        stolik.player("othello", "best")


def test_a_player_plays_its_own_game_alone_and_no_game_that_is_over() -> None:
    steady = stolik.player("othello", "steady")
    with pytest.raises(ValueError, match="does not play krazki"):
        steady.choose(stolik.game("krazki").start(seed=1))
    random = stolik.player("othello", "random")
    with pytest.raises(ValueError, match="the game is over"):
        steady.choose(stolik.game("othello").play_out([random, random]))
