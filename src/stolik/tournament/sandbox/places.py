"""What of the file system a program sees: the system's runtimes, its own files, and nothing else."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

# The largest file, and the size of the private /tmp: enough for notes of a game, too small to fill a disk or memory.
MOST_FILE: Final = 64 * 1024 * 1024
# Programs, libraries and language runtimes that the system has installed.
RUNTIME: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
# What of /etc the loader, the language runtimes and the clock read; nothing about users, hosts or services.
_SETTINGS: Final = ("ld.so.*", "alternatives", "localtime", "timezone", "java*", "python*", "perl", "mono", "dotnet")
# Variables that name a folder of a language runtime.
RUNTIME_VARIABLES: Final = ("JAVA_HOME", "DOTNET_ROOT")
PATH: Final = "/usr/local/bin:/usr/bin:/bin"
TMP: Final = "/tmp"  # noqa: S108 - a place inside the sandbox
_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - likewise
# Of so many programs the options are kept.
MOST_KEPT: Final = 1024

Words = tuple[str, ...]


class Guest(Struct, frozen=True):
    """A program that is to run in a sandbox."""

    command: Sequence[str]
    cwd: str
    own: Sequence[str] = ()
    """The files and folders that are its own; it can read them."""
    more: Sequence[str] = ()
    """What else the players file lets it read."""
    env: Mapping[str, str] = {}
    handover: int | None = None
    """For a network client: see `listener`."""


def runtime_command(guest: Guest) -> list[str]:
    """The command with an interpreter that Stolik is not installed for, and that is no script of a version manager."""
    program, *arguments = guest.command
    if any(_contains(os.path.abspath(place), program) for place in guest.more):
        return [program, *arguments]
    if Path(program).is_relative_to(sys.prefix) and Path(program).name.startswith("python"):
        program = os.path.realpath(program)  # a link of our virtual environment to the system's Python
    elif Path(program).parent.name == "shims":
        program = shutil.which(Path(program).name, path=PATH) or program
    return [program, *arguments]


def mounts(programs: Iterable[str], command: Sequence[str], guest: Guest) -> list[str]:
    """Options of bubblewrap that build the file system for some programs and what else a command names.

    The files that a command names by their whole paths are shown, without the folders that they are in.
    """
    own, more, runtimes = tuple(guest.own), tuple(guest.more), tuple(_named_runtimes())
    return list(_mounts(tuple(programs), tuple(command), guest.cwd, own, more, runtimes))


@lru_cache(maxsize=MOST_KEPT)
def _mounts(programs: Words, command: Words, cwd: str, own: Words, readable: Words, runtimes: Words) -> tuple[str, ...]:
    """The same, kept from game to game: to find it takes as long as twenty moves."""
    more = [os.path.abspath(path) for path in readable]
    shown = {os.path.abspath(path) for path in own}
    shown |= {word for word in command if os.path.isabs(word) and os.path.isfile(word)}
    shown |= {*runtimes, *more}
    for program in programs:
        shown |= {*_home_of(program), *_home_of(os.path.realpath(program))}
    outermost = [path for path in sorted(shown) if not any(_contains(other, path) for other in shown if other != path)]
    outermost = [path for path in outermost if not any(_contains(place, path) for place in RUNTIME)]
    options = [*_system(), "--proc", "/proc", "--dev", "/dev"]
    for place in (TMP, _SHARED_MEMORY):
        options += ["--perms", "1777", "--size", str(MOST_FILE), "--tmpfs", place]
    options += ["--remount-ro", "/dev"]
    visible = [*RUNTIME, *outermost]
    made = {cwd, *outermost}
    for folder in sorted({str(parent) for path in made for parent in Path(path).parents} | {cwd}):
        if folder not in ("/", TMP) and not any(_contains(place, folder) for place in visible):
            # Not the permissions of the folder outside, which may keep everyone out.
            options += ["--perms", "0755", "--dir", folder]
    for path in outermost:
        options += ["--ro-bind", path, path]
    return (*options, *_without_us(visible, more), "--remount-ro", "/", "--chdir", cwd)


@cache
def _system() -> tuple[str, ...]:
    options: list[str] = []
    for place in RUNTIME:
        if os.path.islink(place):
            options += ["--symlink", os.readlink(place), place]
        elif os.path.isdir(place):
            options += ["--ro-bind", place, place]
    # Bubblewrap would make it for its own user alone: to all others `cc` and `java` are links that lead nowhere.
    options += ["--perms", "0755", "--dir", "/etc"]
    for pattern in _SETTINGS:
        for path in sorted(Path("/etc").glob(pattern)):
            options += ["--ro-bind", str(path), str(path)]
    return tuple(options)


@cache
def _home_of(program: str) -> tuple[str, ...]:
    """The folder of a language runtime that is not the system's, such as /opt/jdk for /opt/jdk/bin/java."""
    folder = Path(program).parent
    prefix = folder.parent
    is_runtime = folder.name == "bin" and (prefix / "lib").is_dir() and len(prefix.parts) > 1
    return (str(prefix),) if is_runtime else ()


def _named_runtimes() -> Iterator[str]:
    for name in RUNTIME_VARIABLES:
        folder = os.environ.get(name, "")
        if os.path.isabs(folder) and os.path.isdir(folder):
            yield os.path.abspath(folder)


def _without_us(shown: Iterable[str], more: Iterable[str]) -> list[str]:
    """Hides Stolik, whose players would play for the program, unless the players file shows it."""
    ours = os.path.abspath(Path(__file__).parents[2])
    if any(_contains(place, ours) for place in more) or not any(_contains(place, ours) for place in shown):
        return []
    return ["--size", "4096", "--tmpfs", ours, "--remount-ro", ours]


def _contains(place: str, path: str) -> bool:
    return path == place or path.startswith(place.rstrip("/") + "/")
