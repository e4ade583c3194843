"""Long work in the background: its result and its errors come as they are, and a person can see what is done."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from stolik.cli import waiting
from stolik.cli.waiting import wait_for
from stolik.contract import packages


def test_the_result_of_the_work_is_returned_and_nothing_is_shown_without_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert wait_for(lambda: 42, "working") == 42
    assert capsys.readouterr() == ("", "")


def test_an_error_of_the_work_is_raised() -> None:
    def fail() -> None:
        raise ModuleNotFoundError("no", name="numba")

    with pytest.raises(ModuleNotFoundError, match="no"):
        wait_for(fail, "working")
    with pytest.raises(TimeoutError):
        wait_for(lambda: (_ for _ in ()).throw(TimeoutError("its own")), "working")


def test_what_is_compiled_is_counted() -> None:
    numba = pytest.importorskip("numba")
    compiled = waiting._Compiled()
    with compiled.counted():
        assert numba.njit("int64(int64)")(lambda number: number + 1)(1) == 2
    assert compiled.functions >= 1


def test_without_a_compiler_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda _: False)
    compiled = waiting._Compiled()
    with compiled.counted():
        assert isinstance(sys, ModuleType)
    assert compiled.functions == 0


def test_a_person_at_a_terminal_sees_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    from rich.console import Console

    screen = StringIO()
    monkeypatch.setattr(waiting, "Console", lambda **_: Console(file=screen, force_terminal=True, width=80))

    def work() -> int:
        import time

        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            pass
        return 1

    assert wait_for(work, "solving") == 1
    assert "solving" in screen.getvalue()
