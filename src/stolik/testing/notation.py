"""What the notation of every game promises: what is written is read back, and what cannot be read is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stolik.contract import IllegalMove
from stolik.testing.playing import Suite, attempt, damaged, few, many, percents, seeds, some
from stolik.testing.rules import IN_WORDS


class NotationSuite(Suite):
    """Starts and moves as texts, both ways."""

    @many
    @given(seed=seeds)
    def test_a_start_follows_from_its_seed_and_is_read_back_from_its_notation(self, seed: int) -> None:
        start = self.game.start(Random(seed))
        assert start == self.game.start(Random(seed)), "two starts drawn from one seed differ"
        assert self.game.read(self.game.write(start)) == start

    @few
    @given(seed=seeds, percent=percents)
    def test_the_notation_of_moves_is_read_back(self, seed: int, percent: int) -> None:
        for move in self.reached(seed, percent).moves():
            text = self.game.write_move(move)
            assert self.game.read_move(text) == move
            assert text == text.strip(), "a move's text begins and ends without blanks"
            assert text.isprintable(), "a move's text is one line"
            assert len(text.encode()) <= self.game.longest_move, "say longest_move"

    @many
    @given(text=st.text())
    def test_any_text_at_all_is_read_or_refused_with_a_reason(self, text: str) -> None:
        for read in (self.game.read, self.game.read_move):
            value, why_not = attempt(read, text)
            assert (value is None) == bool(why_not)

    @many
    @given(data=st.data(), seed=seeds)
    def test_a_misspelt_start_is_refused_or_is_another_start(self, data: st.DataObject, seed: int) -> None:
        text = self.game.write(self.game.start(Random(seed)))
        start, why_not = attempt(self.game.read, damaged(data, text))
        assert why_not or self.game.read(self.game.write(start)) == start

    @some
    @given(data=st.data(), seed=seeds, percent=percents)
    def test_a_misspelt_move_is_unreadable_or_refused_or_another_legal_move(
        self, data: st.DataObject, seed: int, percent: int
    ) -> None:
        position = self.reached(seed, percent)
        assume(position.turn is not None)
        text = damaged(data, self.game.write_move(data.draw(st.sampled_from(position.moves()))))
        move, why_not = attempt(self.game.read_move, text)
        if why_not:
            return
        assert self.game.read_move(self.game.write_move(move)) == move
        if move in position.moves():
            position.play(move)
        else:
            with pytest.raises(IllegalMove, match=IN_WORDS):
                position.play(move)

    @few
    @given(seed=seeds, percent=percents)
    def test_a_game_can_go_on_from_the_middle_of_another(self, seed: int, percent: int) -> None:
        position = self.reached(seed, percent)
        start = self.game.start_from(position)
        assert self.game.read(self.game.write(start)) == start, "where a game goes on can be written down"
        assert self.game.start_from(start) == start
        if position.turn is not None and not self.game.hidden:
            assert start.moves() == position.moves()
