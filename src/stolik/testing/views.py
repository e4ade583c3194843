"""What the views of every game promise: a seat is told what it may know, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from stolik.contract import Position, Seat
from stolik.testing.playing import Suite, few, percents, seeds, some
from stolik.web.messages.views import show

_SHORT_GAMES = 200
_SHORT_GAME = 4
"""Games, and moves of each: among them positions are looked for that look alike."""


class ViewsSuite(Suite):
    """Views serialise, the page can show them, and what is hidden is hidden."""

    @few
    @given(seed=seeds, percent=percents)
    def test_a_view_knows_the_turn_and_its_seats_own_moves_and_survives_json(self, seed: int, percent: int) -> None:
        position, view_type = self.reached(seed, percent), self.game.view_type
        for seat in (None, *self.game.seats):
            view = position.view(seat)
            assert type(view) is view_type
            assert msgspec.json.decode(msgspec.json.encode(view), type=view_type) == view
            assert view.turn == position.turn
            if seat is not None and seat == position.turn:
                assert view.moves() == position.moves()

    @few
    @given(seed=seeds, percent=percents)
    def test_every_moment_can_be_shown_with_moves_only_to_whose_turn_it_is(self, seed: int, percent: int) -> None:
        position = self.reached(seed, percent)
        for seat in (None, *self.game.seats):
            shown = show(self.game, position.view(seat), seat)
            assert shown.turn == position.turn
            mine = seat is not None and seat == position.turn
            assert shown.moves == ([self.game.write_move(move) for move in position.moves()] if mine else [])
            assert msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) == shown

    @some
    @given(seed=seeds, percent=percents, other=seeds)
    def test_what_a_seat_cannot_see_does_not_change_its_view(self, seed: int, percent: int, other: int) -> None:
        if not self.game.hidden:
            pytest.skip("nothing is hidden in this game")
        position = self.reached(seed, percent)
        pairs = [(seat, self.alike(position, seat, Random(other))) for seat in (None, *self.game.seats)]
        if all(alike is None for _, alike in pairs):
            pytest.skip("say in 'alike' which positions a seat cannot tell apart: then this is tested")
        for seat, alike in pairs:
            assert alike is None or alike.view(seat) == position.view(seat), f"{seat or 'everyone'} sees a difference"

    @few
    @given(seed=seeds, percent=percents)
    def test_no_move_is_a_secret_because_everybody_is_told_of_it(self, seed: int, percent: int) -> None:
        if not self.game.hidden:
            pytest.skip("nothing is hidden in this game")
        position = self.reached(seed, percent)
        for seat in (None, *self.game.seats):
            if seat == position.turn:
                continue
            seen: dict[bytes, tuple[Any, Any]] = {}
            for move in position.moves():
                after = position.play(move)
                other, known = seen.setdefault(msgspec.json.encode(after.view(seat)), (move, after))
                assert known == after, (
                    f"{seat or 'everyone'} is told of each move, but has the same view after {other!r} and {move!r}: "
                    "moves cannot be hidden"
                )

    def test_positions_that_differ_in_what_is_hidden_look_alike_to_those_who_watch(self) -> None:
        if not self.game.hidden:
            pytest.skip("nothing is hidden in this game")
        assert any(len(positions) > 1 for positions in self._by_looks(None)), (
            f"in {_SHORT_GAMES} games view(None) told everything: is anything hidden, as 'hidden' says?"
        )

    def test_a_game_that_does_not_say_so_hides_nothing(self) -> None:
        for seat in () if self.game.hidden else (None, *self.game.seats):
            for positions in self._by_looks(seat):
                assert len(positions) == 1, "positions that differ look alike: say hidden=True"

    def _by_looks(self, seat: Seat | None) -> Iterable[set[Any]]:
        """The first positions of many games, those together that look alike from the seat."""
        looks: defaultdict[bytes, set[Any]] = defaultdict(set)
        for seed in range(_SHORT_GAMES):
            for position in self._beginning(seed):
                looks[msgspec.json.encode(position.view(seat))].add(position)
        return looks.values()

    def _beginning(self, seed: int) -> list[Position[Any]]:
        """The first positions of a random game."""
        rng = Random(seed)
        positions = [self.game.start(rng)]
        while positions[-1].turn is not None and len(positions) <= _SHORT_GAME:
            positions.append(positions[-1].play(rng.choice(positions[-1].moves())))
        return positions
