"""The commands and programs that the documentation shows, and a newcomer who types them in a clean folder.

Documents use fixed ports, as their readers do. So each script is run in a network of its own, made by bubblewrap: no
port is taken there, and everything that a script left running ends with it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 150.0
"""Seconds that one script may take on a busy machine."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    document: str
    language: str
    text: str

    @property
    def first(self) -> str:
        """Its first line, by which the tests know it."""
        return self.text.splitlines()[0]


def blocks_of(document: str) -> list[Block]:
    """Every fenced block of a document that names its language."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+)[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Block(document, language, body) for language, body in found]


def documents() -> list[str]:
    """Everything that users read, in every language."""
    paths = [*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(str(path.relative_to(ROOT)) for path in paths)


def type_in(folder: Path, script: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a script in the folder, as a newcomer who has Stolik's commands on the path and the examples beside."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        pytest.skip("bubblewrap is not installed: scripts of the documentation need a network of their own")
    examples = folder / "examples"
    if not examples.exists():
        shutil.copytree(ROOT / "examples", examples, ignore=shutil.ignore_patterns("__pycache__"))
    commands = Path(sys.executable).parent
    env = {
        **os.environ,
        "HOME": str(folder),
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }
    for name in ("XDG_DATA_HOME", "PYTHONPATH"):
        env.pop(name, None)
    own_network = [
        bwrap,
        "--dev-bind",
        "/",
        "/",
        "--unshare-net",
        "--unshare-pid",
        "--proc",
        "/proc",
        "--die-with-parent",
    ]
    # What runs on in the background would keep the script's output open.
    beginning = "trap 'kill -9 -1 2> /dev/null || true' EXIT\n"
    return subprocess.run(
        [*own_network, "bash", "-c", beginning + script], input=typed, cwd=folder, env=env,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
