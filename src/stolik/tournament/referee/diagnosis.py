"""Why a program could not be started: looks at its file, as its author would."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from stolik.tournament.plan.causes import Cause, cause

_SCRIPT: Final = b"#!"
_ELF: Final = b"\x7fELF"
# Where a version manager keeps scripts that start the real interpreters.
_VERSION_MANAGER: Final = "shims"
# The system reads no more of the first line of a script.
_FIRST_LINE: Final = 256


def why_not_started(command: Sequence[str], cwd: str) -> Cause | None:
    """What is wrong with a program that did not start; None if nothing is seen."""
    file = Path(cwd, command[0])
    if not file.exists():
        return cause("start.noFile", file=command[0])
    if not os.access(file, os.X_OK):
        return cause("start.notExecutable", file=file.name)
    try:
        with file.open("rb") as opened:
            head = opened.read(_FIRST_LINE)
    except OSError as error:
        return cause("start.unreadable", file=file.name, why=str(error.strerror))
    if head.startswith(_SCRIPT):
        wrong = _interpreter(file.name, head[len(_SCRIPT) :].partition(b"\n")[0])
        return wrong or (_missing_script(command[1:], cwd) if file.parent.name == _VERSION_MANAGER else None)
    if not head.startswith(_ELF):
        return cause("start.noProgram", file=file.name)
    return _missing_script(command[1:], cwd)


def _interpreter(name: str, line: bytes) -> Cause | None:
    """What is wrong with the first line of a script."""
    if line.endswith(b"\r"):
        return cause("start.lineEnds", file=name)
    interpreter, *rest = line.decode("utf-8", "replace").split() or [""]
    if not Path(interpreter).is_file():
        return cause("start.noInterpreter", file=name, program=interpreter)
    asked = next((word for word in rest if not word.startswith("-")), "")
    if Path(interpreter).name == "env" and asked and shutil.which(asked) is None:
        return cause("start.notOnPath", file=name, program=asked)
    return None


def _missing_script(arguments: Sequence[str], cwd: str) -> Cause | None:
    """The first argument that looks like the name of a file, if there is no such file: `python3 missing.py`."""
    for word in arguments:
        if not word.startswith("-"):
            looks_like_a_file = bool(Path(word).suffix) and "{" not in word and " " not in word
            missing = looks_like_a_file and not Path(cwd, word).exists()
            return cause("start.noScript", file=word, folder=cwd) if missing else None
    return None
