"""`stolik players-file`: makes a players file from a folder of programs."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from stolik.cli.examples import examples

INTERPRETERS: Final = {".py": ("python3",), ".js": ("node",), ".jar": ("java", "-jar"), ".sh": ("bash",)}
"""How a file that is not executable is started, by its ending."""
MAIN_NAMES: Final = ("main", "bot", "player", "client", "run", "klient", "gracz")
"""The file of a folder that is its program, if there are several: the first of these names that is there."""


class Found(NamedTuple):
    """A program, or why there is none."""

    name: str
    program: str = ""
    args: tuple[str, ...] = ()
    cwd: str = ""
    trouble: str = ""


@click.command(
    epilog=examples(
        ("players-file programs -o players.jsonl", ""),
        ("tournament run players.jsonl --game GAME", "and they play"),
        ("players-file submissions --tcp '-h {host} -p {port} -{seat} -a'", "network clients"),
    )
)
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write.")
@click.option(
    "--tcp", metavar="ARGUMENTS", help="They are network clients, started with {host}, {port} and {seat} in these."
)
def command(folder: Path, output: Path | None, tcp: str | None) -> None:
    """Write a players file for the programs in the folder DIR.

    The file has a line for each program and each folder in DIR. A program is an executable file, or a file ending in
    .py, .js, .jar or .sh. If a folder has several, the program is the one called main, bot, player, client or run. The
    player has the name of the file or the folder. A folder without a program is named on standard error, and the exit
    code is then 1.
    """
    base = (output.parent if output else Path()).resolve()
    found = list(_programs(folder, base))
    lines = [json.dumps(_line(one, tcp), ensure_ascii=False) for one in found if not one.trouble]
    _write(output, "".join(f"{line}\n" for line in lines))
    troubles = [one for one in found if one.trouble]
    for one in troubles:
        click.echo(f"stolik players-file: {one.name}: {one.trouble}", err=True)
    if troubles:
        raise click.exceptions.Exit(1)
    if not lines:
        raise click.ClickException(f"there is no program in {str(folder)!r}")


def _programs(folder: Path, base: Path) -> Iterator[Found]:
    names: set[str] = set()
    for path in sorted(folder.iterdir(), key=lambda path: path.name.casefold()):
        if path.name.startswith(".") or not (path.is_dir() or _start(path) is not None):
            continue
        found = _in_folder(path, base) if path.is_dir() else _of_file(path, path.stem, base)
        if path.is_symlink() and not found.trouble:
            found = found._replace(trouble="it is a link: copy what it leads to")
        if found.name in names:
            found = found._replace(trouble="another program has this name")
        names.add(found.name)
        yield found


def _in_folder(folder: Path, base: Path) -> Found:
    files = sorted(
        path
        for path in folder.iterdir()
        if path.is_file() and not path.name.startswith(".") and _start(path) is not None
    )
    if len(files) > 1:
        files = next(([path] for name in MAIN_NAMES for path in files if path.stem.casefold() == name), files)
    if len(files) == 1:
        return _of_file(files[0], folder.name, base)
    told = ", ".join(path.name for path in files[:5])
    return Found(_named(folder.name), trouble=f"which of these is it: {told}" if files else "no program in its folder")


def _of_file(path: Path, name: str, base: Path) -> Found:
    start = _start(path)
    assert start is not None  # noqa: S101 - only files that can be started come here
    if path.is_symlink():  # its author could have another player's program played
        return Found(_named(name), trouble=f"{path.name} is a link: copy the file that it leads to")
    full = path.resolve()
    where = os.path.relpath(full, base)
    if not start:
        return Found(_named(name), where, (), os.path.relpath(full.parent, base))
    program, *args = start
    trouble = "" if shutil.which(program) else f"{program} is not installed here"
    # A program is started in its own folder.
    return Found(_named(name), program, (*args, path.name), os.path.relpath(full.parent, base), trouble)


def _start(path: Path) -> tuple[str, ...] | None:
    """What a file is started with: nothing, or an interpreter; None when it is no program."""
    interpreter = INTERPRETERS.get(path.suffix.lower())
    if interpreter is not None and (path.suffix == ".jar" or not os.access(path, os.X_OK)):
        return interpreter
    return () if path.is_file() and os.access(path, os.X_OK) else None


def _named(text: str) -> str:
    return " ".join(text.replace("_", " ").split()) or text


def _line(found: Found, tcp: str | None) -> dict[str, Any]:
    line: dict[str, Any] = {"name": found.name, "program": found.program}
    if tcp is not None:
        line["tcp"] = [*found.args, *tcp.split()]
    elif found.args:
        line["args"] = list(found.args)
    return line | {"cwd": found.cwd}


def _write(output: Path | None, text: str) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {str(output)!r}: {error.strerror}") from None
