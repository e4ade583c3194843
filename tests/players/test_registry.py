from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.small_games import NIM, RANKS, RANKS_WITHOUT_GUESS, Heap

from stolik.contract import AnyGame, packages
from stolik.contract.registry import added, all_games, all_variants, find_game
from stolik.players import house
from stolik.players.chance import RandomPlayer
from stolik.players.registry import (
    STRENGTHS,
    check_player,
    instant_player,
    loads_slowly,
    make_player,
    missing_players,
    player_names,
    players_of,
    quick_player,
    strengths_in_words,
    strongest_name,
)

ALL_GAMES = (*all_games(), *all_variants())
EVERY_PLAYER = [(game, player) for game in ALL_GAMES for player in players_of(find_game(game))]
QUICK_PLAYERS = [names for names in EVERY_PLAYER if not loads_slowly(*names)]
SEARCHING_PLAYERS = [names for names in EVERY_PLAYER if loads_slowly(*names)]
HOW = "pip install '.[strong]' in a checkout of Stolik, or pip install numba"


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine would cut a player's thinking short, now here and now there."""
    monkeypatch.setattr(house, "THINKING_CLOCK", lambda: 0.0)
    for game in ("graph", "kierki"):
        monkeypatch.setattr(f"stolik.games.{game}.players.roster.THINKING_CLOCK", lambda: 0.0)


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")


@pytest.fixture(params=[NIM, RANKS], ids=lambda game: game.name)
def bare_game(request: pytest.FixtureRequest) -> Iterator[AnyGame]:
    """A game that brings no players."""
    with added(request.param):
        yield request.param


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_game_has_the_same_five_strengths(game: str) -> None:
    assert STRENGTHS == ("random", "easy", "steady", "strong", "best")
    assert set(STRENGTHS) <= set(players_of(find_game(game)))
    assert (*player_names(game), *missing_players(game)) == STRENGTHS


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=f"no game is called 'chess'; there are {', '.join(all_games())}"):
        player_names("chess")


def test_an_unknown_player_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no player of kierki is called 'ace'; there are random, easy, steady"):
        make_player("kierki", "ace", Random(1))


@pytest.mark.usefixtures("no_numba")
def test_a_player_whose_package_is_missing_is_not_offered_and_the_list_says_how_to_get_it() -> None:
    assert player_names("graph") == ("random", "easy", "steady")
    assert missing_players("graph") == {
        name: f"{name} of graph needs numba, which is not installed: {HOW}" for name in ("strong", "best")
    }
    assert player_names("krazki") == STRENGTHS
    assert missing_players("krazki") == {}


@pytest.mark.usefixtures("no_numba")
@pytest.mark.parametrize("name", ["best", "strong", "flat"])
def test_to_name_a_player_whose_package_is_missing_is_an_error_that_says_how_to_get_it(name: str) -> None:
    with pytest.raises(ValueError, match="needs numba") as refused:
        make_player("kierki", name, Random(1))
    words = f"{name} of kierki needs numba, which is not installed: {HOW}; there are random, easy, steady"
    assert str(refused.value) == words


@pytest.mark.usefixtures("no_numba")
def test_the_help_of_commands_says_who_cannot_play_here() -> None:
    words = strengths_in_words()
    assert words.startswith("random, easy, steady, strong, best. Not here: strong of graph, best of graph, ")
    assert words.endswith(f": needs numba, which is not installed: {HOW}")
    assert strongest_name("graph") == "best", "the default does not become another player"


def test_where_nothing_is_missing_the_help_names_the_strengths_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda _: True)
    assert strengths_in_words() == "random, easy, steady, strong, best"


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("numba", HOW),
        ("psycopg", "pip install '.[postgres]' in a checkout of Stolik, or pip install 'psycopg[binary]'"),
        ("torch", "pip install torch"),
    ],
)
def test_how_to_install_a_package_is_said_in_words_that_work_without_a_package_index(package: str, words: str) -> None:
    assert packages.how_to_install(package) == words


def test_a_package_is_looked_for_and_not_imported() -> None:
    assert packages.is_installed("msgspec")
    assert not packages.is_installed("no_such_package")


def test_numba_is_not_imported_before_a_strong_player_is_made() -> None:
    program = (
        "import sys; from stolik.players.registry import check_player, player_names, strengths_in_words;"
        "player_names('graph'), check_player('graph', 'steady'), strengths_in_words(); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "stolik.players.registry" in loaded
    assert not {"numba", "numpy", "llvmlite"} & set(loaded)


def test_a_game_without_players_has_the_houses(bare_game: AnyGame) -> None:
    assert player_names(bare_game.name) == STRENGTHS
    for name in STRENGTHS:
        check_choice(bare_game.name, name, seed=1, moves=2)


def test_a_game_without_players_is_played_at_once_by_chance(bare_game: AnyGame) -> None:
    for make in (quick_player, instant_player):
        assert isinstance(make(bare_game.name, Random(1)), RandomPlayer)
    assert not any(loads_slowly(bare_game.name, name) for name in STRENGTHS)


def test_a_game_that_hides_something_and_has_no_guess_has_only_chance() -> None:
    with added(RANKS_WITHOUT_GUESS):
        assert player_names(RANKS_WITHOUT_GUESS.name) == ("random",)
        assert strongest_name(RANKS_WITHOUT_GUESS.name) == "random"
        with pytest.raises(ValueError, match=r"no player of blind-ranks-in-tests is called 'best'; there are random$"):
            check_player(RANKS_WITHOUT_GUESS.name, "best")


def test_the_houses_strengths_differ_by_how_much_they_search() -> None:
    with added(NIM):
        worst, best = (make_player(NIM.name, name, Random(3)) for name in ("easy", "best"))
        heaps = [Heap(left) for left in range(5, 20) if left % 4]
        assert all(best.choose(heap) == heap.left % 4 for heap in heaps[:4])
        assert any(worst.choose(heap) != heap.left % 4 for heap in heaps)


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
    pytest.importorskip("numba", reason="the player needs Numba: pip install '.[strong]'")
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
