"""The programs under test, as real processes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 30.0
WHOLE = 200.0
"""Seconds that a program may take from its start to its end: on a busy machine it had a twentieth of a processor."""
LONG = ("-t", "100")
"""A timeout that no test lives to see."""


def program(name: str) -> str:
    """The path of one of our console scripts, beside the Python that runs the tests."""
    return str(Path(sys.executable).parent / name)


def run(name: str, *arguments: str, input_: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a program to its end."""
    return subprocess.run(
        [program(name), *arguments], input=input_, capture_output=True, text=True, timeout=WHOLE, check=False
    )


class Server:
    """A running server; its report goes to a file, so that it never waits for us to read it."""

    def __init__(self, folder: Path, *command: str) -> None:
        """Starts the command, which names its port on stderr."""
        self.report_file = folder / "report.txt"
        with self.report_file.open("wb") as report:
            self.process = subprocess.Popen(
                [program(command[0]), *command[1:]], stdout=report, stderr=subprocess.PIPE, text=True
            )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        port = re.search(r"port (\d+)", said)
        assert port, said
        self.port = int(port[1])

    def report(self) -> str:
        """What has been reported so far, line ends as they are."""
        return self.report_file.read_bytes().decode()

    def wait(self) -> int:
        """The exit code, once it has ended by itself."""
        return self.process.wait(PATIENCE)

    def memory(self) -> int:
        """Resident bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()


class KierkiServer(Server):
    """A running `kierki-serwer`."""

    def __init__(self, folder: Path, match: str, *arguments: str) -> None:
        file = folder / "match.txt"
        file.write_text(match)
        super().__init__(folder, "kierki-serwer", "-f", str(file), *arguments)


Serve = Callable[..., KierkiServer]
"""Starts a server for a match's file and some arguments."""
