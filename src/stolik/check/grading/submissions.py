"""Submissions: folders, archives and programs, found in one folder, and built in a sandbox."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from stolik.check.pace import runnable
from stolik.system import usable_cores
from stolik.tournament.sandbox.bubblewrap import Sandbox, find_sandbox
from stolik.tournament.sandbox.places import TMP, Guest
from stolik.tournament.sandbox.system_calls import open_filter

ARCHIVES: Final = (".tgz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar", ".zip")
OTHER_ARCHIVES: Final = (".rar", ".7z")
# What Moodle adds to the name of a student's folder when a teacher downloads all submissions.
MOODLE_ENDINGS: Final = ("_assignsubmission_file_", "_assignsubmission_file")
# What macOS adds to a .zip beside the files.
NOT_SOURCES: Final = "__MACOSX"
BUILD_FILES: Final = ("Makefile", "makefile", "GNUmakefile", "CMakeLists.txt")
# Seconds and MiB for one build: a compiler of C++ needs much more than a program that plays. On a busy machine a second
# counts as the share of it that a process gets, up to the longest time.
BUILD_TIME: Final = 120.0
LONGEST_BUILD: Final = 500.0
BUILD_LOOK: Final = 0.2
BUILD_MEMORY: Final = 2048
# Bytes of what is unpacked or built: more cannot be a submission of a course.
MOST_BYTES: Final = 64 * 1024 * 1024
SHOWN_OUTPUT: Final = 4000


class BuildError(Exception):
    """A submission cannot be unpacked or built; the message says why, with the end of what the build printed."""


class Submission(Struct, frozen=True):
    """One thing that was handed in."""

    name: str
    path: str


def find_submissions(folder: Path) -> list[Submission]:
    """What lies in the folder, in order: folders, archives, and files that can be run. No two have the same name."""
    found: dict[str, Submission] = {}
    for path in _visible(folder):
        ending = _ending(path, (*ARCHIVES, *OTHER_ARCHIVES, *MOODLE_ENDINGS))
        if path.is_dir() or (path.is_file() and (ending or os.access(path, os.X_OK))):
            name = path.name.removesuffix(ending)
            name = path.name if name in found else name
            found[name] = Submission(name, str(path))
    return list(found.values())


def not_submissions(folder: Path) -> list[str]:
    """The names of the other files in the folder."""
    known = {submission.path for submission in find_submissions(folder)}
    return [path.name for path in _visible(folder) if str(path) not in known]


def _visible(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith(".") and path.name != NOT_SOURCES]


def _ending(path: Path, endings: Sequence[str]) -> str:
    return next((ending for ending in endings if path.name.endswith(ending)), "")


def prepare(submission: Submission, into: Path, program: str, build: str) -> Path:
    """Puts the submission into a folder, builds it, and returns its program; raises BuildError."""
    source, work = Path(submission.path), into / "work"
    work.mkdir(parents=True)
    _unpack(source, work)
    top = _top(work)
    inner = [path for path in _visible(top) if path.is_file() and _ending(path, ARCHIVES)]
    if len(inner) == 1 and not _has_build_file(top) and not (top / program).is_file():
        _unpack(inner[0], top)  # the archive that a student handed in, in the folder that Moodle made for it
        inner[0].unlink()
        top = _top(work)
    root = _root(top, program)
    is_program = source.is_file() and not _ending(source, ARCHIVES)
    command = "" if is_program else build or _usual_build(root)
    if command:
        _build(root, command)
    found = root / program if (root / program).is_file() else _only_program(root, program, built=bool(command))
    _open_to_all(work)
    if not found.is_symlink():
        found.chmod(found.stat().st_mode | 0o111)  # many a .zip has lost it
    return found


def _unpack(source: Path, work: Path) -> None:
    if _ending(source, OTHER_ARCHIVES):
        raise BuildError(f"{source.name} cannot be unpacked: these can be: {', '.join(ARCHIVES)}")
    try:
        if source.is_dir():
            shutil.copytree(source, work, dirs_exist_ok=True, symlinks=True)
        elif source.suffix == ".zip":
            _unpack_zip(source, work)
        elif _ending(source, ARCHIVES):
            with tarfile.open(source) as archive:
                _extract(archive, work)
        else:
            shutil.copy(source, work)
    except (OSError, tarfile.TarError, zipfile.BadZipFile, shutil.Error, ValueError) as error:
        raise BuildError(f"{source.name} cannot be unpacked: {error}") from None


def _unpack_zip(source: Path, work: Path) -> None:
    with zipfile.ZipFile(source) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            raise BuildError(f"{source.name} is too large when it is unpacked")
        archive.extractall(work)  # noqa: S202 - zipfile keeps members inside


def _extract(archive: tarfile.TarFile, work: Path) -> None:
    size = 0
    for member in archive:
        size += member.size
        if size > MOST_BYTES:
            raise BuildError("it is too large when it is unpacked")
        archive.extract(member, work, filter="data")


def _top(folder: Path) -> Path:
    """Where everything lies: many archives have one folder with everything in it."""
    inside = _visible(folder)
    return _top(inside[0]) if len(inside) == 1 and inside[0].is_dir() else folder


def _root(top: Path, program: str) -> Path:
    """The folder with the file that says how to build; of several, one that names the program, then the highest."""
    if _has_build_file(top) or (top / program).is_file():
        return top
    inside = (path for path in sorted(top.rglob("*")) if path.is_dir() and not path.is_symlink())
    found = [path for path in inside if _has_build_file(path) and NOT_SOURCES not in path.parts]
    return min(found, key=lambda path: (not _names(path, program), len(path.parts)), default=top)


def _has_build_file(folder: Path) -> bool:
    return any((folder / name).is_file() for name in BUILD_FILES)


def _names(folder: Path, program: str) -> bool:
    files = (folder / name for name in BUILD_FILES)
    return any(program.encode() in file.read_bytes() for file in files if file.is_file() and not file.is_symlink())


def _usual_build(root: Path) -> str:
    """The command for the files that are there; empty if there is nothing to build."""
    if (root / "CMakeLists.txt").is_file() and not any((root / name).is_file() for name in BUILD_FILES[:3]):
        return "cmake -B . -S . && make"
    return "make" if _has_build_file(root) else ""


def _build(root: Path, command: str) -> None:
    """Builds in a sandbox: a copy inside is built, and comes out as an archive."""
    sandbox = find_sandbox(BUILD_MEMORY, True)
    _open_to_all(root)
    inside = f"{TMP}/build"
    script = f"cp -r {_quoted(str(root))} {inside} && cd {inside} && ({command}) >&2 && tar cf - ."
    done, errors = _run(sandbox, Guest(["/bin/sh", "-c", script], str(root), own=[str(root)]))
    if done is None:
        raise BuildError(f"`{command}` fails:\n{errors}")
    with contextlib.suppress(tarfile.TarError), tarfile.open(fileobj=io.BytesIO(done)) as archive:
        _extract(archive, root)


def _run(sandbox: Sandbox, guest: Guest) -> tuple[bytes | None, str]:
    """What a command printed, None if it failed, and its errors."""
    filtered = open_filter()
    passed = () if filtered is None else (filtered,)
    # Files, not pipes: the sandbox limits how long a file can be, so that a build that floods cannot fill our memory.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(  # noqa: S603 - building others' programs is what this is for
            sandbox.command(guest, filtered),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd="/",
            env={},
            pass_fds=passed,
            process_group=0,
        )
        began, late = time.monotonic(), ""
        try:
            if not _ends_in_time(process):
                late = f"\nit was stopped after {time.monotonic() - began:.0f} s"
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        finally:
            for descriptor in passed:
                os.close(descriptor)
        out.seek(0)
        err.seek(max(0, err.seek(0, os.SEEK_END) - SHOWN_OUTPUT))
        errors = err.read(SHOWN_OUTPUT).decode("utf-8", "replace") + late
        return (out.read() if process.returncode == 0 else None), errors


def _ends_in_time(process: subprocess.Popen[bytes]) -> bool:
    """Waits for a build; whether it ends before its time is over."""
    now = time.monotonic()
    end, used = now + LONGEST_BUILD, 0.0
    while now < end and used < BUILD_TIME:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(BUILD_LOOK)
            return True
        before, now = now, time.monotonic()
        used += (now - before) * min(1.0, usable_cores() / max(1, runnable()))
    return False


def _only_program(root: Path, program: str, *, built: bool) -> Path:
    """The program under another name, when there is only one file that can be run; raises BuildError."""
    found = [path for path in root.rglob(program) if path.is_file()]
    found = found or [path for path in root.iterdir() if path.is_file() and os.access(path, os.X_OK)]
    if not found and not built:
        raise BuildError("there is no Makefile, no CMakeLists.txt, and no program")
    if len(found) != 1:
        raise BuildError(f"there is no program {program!r}" + (" after the build" if built else ""))
    return found[0]


def _open_to_all(folder: Path) -> None:
    """Lets everybody read the files: programs run as a user that owns nothing."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
