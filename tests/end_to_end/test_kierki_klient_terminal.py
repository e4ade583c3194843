"""`kierki-klient` on a terminal of its own: a line to edit, colours, completion, and a terminal left as it was."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import socket
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.support.programs import program

PROGRAM = program("kierki-klient")
TIMEOUT = 20.0
DEAL = "DEAL3E2C3C4C5C2D3D4D5D2H3H10HJHAS"
ASKED = "TRICK16C7C8C"
COLOUR = re.compile(rb"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m")


class Screen:
    """A person's end of a terminal, with the program and its server."""

    def __init__(self, keyboard: int, process: subprocess.Popen[bytes], sock: socket.socket) -> None:
        self._keyboard = keyboard
        self.process = process
        self.sock = sock
        self.shown = b""
        """Everything the program has put on the screen."""

    def await_text(self, text: str) -> None:
        """Reads the screen until the text is there."""
        deadline = time.monotonic() + TIMEOUT
        while text.encode() not in self.shown:
            ready, _, _ = select.select([self._keyboard], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"waited for {text!r}, the screen has {self.shown!r}"
            self.shown += os.read(self._keyboard, 4096)

    def type(self, keys: bytes) -> None:
        """Types the keys."""
        os.write(self._keyboard, keys)

    def send(self, *lines: str) -> None:
        """Sends the lines from the server."""
        self.sock.sendall("".join([f"{line}\r\n" for line in lines]).encode())

    def receive(self) -> bytes:
        """The client's next words to the server."""
        return self.sock.recv(100)

    def end(self) -> int:
        """The program's exit code, when its last words are on the screen."""
        code = self.process.wait(TIMEOUT)
        while select.select([self._keyboard], [], [], 0)[0]:
            self.shown += os.read(self._keyboard, 4096)
        return code


def modes(terminal: int) -> object:
    """How a terminal treats what is typed."""
    return termios.tcgetattr(terminal)[:4]


def _take_terminal() -> None:
    """Makes standard input the terminal that the process and its shell jobs belong to."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def screen(shell: str = "", **environment: str) -> Iterator[Screen]:
    """The program at a terminal, connected; it must leave the terminal as it was.

    `shell` is a script of a shell that starts the program as "$@".
    """
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    keyboard, terminal = pty.openpty()
    before = modes(terminal)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(TIMEOUT)
        command = [PROGRAM, "-h", "127.0.0.1", "-p", str(listener.getsockname()[1]), "-N"]
        process = subprocess.Popen(
            ["bash", "-c", shell, "bash", *command] if shell else command,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env=kept | {"TERM": "xterm"} | environment,
        )
        try:
            sock, _ = listener.accept()
            with sock:
                sock.settimeout(TIMEOUT)
                assert sock.recv(100) == b"IAMN\r\n"
                yield Screen(keyboard, process, sock)
                if process.poll() is not None:
                    assert modes(terminal) == before, "the terminal was left changed"
        finally:
            process.kill()
            process.wait()
            os.close(terminal)
            os.close(keyboard)


def test_a_person_at_a_terminal_has_a_prompt_colours_and_an_answer() -> None:
    with screen() as at:
        at.await_text("N> ")
        at.send(DEAL, ASKED)
        at.await_text("\x1b[31m10H\x1b[0m")
        at.await_text("Available: \x1b[32m2C\x1b[0m")
        at.type(b"!3c\r")
        assert at.receive() == b"TRICK13C\r\n"
        at.send("SCOREN0E5S15W0", "TOTALN0E5S15W0")
        at.sock.shutdown(socket.SHUT_WR)
        at.await_text("The total scores are:")
        assert at.end() == 0


def test_no_color_is_honoured() -> None:
    with screen(NO_COLOR="1") as at:
        at.await_text("N> ")
        at.send(DEAL, ASKED)
        at.await_text("Available: 2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS")
        assert not COLOUR.search(at.shown)


def test_a_dumb_terminal_gets_plain_lines() -> None:
    with screen(TERM="dumb") as at:
        at.send(DEAL, ASKED)
        at.await_text("Available: 2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS\r\n")
        assert b"\x1b" not in at.shown
        at.type(b"!3c\n")
        assert at.receive() == b"TRICK13C\r\n"


def test_tab_completes_to_a_card_that_may_be_played() -> None:
    with screen() as at:
        at.await_text("N> ")
        at.send("DEAL3E2C3D4D5D6D7D8D2H3H4H10HJHAS", ASKED)
        at.await_text("Available")
        at.type(b"!")
        at.await_text("!2C")  # in the menu
        at.type(b"\t\r")
        assert at.receive() == b"TRICK12C\r\n"


def test_the_end_of_typing_asks_whether_to_leave() -> None:
    with screen() as at:
        at.await_text("N> ")
        at.shown = b""
        at.type(b"\x04")
        at.await_text("Leave the match?")
        at.type(b"n\r")
        at.await_text("N> ")
        question, _, _ = at.shown.partition(b"N> ")
        assert b"lists the commands" not in question, "the hint of the other prompt"
        at.send(DEAL, ASKED)
        at.await_text("Available")
        at.type(b"!3c\r")
        assert at.receive() == b"TRICK13C\r\n"


@pytest.mark.parametrize("answer", [b"y\r", b"\x04"])
def test_who_wants_to_leave_leaves(answer: bytes) -> None:
    with screen() as at:
        at.await_text("N> ")
        at.type(b"\x04")
        at.await_text("Leave the match?")
        at.type(answer)
        assert at.end() == 1


def test_ctrl_z_suspends_the_program_and_it_goes_on_when_the_shell_wants() -> None:
    # A shell that people type in restores its terminal after a job; one that runs a script leaves that to the script.
    script = 'was=$(stty -g); set -m; "$@"; echo suspended; read; fg; code=$?; stty "$was"; echo back with $code'
    with screen(script) as at:
        at.await_text("N> ")
        at.type(b"\x1a")
        at.await_text("suspended")
        at.send(DEAL, ASKED)
        at.shown = b""
        at.type(b"\n")
        at.await_text("Available")
        at.type(b"!3c\r")
        assert at.receive() == b"TRICK13C\r\n"
        at.type(b"\x03")
        at.await_text("back with 1")
        assert at.end() == 0


@pytest.mark.parametrize("way", ["key", "signal"])
def test_an_interruption_ends_the_program_quietly_and_gives_the_terminal_back(way: str) -> None:
    with screen() as at:
        at.await_text("N> ")
        if way == "key":
            at.type(b"\x03")
        else:
            at.process.terminate()
        assert at.end() == 1
        assert b"Traceback" not in at.shown
