"""A program of ours that a person could sit at, on pipes. It waits for words, never for a time."""

from __future__ import annotations

import queue
import signal
import subprocess
import threading
from types import TracebackType
from typing import IO, Self

from tests.support.programs import PATIENCE, program


class Piped:
    """The program's process, its input and what it says."""

    def __init__(self, name: str, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [program(name), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        assert self.process.stdin
        assert self.process.stdout
        self._stdin = self.process.stdin
        self._lines: queue.Queue[str | None] = queue.Queue()
        # A thread reads all the time, so that the program never waits for us.
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()

    def _read(self, stdout: IO[str]) -> None:
        for line in stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)
        stdout.close()

    def enter(self, line: str) -> None:
        """Types a line."""
        self._stdin.write(f"{line}\n")

    def until(self, words: str) -> list[str]:
        """The lines up to and with the first that has these words in it, which must come."""
        lines: list[str] = []
        while not lines or words not in lines[-1]:
            line = self._lines.get(timeout=PATIENCE)
            assert line is not None, f"waited for {words!r}, and the program ended after {lines}"
            lines.append(line)
        return lines

    def next_lines(self, count: int) -> list[str]:
        """The next lines."""
        return [self._lines.get(timeout=PATIENCE) or "" for _ in range(count)]

    def kill(self) -> None:
        """Ends it as `kill -9` does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def end(self) -> int:
        """Its exit code, once it has ended by itself."""
        return self.process.wait(PATIENCE)

    def end_typing(self) -> None:
        """Closes its input."""
        self._stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        self._stdin.close()
