"""An error that nobody expected is one line, which says whether Stolik or a game's own package made it."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import click
import pytest

from stolik.cli.running import run_command
from stolik.contract import registry

PIG = EntryPoint("pig", "stolik_pig:GAME", registry.GROUP)


def in_module(name: str) -> Any:
    """A function of that module, which fails."""
    module: dict[str, Any] = {"__name__": name}
    exec("def fail(*_):\n    return int('garbage')", module)
    return module["fail"]


@pytest.mark.parametrize(
    ("fail", "words"),
    [
        (in_module("stolik_pig.rules"), "stolik: the game 'pig' failed: ValueError: invalid literal"),
        (in_module("stolik.table.table"), "stolik: this is a mistake in Stolik, please report it: ValueError"),
        (in_module("json"), "stolik: this is a mistake in Stolik, please report it: ValueError"),
    ],
)
def test_a_mistake_is_said_to_be_of_the_one_whose_code_raised_it(
    fail: Any, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [PIG])
    monkeypatch.setattr("sys.argv", ["stolik"])
    with pytest.raises(SystemExit) as ended:
        run_command(click.Command("stolik", callback=fail), "stolik")
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith(words)
    assert said.count("\n") == 1
