"""The hour of changing load: its plan, what is read of the service, and the picture."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from bench.hour.__main__ import PHASES, idle_ends, plan, write_csv
from bench.hour.service import Metrics, Sample

SAMPLE = Sample(0.0, "idle", 70.0, 40.0, 20, 3, 0, 0, 0.1, 0.5, 1.5, 2.5, 0)


def sample(at: float, phase: str) -> Sample:
    return msgspec.structs.replace(SAMPLE, at=at, phase=phase)


def test_every_cycle_has_all_phases_and_the_run_ends_idle() -> None:
    phases = list(plan(60, 10))
    assert [name for name, _, _ in phases] == 6 * [name for name, _, _ in PHASES] + ["idle"]
    assert sum(seconds for _, seconds, _ in phases[:-1]) == pytest.approx(3600)


def test_the_end_of_each_idle_phase_is_compared() -> None:
    phases = ("idle", "idle", "all", "all", "idle", "all", "idle", "idle")
    samples = [sample(float(at), phase) for at, phase in enumerate(phases)]
    assert [each.at for each in idle_ends(samples)] == [1, 4, 7]


def test_metrics_are_added_up_over_their_labels() -> None:
    metrics = Metrics('# HELP x\nstolik_tables{game="a"} 2.0\nstolik_tables{game="b"} 3.0\nstolik_tasks 7.0\n')
    assert (metrics.sum("stolik_tables"), metrics.sum("stolik_tasks"), metrics.sum("nothing")) == (5, 7, 0)


def test_samples_are_written_and_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from bench.hour.picture import draw

    samples = [sample(float(at), "idle" if at < 3 else "all") for at in range(6)]
    write_csv(samples, tmp_path / "samples.csv")
    assert (tmp_path / "samples.csv").read_text().count("\n") == 7
    draw(samples, tmp_path / "hour.svg", "six samples")
    assert "six samples" in (tmp_path / "hour.svg").read_text()
