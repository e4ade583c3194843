"""Why a program could not be started: looks at its file, as its author would."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_SCRIPT: Final = b"#!"
_ELF: Final = b"\x7fELF"
# Where a version manager keeps scripts that start the real interpreters.
_VERSION_MANAGER: Final = "shims"
# The system reads no more of the first line of a script.
_FIRST_LINE: Final = 256


def why_not_started(command: Sequence[str], cwd: str) -> str:
    """What is wrong with a program that did not start; empty if nothing is seen."""
    file = Path(cwd, command[0])
    if not file.exists():
        return f"there is no file {command[0]!r}"
    if not os.access(file, os.X_OK):
        return f"{file.name!r} is not executable: chmod +x {file.name}"
    try:
        with file.open("rb") as opened:
            head = opened.read(_FIRST_LINE)
    except OSError as error:
        return f"{file.name!r} cannot be read: {error.strerror}"
    if head.startswith(_SCRIPT):
        wrong = _interpreter(file.name, head[len(_SCRIPT) :].partition(b"\n")[0])
        return wrong or (_missing_script(command[1:], cwd) if file.parent.name == _VERSION_MANAGER else "")
    if not head.startswith(_ELF):
        return f"{file.name!r} is no program of this machine, and has no #! line that names an interpreter"
    return _missing_script(command[1:], cwd)


def _interpreter(name: str, line: bytes) -> str:
    """What is wrong with the first line of a script."""
    if line.endswith(b"\r"):
        return f"the first line of {name!r} ends with CR LF: save the file with LF at the ends of its lines"
    interpreter, *rest = line.decode("utf-8", "replace").split() or [""]
    if not Path(interpreter).is_file():
        return f"the first line of {name!r} names {interpreter!r}, and there is no such program"
    asked = next((word for word in rest if not word.startswith("-")), "")
    if Path(interpreter).name == "env" and asked and shutil.which(asked) is None:
        return f"there is no {asked!r} on the PATH, and the first line of {name!r} asks for it"
    return ""


def _missing_script(arguments: Sequence[str], cwd: str) -> str:
    """The first argument that looks like the name of a file, if there is no such file: `python3 missing.py`."""
    for word in arguments:
        if not word.startswith("-"):
            looks_like_a_file = bool(Path(word).suffix) and "{" not in word and " " not in word
            missing = looks_like_a_file and not Path(cwd, word).exists()
            return f"there is no file {word!r} in {cwd}" if missing else ""
    return ""
