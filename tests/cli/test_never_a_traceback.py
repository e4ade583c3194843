"""Whatever a person types, the answer is one line: arguments that were once a traceback, and a fuzz of all commands."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random

import click
import pytest
from tests.support.programs import PATIENCE, program

from stolik.cli.main import command
from stolik.games.kierki.programs.kierki_klient import kierki_klient
from stolik.games.kierki.programs.kierki_serwer import command as kierki_serwer

MISTAKE = "this is a mistake in Stolik"
CODES = (0, 1, 2)
WRONG_USAGE = 2


def shell(line: str, folder: Path, seconds: float = PATIENCE, **variables: str) -> tuple[int | None, str]:
    """The exit code, None when it had to be stopped, and standard error."""
    path = f"{Path(program('stolik')).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "XDG_DATA_HOME": str(folder / "data")} | variables
    with subprocess.Popen(
        ["bash", "-c", line], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True,
    ) as process:  # fmt: skip
        try:
            return process.wait(seconds), process.communicate()[1]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 15)
            return None, process.communicate()[1]


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("stolik games > /dev/full", 1, "stolik: the output: No space left on device"),
        ("stolik rules kierki > /dev/full", 1, "No space left on device"),
        ("stolik solve krazki '|cb|' c > /dev/full", 1, "No space left on device"),
        ("stolik serve --config /bin/sh", 2, "'/bin/sh' is not text"),
        ("stolik serve --config /dev/zero", 2, "has more than 1048576 bytes"),
        ("stolik serve --table-ports 6610-6600", 2, "'6610-6600' is not a range of ports"),
        ("stolik serve --table-ports 0-70000", 2, "'0-70000' is not a range of ports"),
        ("stolik serve --contests /etc/passwd", 2, "the folder of contests '/etc/passwd' is a file"),
        ("stolik analyse /dev/zero", 1, "has more than 67108864 bytes"),
        ("stolik analyse /bin/sh", 1, "'/bin/sh' is not text"),
        ("stolik replay /bin/sh", 1, "'/bin/sh' is not text"),
        ("stolik export .", 1, "cannot read '.': Is a directory"),
        ("kierki-serwer -f /dev/zero", 1, "/dev/zero: it has more than 16777216 bytes"),
        ("kierki-serwer -f .", 1, "cannot read the file '.': Is a directory"),
        ("stolik demo --pace nan", 2, "'nan' is not a number"),
        ("stolik serve --grace nan", 2, "'nan' is not a number"),
        ("stolik deal -n 1 -o none/deal.txt", 1, "cannot write 'none/deal.txt'"),
        ("stolik bot pig --port x", 2, "'--port': 'x' is not a port number."),
        ("stolik bot pig", 2, "'GAME': 'pig' is not one of"),
        ("stolik tables close $'\\xff'", 1, "cannot read the operator's token"),
        ("stolik sevre", 2, "No such command 'sevre'. Did you mean serve?"),
        ("stolik join chess", 2, "No such command 'chess'. There are kierki, othello."),
        ("stolik play", 2, "Missing argument 'GAME'. See stolik play --help."),
        ("stolik solve", 2, "Choose from: graph, kierki, krazki, othello. See stolik solve --help."),
        ("stolik solve kierki 7N 2C", 2, "'7N 2C' has 2"),
        ("stolik export nosuchid", 1, "'nosuchid' is not a file, and not a game of a store: there is no file"),
    ],
)
def test_what_was_a_traceback_is_one_line(line: str, code: int, words: str, tmp_path: Path) -> None:
    ended, said = shell(line, tmp_path)
    assert (ended, said.count("\n")) == (code, 1), said
    assert words in said


def test_a_reader_that_has_gone_is_told_nothing(tmp_path: Path) -> None:
    assert shell("stolik deal -n 5000 | head -n 1", tmp_path) == (0, "")


@pytest.mark.parametrize(
    "line", ["stolik games", "stolik rules kierki --language pl", "stolik play krazki < /dev/null"]
)
def test_letters_that_the_terminal_has_not_are_replaced(line: str, tmp_path: Path) -> None:
    ended, said = shell(line, tmp_path, PYTHONIOENCODING="ascii")
    assert ended in CODES
    assert "Traceback" not in said
    assert MISTAKE not in said


def test_a_mistake_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from stolik.cli.running import run_command

    def broken() -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("sys.argv", ["prog"])
    with pytest.raises(SystemExit) as exit_:
        run_command(click.Command("prog", callback=broken), "prog")
    assert exit_.value.code == 1
    said = capsys.readouterr().err
    assert said == f"prog: {MISTAKE}, please report it: RuntimeError: two lines (STOLIK_DEBUG=1 shows where)\n"
    monkeypatch.setenv("STOLIK_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run_command(click.Command("prog", callback=broken), "prog")


def all_commands(group: click.Command, words: tuple[str, ...]) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that name it."""
    if not isinstance(group, click.Group):
        return [(words, group)]
    context = click.Context(group)
    found: list[tuple[tuple[str, ...], click.Command]] = [(words, group)] if group.invoke_without_command else []
    for name in group.list_commands(context):
        one = group.get_command(context, name)
        assert one is not None
        found += all_commands(one, (*words, name))
    return found


