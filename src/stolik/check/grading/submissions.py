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
import zipfile
from pathlib import Path
from typing import Final

from msgspec import Struct

from stolik.tournament.sandbox.bubblewrap import Sandbox, find_sandbox
from stolik.tournament.sandbox.places import TMP, Guest
from stolik.tournament.sandbox.system_calls import open_filter

ARCHIVES: Final = (".tgz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar", ".zip")
BUILD_FILES: Final = ("Makefile", "makefile", "GNUmakefile", "CMakeLists.txt")
# Seconds and MiB for one build: a compiler of C++ needs much more than a program that plays.
BUILD_TIME: Final = 120.0
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
    """What lies in the folder, in order: folders, archives, and files that can be run."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        ending = next((ending for ending in ARCHIVES if path.name.endswith(ending)), "")
        if path.is_dir() or (path.is_file() and (ending or os.access(path, os.X_OK))):
            found.append(Submission(path.name.removesuffix(ending), str(path)))
    return found


def prepare(submission: Submission, into: Path, program: str, build: str) -> Path:
    """Puts the submission into a folder, builds it, and returns its program; raises BuildError."""
    source, work = Path(submission.path), into / "work"
    work.mkdir(parents=True)
    _unpack(source, work)
    root = _root(work)
    if not (root / program).is_file() or any((root / name).is_file() for name in BUILD_FILES) or build:
        _build(root, build or _usual_build(root))
    found = root / program if (root / program).is_file() else _only_program(root, program)
    _open_to_all(work)
    return found


def _unpack(source: Path, work: Path) -> None:
    try:
        if source.is_dir():
            shutil.copytree(source, work, dirs_exist_ok=True, symlinks=True)
        elif source.suffix == ".zip":
            _unpack_zip(source, work)
        elif any(source.name.endswith(ending) for ending in ARCHIVES):
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


def _root(work: Path) -> Path:
    """The folder with the sources: many archives have one folder in which everything lies."""
    inside = list(work.iterdir())
    return _root(inside[0]) if len(inside) == 1 and inside[0].is_dir() else work


def _usual_build(root: Path) -> str:
    if (root / "CMakeLists.txt").is_file() and not any((root / name).is_file() for name in BUILD_FILES[:3]):
        return "cmake -B . -S . && make"
    if any((root / name).is_file() for name in BUILD_FILES):
        return "make"
    raise BuildError("there is no Makefile, no CMakeLists.txt, and no program")


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
        late = ""
        try:
            process.wait(BUILD_TIME)
        except subprocess.TimeoutExpired:
            late = f"\nit took more than {BUILD_TIME:.0f} s"
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        finally:
            for descriptor in passed:
                os.close(descriptor)
        out.seek(0)
        err.seek(max(0, err.seek(0, os.SEEK_END) - SHOWN_OUTPUT))
        errors = err.read(SHOWN_OUTPUT).decode("utf-8", "replace") + late
        return (out.read() if process.returncode == 0 else None), errors


def _only_program(root: Path, program: str) -> Path:
    """The program under another name, when there is only one file that can be run; raises BuildError."""
    found = [path for path in root.rglob(program) if path.is_file()]
    found = found or [path for path in root.iterdir() if path.is_file() and os.access(path, os.X_OK)]
    if len(found) != 1:
        raise BuildError(f"there is no program {program!r} after the build")
    return found[0]


def _open_to_all(folder: Path) -> None:
    """Lets everybody read the files: programs run as a user that owns nothing."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
