"""What the rules of every game promise."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given

from stolik.contract import IllegalMove
from stolik.testing.playing import Suite, few, percents, seeds, some

IN_WORDS = r"\w+ \w+"
"""A reason has at least two words."""


class RulesSuite(Suite):
    """Positions are immutable values; legal moves can be played and others are refused; every game ends."""

    @few
    @given(seed=seeds)
    def test_a_game_ends_and_has_a_turn_exactly_as_long_as_it_has_moves(self, seed: int) -> None:
        for position in self.random_play(seed):
            moves = position.moves()
            assert (position.turn is None) == (len(moves) == 0)
            assert position.turn is None or position.turn in self.game.seats
            assert len(set(moves)) == len(moves), "the same move is there twice"

    @few
    @given(seed=seeds)
    def test_scores_cover_every_seat_and_the_best_of_them_win(self, seed: int) -> None:
        positions = self.random_play(seed)
        for position in positions:
            assert set(position.scores) == set(self.game.seats)
            assert set(position.winners) <= set(self.game.seats)
        scores, winners = positions[-1].scores, positions[-1].winners
        assert winners, "a finished game has winners; a draw has several"
        best = (min if self.game.low_score_wins else max)(scores.values())
        assert set(winners) == {seat for seat, score in scores.items() if score == best}

    @few
    @given(seed=seeds, percent=percents)
    def test_every_legal_move_is_playable_and_leaves_the_old_position_as_it_was(self, seed: int, percent: int) -> None:
        position = self.reached(seed, percent)
        before = repr(position)
        for move in position.moves():
            after = position.play(move)
            assert after != position
            assert after == position.play(move)
            assert hash(after) == hash(position.play(move))
        assert repr(position) == before

    @few
    @given(seed=seeds, percent=percents)
    def test_a_position_is_an_immutable_value(self, seed: int, percent: int) -> None:
        position, again = self.reached(seed, percent), self.reached(seed, percent)
        assert position == again
        assert hash(position) == hash(again)
        for name in _fields(position):
            with pytest.raises(AttributeError):
                setattr(position, name, None)

    @some
    @given(seed=seeds, percent=percents, elsewhere=seeds, later=percents)
    def test_a_move_of_another_position_is_refused_with_a_reason_unless_it_is_legal_here_too(
        self, seed: int, percent: int, elsewhere: int, later: int
    ) -> None:
        position = self.reached(seed, percent)
        for move in set(self.reached(elsewhere, later).moves()) - set(position.moves()):
            with pytest.raises(IllegalMove, match=IN_WORDS):
                position.play(move)


def _fields(position: Any) -> tuple[str, ...]:  # noqa: ANN401 - any game's
    """The names of a struct's or a dataclass's fields."""
    if dataclasses.is_dataclass(position):
        return tuple(field.name for field in dataclasses.fields(position))
    return tuple(getattr(position, "__struct_fields__", ()))