COMMANDS = [
    *all_commands(command, ("stolik",)),
    (("kierki-serwer",), kierki_serwer),
    (("kierki-klient",), kierki_klient),
]
# Some options name files to write, and root may write anywhere: no path here can be spoiled by that.
VALUES = (
    *("", " ", "-", "--", "0", "1", "-1", "2", "99999999999999999999", "1e400", "nan", "inf", "0x10", "1_0", "١"),
    *("othello", "krazki", "graph", "kierki", "kierki-early-end", "best", "random", "nobody", "N", "black"),
    *(
        "none",
        ".",
        "none/none",
        "/dev/null",
        "/dev/full",
        "/proc/version",
        "text.txt",
        "binary.bin",
        "folder",
        "a" * 5000,
    ),
    *("żółw", "\x1b[31m", "\ud800", "{host}", "%s", "6400-6499", "127.0.0.1", "postgresql://nobody@127.0.0.1:1/none"),
)


def some_arguments(one: click.Command, rng: Random) -> list[str]:
    """Most of what the command needs, some of its options, and others: with values that may or may not fit."""
    words: list[str] = []
    for parameter in one.params:
        if parameter.required and rng.random() < 0.8:
            words += written(parameter, rng)
    for _ in range(rng.randrange(6)):
        if one.params and rng.random() < 0.9:
            words += written(rng.choice(one.params), rng)
        else:
            words.append(rng.choice(VALUES))
    return words


def written(parameter: click.Parameter, rng: Random) -> list[str]:
    """A parameter with a value: of those that it has, if it has a list, or of any others."""
    choices = [str(choice) for choice in getattr(parameter.type, "choices", ())]
    value = rng.choice(choices) if choices and rng.random() < 0.6 else rng.choice(VALUES)
    if not isinstance(parameter, click.Option):
        return [value]
    name = rng.choice([*parameter.opts, *parameter.secondary_opts])
    return [name] if parameter.is_flag or rng.random() < 0.05 else [name, value]


@pytest.mark.soak
@pytest.mark.parametrize(("words", "one"), COMMANDS, ids=[" ".join(words) for words, _ in COMMANDS])
def test_no_arguments_at_all_make_a_traceback(words: tuple[str, ...], one: click.Command, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("f5d6\n")
    (tmp_path / "binary.bin").write_bytes(bytes(range(256)))
    (tmp_path / "folder").mkdir()
    rng = Random()  # other lists in every soak: one that fails is printed whole
    for _ in range(30):
        arguments = [word.encode("utf-8", "surrogatepass") for word in (*words, *some_arguments(one, rng))]
        line = b" ".join(b"'" + word.replace(b"'", b"") + b"'" for word in arguments)
        # A server that was started well is stopped.
        ended, said = shell(line.decode("utf-8", "surrogateescape"), tmp_path, seconds=8)
        assert ended in (*CODES, None), line
        assert "Traceback" not in said, (line, said)
        assert MISTAKE not in said, (line, said)
        assert ended != WRONG_USAGE or said.count("\n") == 1, (line, said)
