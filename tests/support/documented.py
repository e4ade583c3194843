"""Runs the commands that a document tells an author of a game to type, each as it is written."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
from collections.abc import Callable
from random import Random

from tests.support.newcomer import PATIENCE, Newcomer
from tests.support.served import free_port

from stolik.contract import AnyGame

_FINISHED = 0


class Documented:
    """One newcomer who types one command after another; a server runs on until its clients have come."""

    def __init__(self, newcomer: Newcomer, game: AnyGame) -> None:
        """`game` is what the newcomer's package brings: moves for it are typed."""
        self._newcomer = newcomer
        self._game = game
        self._port = str(free_port())

    def type(self, line: str) -> None:
        """Runs a command line; fails when it fails, or when nobody has said here how it is run."""
        words = shlex.split(line, comments=True)
        for begin, run in self._ways().items():
            if words[: len(begin)] == list(begin):
                run(words)
                return
        raise AssertionError(f"no test runs the documented command {line!r}")

    def _ways(self) -> dict[tuple[str, ...], Callable[[list[str]], object]]:
        return {
            ("cd",): lambda words: None,
            ("pip", "install", "-e"): self._install,
            ("pytest",): self._test,
            ("stolik", "new-game"): self._new_game,
            ("stolik", "games"): self._games,
            ("stolik", "play"): self._play,
            ("stolik", "host"): lambda words: None,  # the bots of the next line need it: see there
            ("stolik", "bot"): self._two_bots,
            ("stolik", "tournament", "run"): self._tournament,
            ("stolik", "check"): lambda words: self._newcomer.run(*words[1:3], "--only", "first-move-1", *words[3:]),
            ("stolik", "serve"): self._serve,
        }

    def _install(self, words: list[str]) -> None:
        assert words[3].startswith(".")
        self._newcomer.install(self._newcomer.folder)

    def _test(self, words: list[str]) -> None:
        assert " passed" in self._newcomer.test()

    def _new_game(self, words: list[str]) -> None:
        self._newcomer.run(*words[1:])
        self._newcomer.folder /= words[2]

    def _games(self, words: list[str]) -> None:
        assert f"{self._game.name}: {self._game.title}" in self._newcomer.run(*words[1:])

    def _play(self, words: list[str]) -> None:
        """Types every move that any position has, again and again: what is not legal is refused in words."""
        rng, moves = Random(0), set[str]()
        for _ in range(20):
            position = self._game.start(rng)
            while position.turn is not None:
                moves.update(map(self._game.write_move, position.moves()))
                position = position.play(rng.choice(position.moves()))
        typed = "".join(f"{move}\n" for move in sorted(moves))
        said = self._newcomer.run(*words[1:], typed=typed * 60)
        assert re.search(rf"^({'|'.join(self._game.seats)}) wins: ", said, re.MULTILINE)

    def _two_bots(self, words: list[str]) -> None:
        """A host for one game, and two bots that come to it."""
        at = [*words[1:-1], self._port] if words[-2] == "--port" else words[1:]
        # A slow machine is no fault of a bot.
        host = self._newcomer.start("host", self._game.name, "--games", "1", "--port", at[-1], "--move-time", "30")
        assert host.stderr is not None
        with host:
            assert "listening on port" in host.stderr.readline()
            bots = [self._newcomer.start(*at) for _ in self._game.seats]
            for bot in bots:
                with bot:
                    assert bot.wait(PATIENCE) == _FINISHED
            assert host.wait(PATIENCE) == _FINISHED

    def _tournament(self, words: list[str]) -> None:
        said = self._newcomer.run(
            *words[1:], "--move-time", "30", "--no-sandbox", "--out", f"out{self._port}", "--json"
        )
        assert json.loads(said)["games"]

    def _serve(self, words: list[str]) -> None:
        service = self._newcomer.start(
            *words[1:], "--no-db", "--host", "127.0.0.1", "--port", "0", *self._any_ports(), "--contests", "contests"
        )
        assert service.stderr is not None
        with service:
            log: list[str] = []
            while f"door={self._game.name}" not in (line := service.stderr.readline()):
                assert line, f"the service ended: {log}"
                log.append(line)
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE) == _FINISHED, subprocess.list2cmdline(words)

    def _any_ports(self) -> list[str]:
        return [word for game in ("othello", "krazki", "graph") for word in (f"--{game}-port", "0")]
