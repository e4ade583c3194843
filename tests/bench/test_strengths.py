from __future__ import annotations

import json

import pytest
from bench.strengths import Rung, main, pair_of_games, rung
from click.testing import CliRunner

from bench import __main__ as bench


def test_a_strength_against_itself_wins_half() -> None:
    assert pair_of_games("krazki", "best", "best", "seed") == 0.5


@pytest.mark.parametrize(("name", "below"), [("easy", "random"), ("best", "easy")])
def test_a_strength_beats_one_below_it(name: str, below: str) -> None:
    assert rung("krazki", name, below, 20, 1, map).rate > 60


def test_the_fewest_points_count_at_kierki() -> None:
    measured = rung("kierki", "heuristic", "random", 8, 1, map)
    assert (measured.units, measured.game) == (2, "kierki")
    assert measured.rate < 20


def test_a_rung_is_the_same_for_the_same_seed_and_as_json() -> None:
    runs = [CliRunner().invoke(main, ["--game", "krazki", "--pairs", "4", "--json"]).output for _ in range(2)]
    assert runs[0] == runs[1]
    assert [one["name"] for one in json.loads(runs[0])] == ["easy", "steady", "strong", "best"]
    assert set(json.loads(runs[0])[0]) == set(Rung.__struct_fields__)


def test_a_measurement_that_there_is_not_is_refused_and_the_others_named() -> None:
    result = CliRunner().invoke(bench.main, ["chess"])
    assert result.exit_code == 2
    assert "no measurement is called 'chess'; there are kierki_server, " in result.output


def test_the_machine_is_described() -> None:
    said = bench.machine()
    assert "cores" in said
    assert "Python 3." in said
    assert "msgspec " in said
