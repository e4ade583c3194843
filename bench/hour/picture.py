"""Draws the samples of an hour: memory, descriptors and tasks, load, times, each over the same minutes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from bench.hour.service import Sample

_PANELS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("memory, MB", (("memory", "service"), ("workers", "workers"))),
    ("open", (("descriptors", "descriptors"), ("tasks", "tasks"))),
    ("now", (("tables", "tables"), ("connections", "programs"))),
    ("ping of a tab, ms", (("p50", "median"), ("p99", "p99"), ("worst", "longest"))),
    ("cores", (("processor", "service"),)),
)


def draw(samples: Sequence[Sample], file: Path, title: str) -> None:
    """Writes the picture; the ending of the file says in which format. Needs matplotlib."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(len(_PANELS), sharex=True, figsize=(12, 13), layout="constrained")
    minutes = [sample.at / 60 for sample in samples]
    for axis, (name, lines) in zip(axes, _PANELS, strict=True):
        for field, label in lines:
            axis.plot(minutes, [getattr(sample, field) for sample in samples], label=label, linewidth=1)
        axis.set_ylabel(name)
        axis.legend(loc="upper left", fontsize="small", ncols=3)
        axis.grid(alpha=0.3)
        if "ms" in name:
            axis.set_yscale("log")
        else:
            axis.set_ylim(bottom=0)
        _shade(axis, samples)
    axes[-1].set_xlabel("minutes")
    figure.suptitle(title)
    for phase, begin, _ in _phases(samples):
        axes[0].text(begin / 60, 1.02, phase, transform=axes[0].get_xaxis_transform(), rotation=60, fontsize=6)
    figure.savefig(file, dpi=100)
    pyplot.close(figure)


def _shade(axis: Any, samples: Sequence[Sample]) -> None:  # noqa: ANN401 - matplotlib has no types
    """Marks the idle phases: there everything should be as in the first one."""
    for phase, begin, end in _phases(samples):
        if phase == "idle":
            axis.axvspan(begin / 60, end / 60, color="grey", alpha=0.15)


def _phases(samples: Sequence[Sample]) -> list[tuple[str, float, float]]:
    """Each phase, with its first and last second."""
    found = []
    for phase, each in groupby(samples, lambda sample: sample.phase):
        some = list(each)
        found.append((phase, some[0].at, some[-1].at))
    return found
