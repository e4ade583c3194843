"""What the package does on a system that has less than Linux."""

from __future__ import annotations

import os

import pytest

from stolik.system import objection_to_tournaments, usable_cores


def test_cores_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 5}, raising=False)
    assert usable_cores() == 2


@pytest.mark.parametrize(("counted", "usable"), [(8, 8), (None, 1)])
def test_where_the_system_does_not_tell_they_are_all_there_are(
    counted: int | None, usable: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert usable_cores() == usable


def test_tournaments_need_what_only_linux_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "pidfd_open", lambda _: 0, raising=False)
    assert objection_to_tournaments() is None
    monkeypatch.delattr(os, "pidfd_open")
    assert objection_to_tournaments() == "tournaments of programs run only on Linux"
