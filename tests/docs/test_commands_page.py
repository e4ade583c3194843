"""`docs/commands.md`: its list has every command, and every example prints what the page says, in a clean folder."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from click import Context
from tests.support.programs import PATIENCE, program

from stolik.cli.main import command

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """Every command line of the page, and what it prints."""
    found: list[tuple[str, str]] = []
    for block in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = part.partition("\n")
            found.append((line, printed))
    return found


def test_every_example_prints_what_the_page_says(tmp_path: Path) -> None:
    path = f"{Path(program('stolik')).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "XDG_DATA_HOME": str(tmp_path / "data"), "NO_COLOR": "1"}
    for line, printed in examples():
        done = subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.stdout == printed, line


def test_the_list_has_every_command() -> None:
    listed = re.findall(r"^\| `stolik ([\w-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == command.list_commands(Context(command))
