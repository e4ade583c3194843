"""A running `stolik serve`, on free ports."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.programs import PATIENCE, program


class Service:
    """The process, and where its doors are. Its log goes to a file, so that it never waits for us to read it."""

    def __init__(self, folder: Path, *arguments: str, othello_port: int = 0) -> None:
        ports = ("--port", "0", "--krazki-port", "0", "--graph-port", "0", "--table-ports", "0-0")
        command = [program("stolik"), "serve", *ports, "--othello-port", str(othello_port), *arguments]
        self.operator_file = folder / "operator-token"
        command += ["--operator-file", str(self.operator_file)]
        self.log_file = folder / "serve.log"
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline() + self.process.stdout.readline()
        http = re.search(r"http://localhost:(\d+)", said)
        assert http, self.log_file.read_text()
        self.http = int(http[1])
        self.ports = {game: int(port) for game, port in re.findall(r"(\w+) on port (\d+)", said)}

    def kill(self) -> None:
        """Ends it as a crash would."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Tells it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
