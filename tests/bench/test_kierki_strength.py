from __future__ import annotations

import json

import pytest
from bench.kierki_strength import PAIRINGS, main, measure
from click.testing import CliRunner

from stolik.games.kierki.rules import DEAL_POINTS, KINDS


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


@pytest.mark.soak
def test_the_luck_of_the_cards_is_taken_out_where_one_seat_is_played_from() -> None:
    alike = measure("duck", "duck", deals=20, seed=1, seats=1)
    assert alike.fair_share is not None
    assert alike.share.error > 1
    assert (alike.fair_share.mean, alike.fair_share.error) == pytest.approx((25, 0))
    better = measure("heuristic", "duck", deals=400, seed=1, seats=1)
    assert better.fair_share is not None
    assert better.fair_share.mean == pytest.approx(15.1, abs=4 * better.fair_share.error)
    assert better.fair_share.error < better.share.error


def test_from_all_seats_there_is_no_luck_to_take_out() -> None:
    assert measure("heuristic", "duck", deals=3, seed=1).fair_share is None
    assert measure("heuristic", "duck", deals=2, seed=1, seats=1).fair_share is None


def test_a_seed_settles_everything() -> None:
    assert measure("duck", "random", deals=2, seed=1) == measure("duck", "random", deals=2, seed=1)
    assert measure("duck", "random", deals=2, seed=1) != measure("duck", "random", deals=2, seed=2)


def test_the_command_prints_a_table_for_each_pairing() -> None:
    printed = CliRunner().invoke(main, ["--deals", "2"], catch_exceptions=False).output
    assert printed.count("points a deal") == len(PAIRINGS)


def test_any_pairing_can_be_measured_in_several_processes() -> None:
    command = ["--deals", "2", "--pair", "duck", "random", "--workers", "2", "--json"]
    (result,) = json.loads(CliRunner().invoke(main, command, catch_exceptions=False).output)
    assert result["share"]["mean"] == measure("duck", "random", deals=2, seed=1).share.mean


def test_a_player_that_samples_takes_a_budget() -> None:
    pytest.importorskip("numba")
    assert measure("flat:20", "duck", deals=2, seed=1, kinds=[6]) == measure("flat:20", "duck", 2, 1, [6])
    assert measure("search:1ms", "duck", deals=2, seed=1, kinds=[5]).deals == 2


@pytest.mark.parametrize("name", ["ace", "duck:100ms", "flat:fast"])
def test_an_unknown_player_or_budget_is_refused(name: str) -> None:
    pytest.importorskip("numba")
    result = CliRunner().invoke(main, ["--deals", "2", "--pair", name, "duck"])
    assert result.exit_code == 2
    assert name in result.output


def test_the_command_prints_json() -> None:
    printed = CliRunner().invoke(main, ["--deals", "2", "--json"], catch_exceptions=False).output
    assert [(result["hero"], result["field"]) for result in json.loads(printed)] == list(PAIRINGS)
