from __future__ import annotations

import json

import pytest
from bench.kierki_strength import PAIRINGS, main, measure
from click.testing import CliRunner

from stolik.games.kierki import DEAL_POINTS, KINDS


def test_the_heuristic_takes_far_less_than_its_part_from_three_of_duck() -> None:
    strength = measure("heuristic", "duck", deals=30, seed=1)
    assert strength.share.mean < 18
    assert all(strength.shares[kind].mean < 25 for kind in KINDS)


def test_players_that_play_alike_share_alike() -> None:
    strength = measure("duck", "duck", deals=2, seed=1)
    assert strength.share.mean == pytest.approx(25)
    assert strength.share.error == pytest.approx(0)
    assert strength.mean_points.mean == pytest.approx(50 / 7)
    assert [figure.mean for figure in strength.points.values()] == [DEAL_POINTS[kind] / 4 for kind in KINDS]


def test_a_seed_settles_everything() -> None:
    assert measure("duck", "random", deals=2, seed=1) == measure("duck", "random", deals=2, seed=1)
    assert measure("duck", "random", deals=2, seed=1) != measure("duck", "random", deals=2, seed=2)


def test_the_command_prints_a_table_for_each_pairing() -> None:
    printed = CliRunner().invoke(main, ["--deals", "2"], catch_exceptions=False).output
    assert printed.count("points a deal") == len(PAIRINGS)


def test_the_command_prints_json() -> None:
    printed = CliRunner().invoke(main, ["--deals", "2", "--json"], catch_exceptions=False).output
    assert [(result["hero"], result["field"]) for result in json.loads(printed)] == list(PAIRINGS)
