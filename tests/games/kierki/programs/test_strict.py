from __future__ import annotations

import click
import pytest

from stolik.games.kierki.programs.strict import run_strictly


def code_of(monkeypatch: pytest.MonkeyPatch, command: click.Command) -> object:
    monkeypatch.setattr("sys.argv", ["prog"])
    with pytest.raises(SystemExit) as exit_:
        run_strictly(command)
    return exit_.value.code


@pytest.mark.parametrize(("returned", "code"), [(0, 0), (1, 1), (None, 0)])
def test_the_callbacks_result_is_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, returned: int | None, code: int
) -> None:
    assert code_of(monkeypatch, click.Command("prog", callback=lambda: returned)) == code


def test_an_error_is_one_line_and_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise click.UsageError("it does not work")

    assert code_of(monkeypatch, click.Command("prog", callback=fail)) == 1
    assert capsys.readouterr().err == "prog: it does not work\n"


def test_an_interruption_is_a_quiet_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert code_of(monkeypatch, click.Command("prog", callback=interrupted)) == 1
    assert capsys.readouterr().err.strip() == ""
