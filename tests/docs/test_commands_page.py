"""`docs/commands.md` has every command, its examples print what it says, and all documents name options that exist."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.support.programs import PATIENCE, program
from tests.support.snippets import ROOT, documents

from stolik.cli.main import command

PAGE = ROOT / "docs" / "commands.md"
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


@pytest.mark.parametrize("group", ["", "host", "join", "tables", "tournament"])
def test_the_summary_of_a_command_fits_in_the_list_of_commands(group: str) -> None:
    shown = CliRunner().invoke(command, [*group.split(), "--help"], terminal_width=80).output
    _, _, listed = shown.partition("Commands:")
    assert [line for line in listed.splitlines() if line.endswith("...")] == []


def named(line: str) -> tuple[click.Command, list[str]]:
    """The command of a line, and the words after its name."""
    one: click.Command = command
    words = line.split()[1:]
    while words and isinstance(one, click.Group):
        found = one.get_command(click.Context(one), words[0])
        if found is None:
            break
        one, words = found, words[1:]
    return one, words


@pytest.mark.parametrize("document", documents())
def test_every_option_that_a_document_shows_exists(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for line in re.findall(r"^(?:\$ )?(stolik .*)$|`(stolik [^`]*)`", text, re.MULTILINE):
        shown = re.split(r"  |#| -- |\|", "".join(line))[0]
        one, words = named(shown)
        if isinstance(one, click.Group) and words:
            continue  # a command of a game that is not installed
        known = {"-h", "--help", *(name for option in one.params for name in (*option.opts, *option.secondary_opts))}
        assert {word for word in words if re.match("--?[a-z]", word)} <= known, shown


def test_the_list_has_every_command() -> None:
    listed = re.findall(r"^\| `stolik ([\w-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == command.list_commands(click.Context(command))
