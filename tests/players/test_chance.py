"""Players that leave something to chance: how much, and to which chance."""

from __future__ import annotations

from collections import Counter
from random import Random

from stolik.players.chance import RandomPlayer, Slipping

DRAWS = 2000


class Choice:
    """A view with ten moves."""

    turn = "first"

    def moves(self) -> list[int]:
        return list(range(10))


class Steadfast:
    """Plays a move that chance never would."""

    def choose(self, _: Choice) -> int:
        return -1


def drawn(slips: float) -> Counter[int]:
    player = Slipping(Steadfast(), Random(7), slips)
    return Counter(player.choose(Choice()) for _ in range(DRAWS))


def test_a_random_player_plays_every_move_about_as_often_as_the_others() -> None:
    player = RandomPlayer(Random(7))
    moves = Counter(player.choose(Choice()) for _ in range(DRAWS))
    assert set(moves) == set(range(10))
    assert min(moves.values()) > DRAWS / 20


def test_one_that_never_slips_plays_as_the_other_does() -> None:
    assert drawn(0.0) == {-1: DRAWS}


def test_one_that_always_slips_leaves_every_move_to_chance() -> None:
    assert set(drawn(1.0)) == set(range(10))


def test_one_that_slips_now_and_then_plays_as_the_other_does_for_the_rest() -> None:
    moves = drawn(0.2)
    assert 0.75 < moves[-1] / DRAWS < 0.85
    assert set(moves) == {-1, *range(10)}
