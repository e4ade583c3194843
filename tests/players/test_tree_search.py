"""The general tree search: what it finds, what it is told to respect, and that it plays any game."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.support.small_games import DECK, FEW_RANKS, NIM, RANKS, RANKS_WITHOUT_GUESS, Heap, RanksView, deal, guess

from stolik.contract import AnyGame, Position
from stolik.contract.registry import all_games, find_game
from stolik.games.graph.rules import random_position
from stolik.games.krazki.rules import Position as Discs
from stolik.players.chance import RandomPlayer
from stolik.players.tree_search import TreeSearch, can_search, results

SEARCHED = [game for game in (*all_games().values(), NIM, RANKS, FEW_RANKS) if can_search(game)]


def search(game: AnyGame, playouts: int = 400, seed: int = 1) -> TreeSearch:
    return TreeSearch(game, Random(seed), playouts)


@given(left=st.integers(2, 11).filter(lambda left: left % 4), seed=st.integers(0, 100))
@settings(max_examples=20, deadline=None)
def test_nim_is_won_from_every_heap_that_can_be_won(left: int, seed: int) -> None:
    assert search(NIM, 800, seed).choose(Heap(left)) == left % 4


@cache
def wins(position: Discs) -> bool:
    """Whether whoever is to move wins, by trying everything."""
    return position.turn is not None and any(not wins(position.play(move)) for move in position.moves())


stacks = st.lists(st.text("bc", max_size=3), min_size=1, max_size=3)


@given(stacks=stacks, mover=st.sampled_from("bc"))
@settings(max_examples=40, deadline=None)
def test_forced_wins_of_small_krazki_are_found(stacks: list[str], mover: str) -> None:
    position = Discs(mover, tuple(stacks))
    assume(wins(position))
    assert not wins(position.play(search(find_game("krazki"), 1500).choose(position)))


def test_it_beats_chance_at_the_graph_game() -> None:
    game, won = find_game("graph"), 0
    for number in range(10):
        rng = Random(number)
        position: Position[Any] = random_position(rng, 16, 30)
        players = {seat: RandomPlayer(rng) for seat in game.seats}
        hero = game.seats[number % 2]
        while (seat := position.turn) is not None:
            player = search(game, 80, number) if seat == hero else players[seat]
            position = position.play(player.choose(position.view(seat)))
        won += hero in position.winners
    assert won >= 9


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.name)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
@settings(max_examples=5, deadline=None)
def test_its_moves_are_legal_and_the_same_again_for_the_same_seed(game: AnyGame, seed: int, plies: int) -> None:
    rng = Random(seed)
    position = game.start(rng)
    for _ in range(plies):
        after = position.play(rng.choice(position.moves()))
        position = position if after.turn is None else after
    view = position.view(position.turn)
    choice = search(game, 10, seed).choose(view)
    assert choice in position.moves()
    assert search(game, 10, seed).choose(view) == choice


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 11))
@settings(max_examples=50)
def test_the_guesses_of_the_tests_own_game_are_allowed_by_the_view(seed: int, plies: int) -> None:
    rng = Random(seed)
    position = deal(rng)
    for _ in range(plies):
        position = position.play(rng.choice(position.moves()))
    view = position.view(position.turn)
    assert guess(view, rng).view(position.turn) == view


def last_but_one(*hand: int) -> RanksView:
    """Seat c plays last to the last trick but one, after a 5 and a 4; 10, 11 and 12 are among what is gone."""
    gone = [card for card in DECK if card not in (*hand, 4, 5, 7, 8)][:6]
    assert len(gone) == 6
    return RanksView("c", hand, (*gone, 5, 4), (5, 4), 0, (1, 1, 0))


def test_with_hidden_cards_it_plays_what_is_best_against_most_of_what_they_may_be() -> None:
    # Either card takes this trick; the one that is kept must take the last one too.
    assert search(RANKS).choose(last_but_one(9, 6)) == 6


def test_where_few_points_win_it_takes_few() -> None:
    # The six would take this trick; the one does not, and the six is likely not to take the last one.
    assert search(FEW_RANKS).choose(last_but_one(6, 1)) == 1


def test_a_game_that_hides_something_and_has_no_guess_cannot_be_searched() -> None:
    with pytest.raises(ValueError, match="blind-ranks-in-tests hides something and has no 'guess'"):
        search(RANKS_WITHOUT_GUESS)


def test_it_stops_when_its_seconds_are_over() -> None:
    times = iter([0.0, 0.1, 0.2, 0.3, 0.4])
    TreeSearch(NIM, Random(1), 1000, 0.35, lambda: next(times)).choose(Heap(11))
    assert list(times) == [], "three playouts were begun before the time was over"


def test_it_stops_when_it_is_cancelled_and_begins_anew_with_the_next_question() -> None:
    guesses: list[int] = []

    class Impatient(TreeSearch):
        def _play_out(self, root: Any, position: Position[Any]) -> None:
            super()._play_out(root, position)
            guesses.append(1)
            if len(guesses) == 5:
                self.cancel()

    player = Impatient(NIM, Random(1), 50)
    assert player.choose(Heap(11)) in (1, 2, 3)
    assert len(guesses) == 5
    player.choose(Heap(11))
    assert len(guesses) == 55


def test_with_no_time_at_all_it_plays_something_legal() -> None:
    assert TreeSearch(NIM, Random(1), 1000, 0.0, lambda: 0.0).choose(Heap(11)) in (1, 2, 3)


def test_the_only_move_is_played_without_thinking() -> None:
    def never() -> float:
        raise AssertionError

    assert TreeSearch(NIM, Random(1), 1000, 1.0, never).choose(Heap(1)) == 1


class Over:
    """The end of a game."""

    def __init__(self, winners: tuple[str, ...], **scores: int) -> None:
        self.winners, self.scores = winners, scores


@pytest.mark.parametrize(
    ("end", "sign", "worth"),
    [
        (Over(("a",), a=1, b=0), 1, {"a": 1.0, "b": 0.0}),
        (Over(("a", "b"), a=5, b=5), 1, {"a": 0.5, "b": 0.5}),
        (Over((), a=0, b=0), 1, {"a": 0.5, "b": 0.5}),
        (Over(("a",), a=2, b=7, c=9), -1, {"a": 1.0, "b": 0.5, "c": 0.0}),
        (Over(("a",), a=9, b=7, c=7), 1, {"a": 1.0, "b": 0.25, "c": 0.25}),
        (Over(("a",), a=3), 1, {"a": 1.0}),
        (Over((), a=3), 1, {"a": 0.0}),
    ],
)
def test_a_result_is_the_share_of_the_others_that_a_seat_is_ahead_of(
    end: Any, sign: int, worth: dict[str, float]
) -> None:
    assert results(end, tuple(end.scores), sign) == worth
