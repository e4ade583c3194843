"""Opinions about finished games, against brute force where a game can be solved."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.support.graph import POSITION, mover_wins
from tests.support.kierki_positions import random_position, with_other_hidden_cards
from tests.support.othello import best_score, positions
from tests.support.random_games import random_game
from tests.support.small_games import NIM

from stolik.contract import NotationError
from stolik.contract.registry import added, all_games, all_variants, find_game
from stolik.games.graph import rules as graph
from stolik.games.kierki.rules import DEAL_POINTS
from stolik.games.krazki import rules as krazki
from stolik.games.krazki.players.critic import KrazkiCritic
from stolik.games.othello import rules as othello
from stolik.players import analysis
from stolik.players.analysis import Opinion, Weighed, analyse, make_critic, play_on

SECONDS = 0.002


class Lenient:
    """A critic that finds every move the best, and counts them."""

    def __init__(self) -> None:
        self.asked = 0

    def weigh(self, position: Any, move: Any) -> Weighed:
        self.asked += 1
        return Weighed(0.0, (move,), 0.0, exact=True)


def opinions(name: str, seed: int, most: int = 400, about: str = "") -> list[Opinion]:
    start, moves = random_game(name, seed, most)
    return list(analyse(find_game(name), start, moves, make_critic(name, SECONDS, about)))


@pytest.mark.parametrize("name", [*all_games(), *all_variants()])
def test_there_is_one_opinion_a_move_and_the_same_again(name: str) -> None:
    if name != "krazki":
        pytest.importorskip("numba", reason="the critic needs Numba: pip install '.[strong]'")
    found = opinions(name, 5, 60)
    assert found == opinions(name, 5, 60)
    assert [one.ply for one in found] == list(range(1, len(found) + 1))
    for one in found:
        assert one.best
        assert one.cost == one.best_value - one.value >= 0
        assert one.cost == 0 or one.move not in one.best


def test_a_move_is_weighed_only_when_its_opinion_is_wanted() -> None:
    critic = Lenient()
    start, moves = random_game("othello", 1, 10)
    some = analyse(find_game("othello"), start, moves, critic)
    assert (next(some).ply, next(some).ply, critic.asked) == (1, 2, 2)


@pytest.mark.parametrize(("moves", "why"), [(["f5", "x9"], "move 2, 'x9'"), (["a1"], "move 1, 'a1'")])
def test_a_bad_move_is_named_before_any_is_weighed(moves: list[str], why: str) -> None:
    critic = Lenient()
    with pytest.raises(NotationError, match=why):
        next(analyse(find_game("othello"), othello.START, moves, critic))
    assert critic.asked == 0


def test_where_numba_is_missing_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(part: object) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(analysis, "load_part", missing)
    with pytest.raises(ValueError, match=r"analysing othello needs numba, which is not installed: pip install "):
        make_critic("othello")


def test_a_game_without_a_critic_is_named() -> None:
    with (
        added(NIM),
        pytest.raises(ValueError, match="nim-in-tests has no critic; there are critics of "),
    ):
        make_critic(NIM.name)


@given(st.lists(st.text("bc", max_size=4), min_size=1, max_size=3), st.sampled_from(krazki.SEATS))
def test_krazki_a_move_wins_if_and_only_if_it_is_worth_nothing_or_more(stacks: list[str], mover: str) -> None:
    position = krazki.Position(mover, tuple(stacks))
    critic = KrazkiCritic()
    for move in position.moves():
        weighed = critic.weigh(position, move)
        assert weighed.exact
        assert (weighed.value >= 0) == (not _krazki_won(position.play(move)))
        assert weighed.best_value == max(critic.weigh(position, other).value for other in position.moves())


def _krazki_won(position: krazki.Position) -> bool:
    return any(not _krazki_won(position.play(move)) for move in position.moves())


@given(POSITION)
@settings(deadline=None)
def test_graph_values_are_those_of_brute_force(position: graph.Position) -> None:
    pytest.importorskip("numba", reason="the critic needs Numba: pip install '.[strong]'")
    critic = make_critic("graph", 0.1)
    winning = {move for move in position.moves() if not mover_wins(position.play(move))}
    for move in position.moves():
        weighed = critic.weigh(position, move)
        assert weighed.exact
        assert weighed.value == (1 if move in winning else -1)
        assert weighed.best_value == (1 if winning else -1)
        assert not winning or set(weighed.best) == winning


@given(positions(53, 60))
@settings(deadline=None)
def test_late_othello_values_are_those_of_brute_force(position: othello.Position) -> None:
    pytest.importorskip("numba", reason="the critic needs Numba: pip install '.[strong]'")
    critic = make_critic("othello", 0.1)
    values = {move: _othello_value(position, move) for move in position.moves()}
    for move in position.moves():
        weighed = critic.weigh(position, move)
        assert (weighed.exact, weighed.value, weighed.best_value) == (True, values[move], max(values.values()))
        assert set(weighed.best) == {one for one, value in values.items() if value == weighed.best_value}


def _othello_value(position: othello.Position, move: int) -> int:
    after, mover = position.play(move), str(position.turn)
    if after.turn is None:
        return after.scores[mover] - after.scores[othello.opponent(mover)]
    return best_score(after) if after.turn == mover else -best_score(after)


@given(st.integers(0, 2**32), st.integers(0, 50))
@example(33554432, 40)  # here the network expects less than nothing from the tricks that are left
@settings(deadline=None, max_examples=20)
def test_kierki_blames_nobody_for_what_they_could_not_see(seed: int, plays: int) -> None:
    pytest.importorskip("numba", reason="the critic needs Numba: pip install '.[strong]'")
    position = random_position(seed, plays)
    move = position.moves()[-1]
    elsewhere = with_other_hidden_cards(position, Random(seed))
    critic = make_critic("kierki", SECONDS, "seed")
    weighed = critic.weigh(position, move)
    assert weighed == critic.weigh(elsewhere, move)
    taken = position.open.points[position.open.actor]
    left = DEAL_POINTS[position.open.kind] - sum(position.open.points)
    assert taken <= -weighed.best_value <= -weighed.value <= taken + left


def test_kierki_another_seed_supposes_other_cards() -> None:
    pytest.importorskip("numba", reason="the critic needs Numba: pip install '.[strong]'")
    assert opinions("kierki", 7, 8, "one") != opinions("kierki", 7, 8, "two")


def test_play_goes_on_as_the_critic_advises_for_so_many_moves_or_to_the_end() -> None:
    game = find_game("krazki")
    start = game.read("b |bb|cc|")
    assert list(play_on(game, start, KrazkiCritic(), 2)) == ["0 b", "1 c"]
    assert list(play_on(game, start, KrazkiCritic(), 9)) == ["0 b", "1 c", "0", "1"]


def test_play_goes_on_to_the_end_of_the_round_and_a_single_move_is_not_weighed() -> None:
    game, critic = find_game("kierki"), Lenient()
    position = game.start(Random(1))
    for _ in range(46):
        position = position.play(position.moves()[0])
    moves = list(play_on(game, position, critic, 24))
    assert len(moves) == 6
    assert critic.asked <= 2, "everybody has one card in the last trick"
