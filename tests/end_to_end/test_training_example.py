"""The example that trains a network: it learns, the same seed gives the same network, and the network plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from examples.training import __main__ as training
from examples.training.match import NetworkPlayer, play_pairs
from examples.training.network import TALLEST, Network
from examples.training.self_play import play
from tests.support.programs import PATIENCE

import stolik

ROOT = Path(__file__).parents[2]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES_A_ROUND", 100)


@pytest.mark.usefixtures("short")
def test_a_few_rounds_beat_random_moves_and_follow_from_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    network, again = training.train(6, seed=1, say=6), training.train(6, seed=1)
    assert all((one == other).all() for one, other in zip(network.weights, again.weights, strict=True))
    assert "round 6 of 6: loss 0." in capsys.readouterr().out
    result = play_pairs(network, "random", 20, seed=1)
    assert result.share - result.margin > 0.5, str(result)


def test_the_loss_falls_and_swapped_colours_swap_the_sign() -> None:
    network = Network(seed=2)
    games = play(network, 50, seed=2, random_share=1.0)
    assert games.discs.shape == (len(games.white_won), 10, TALLEST)
    losses = [network.learn(games.discs, games.white_won, 1e-3) for _ in range(20)]
    assert losses[-1] < losses[0]
    assert np.allclose(network.worth(games.discs), -network.worth(-games.discs), atol=1e-5)


def test_a_saved_network_plays_in_a_contest(tmp_path: Path) -> None:
    network = Network(seed=3)
    network.save(tmp_path / "network.npz")
    start = stolik.game("krazki").read("b |bcb|cbb|b|")
    first = NetworkPlayer(network).choose(start)
    answer = start.play(first).moves()[0]
    command = [sys.executable, "-m", "examples.training.program", str(tmp_path / "network.npz")]
    done = subprocess.run(
        command,
        input=f"200 b |bcb|cbb|b|\n220 {answer}\n230\n",
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    mine = done.stdout.splitlines()
    assert mine[0] == f"210 {first}"
    assert start.play(first, answer, mine[1].removeprefix("210 "))


@pytest.mark.soak
def test_a_whole_training_beats_steady(tmp_path: Path) -> None:
    network = training.train(training.ROUNDS, seed=1)
    result = play_pairs(network, "steady", 300, seed=1)
    assert result.share - result.margin > 0.5, str(result)
