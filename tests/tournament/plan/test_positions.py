"""Start positions from a file."""

from __future__ import annotations

from random import Random

import pytest

from stolik.contract.registry import all_games, find_game
from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.positions import read_positions
from stolik.tournament.plan.schedule import ScheduleError
from stolik.tournament.plan.tournament import draw, plan


@pytest.mark.parametrize("game", all_games())
def test_the_positions_of_every_game_can_be_read_from_a_file(game: str) -> None:
    rules = find_game(game)
    written = [rules.write(rules.start(Random(seed))) for seed in range(3)]
    assert read_positions(game, "\n\n".join(written) + "\n") == tuple(written)
    if "\n" not in written[0]:
        assert read_positions(game, "\n".join(written)) == tuple(written)


def test_a_fault_in_a_file_of_positions_names_its_line() -> None:
    with pytest.raises(ScheduleError, match="line 3: "):
        read_positions("krazki", "b |bc|cb|\n\nnonsense\n")
    with pytest.raises(ScheduleError, match="no position"):
        read_positions("krazki", "\n\n")


@pytest.mark.parametrize("format_", ["cyclic", "swiss"])
def test_positions_are_taken_in_turn_and_those_of_a_pair_are_the_same(format_: str) -> None:
    positions = ("b |bc|cb|", "c |b|c|", "b |b|c|cb|")
    players = [Entrant(name, builtin="random") for name in "ABCD"]
    games = plan(draw("krazki", format_, 1, "1", players, True, Terms(), (), positions), {})
    assert [game.setup for game in games][:6] == [text for text in positions for _ in range(2)][: len(games)]
