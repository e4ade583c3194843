"""What every game promises at a table: no history breaks it, and its record tells all of it."""

from __future__ import annotations

import pytest

from stolik.contract import HouseRules
from stolik.testing.histories import NOISE, run_history
from stolik.testing.playing import Suite

_HISTORIES = 20

STRICT_AND_PATIENT = (
    HouseRules(turn_time=1.0, on_foul="refuse", on_absence="forfeit", grace=5.0, patience=3),
    HouseRules(turn_time=1.0, on_silence="forfeit", on_foul="expel", on_absence="wait"),
    HouseRules(turn_time=1.0, game_time=20.0),
    HouseRules(game_time=20.0, on_absence="count", grace=5.0),
    HouseRules(turn_time=1.0, on_silence="forfeit", on_foul="forfeit", on_absence="forfeit"),
    HouseRules(turn_time=1.0, on_silence="stand in", on_absence="claim", grace=3.0),
    HouseRules(game_time=20.0, increment=1.0, on_absence="claim", grace=3.0),
)
"""House rules that together do everything that a table can do."""


class TablesSuite(Suite):
    """Players who come, go, are silent and break the rules."""

    def test_no_history_breaks_a_table_of_its_own_house_rules(self) -> None:
        self._run(self.game.house_rules)

    @pytest.mark.parametrize("rules", STRICT_AND_PATIENT)
    def test_no_history_breaks_a_table_and_its_record_replays(self, rules: HouseRules) -> None:
        self._run(rules)

    def _run(self, rules: HouseRules) -> None:
        # Moves that are right at another moment are the best noise.
        moves = {self.game.write_move(move) for position in self.random_play(0) for move in position.moves()}
        for seed in range(_HISTORIES):
            run_history(self.game, rules, seed, (*NOISE, *sorted(moves)))
