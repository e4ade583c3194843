"""Games of Krążki a second, two trivial compiled clients started afresh for each game.

    python -m bench.tournament [--games 200] [--repeats 3]

Our referee against a bare loop in the same run: spawn, poll, write, read, wait, and nothing else: no rules, no clock,
no record, no limits. With and without the sandbox; then whole tournaments, with results on disk, some games at once.
"""

from __future__ import annotations

import argparse
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from stolik.games.krazki import GAME, Position
from stolik.tournament.assignment import Assignment, Terms
from stolik.tournament.folder import create
from stolik.tournament.play import play
from stolik.tournament.players import Entrant
from stolik.tournament.runner import local_pool, run
from stolik.tournament.sandbox import Sandbox, find_sandbox
from stolik.tournament.tournament import draw

HERE = Path(__file__).parent
BUILD = HERE / "build"


def build() -> str:
    """The compiled client."""
    BUILD.mkdir(exist_ok=True)
    client = BUILD / "krazki_client"
    subprocess.run(["cc", "-O2", "-o", client, HERE / "krazki_client.c"], check=True)
    return str(client)


def plies(position: Position) -> int:
    """How many moves two of the clients make."""
    count = 0
    while position.turn:
        number, stack = next((n, s) for n, s in enumerate(position.stacks) if position.mover in s)
        half = stack.find(position.mover, len(stack) // 2)
        left = stack[: half if half >= 0 else stack.rindex(position.mover)]
        position = position.play(next(move for move in position.moves() if (move.stack, move.left) == (number, left)))
        count += 1
    return count


def bare_game(sandbox: Sandbox, client: str, position: Position, count: int) -> None:
    """Two fresh processes, their lines passed on as they come."""
    command = sandbox.command([client], str(BUILD))
    pair = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        for _ in range(2)
    ]
    pipes = [(process.stdin.fileno(), process.stdout.fileno()) for process in pair if process.stdin and process.stdout]
    poll = select.poll()
    for _, out in pipes:
        poll.register(out, select.POLLIN)
    os.write(pipes[0][0], f"200 {GAME.write(position)}\n".encode())
    for ply in range(count):
        poll.poll(1000)
        said = os.read(pipes[ply % 2][1], 4096)
        if ply == 0:
            move = GAME.read_move(said[4:-1].decode())
            told = f"200 {GAME.write(position.play(move))}\n".encode()
        else:
            told = b"220" + said[3:]
        if ply < count - 1:
            os.write(pipes[(ply + 1) % 2][0], told)
    os.write(pipes[(count + 1) % 2][0], b"230\n")
    os.write(pipes[count % 2][0], b"240\n")
    for process in pair:
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


def our_game(client: str, terms: Terms, position: Position) -> None:
    """The same game, refereed."""
    first, second = (Entrant(name, (client,), str(BUILD)) for name in ("One", "Two"))
    result = play(Assignment(1, 1, "krazki", GAME.write(position), {"b": first, "c": second}, "", terms))
    assert result.ending == "rules", result.reason


def per_second(games: Sequence[Callable[[], None]]) -> float:
    """Plays the games one after another."""
    began = time.perf_counter()
    for game in games:
        game()
    return len(games) / (time.perf_counter() - began)


def compare(client: str, sandboxed: bool, count: int, repeats: int) -> None:
    """Bare and refereed in turns, so that the machine's other work falls on both; the best of each counts."""
    positions = [GAME.start(Random(number)) for number in range(count)]
    lengths = [plies(position) for position in positions]
    terms = Terms(sandbox=sandboxed)
    sandbox = find_sandbox(terms.memory, sandboxed)
    bare, ours = [], []
    for _ in range(repeats):
        pairs = zip(positions, lengths, strict=True)
        bare.append(per_second([partial(bare_game, sandbox, client, position, length) for position, length in pairs]))
        ours.append(per_second([partial(our_game, client, terms, position) for position in positions]))
    where = "bubblewrap" if sandbox.bwrap else "no sandbox"
    mean = sum(lengths) / len(lengths)
    print(f"{where}, {mean:.0f} plies a game, one at a time: bare loop {max(bare):.0f}/s, referee {max(ours):.0f}/s,")
    print(f"    ratio {max(ours) / max(bare):.2f} (in turns: {', '.join(_ratios(bare, ours))})")


def _ratios(bare: Sequence[float], ours: Sequence[float]) -> list[str]:
    return [f"{our / their:.2f}" for our, their in zip(ours, bare, strict=True)]


def whole(client: str, sandboxed: bool, concurrency: int, count: int) -> None:
    """A tournament as it is run, with its results on disk."""
    players = [Entrant(name, (client,), str(BUILD)) for name in ("One", "Two")]
    tournament = draw("krazki", "cyclic", count // 2, "bench", players, False, Terms(sandbox=sandboxed))
    with tempfile.TemporaryDirectory() as folder:
        began = 0.0

        def finished(batch: object) -> None:
            nonlocal began
            began = began or time.perf_counter()

        run(create(Path(folder) / "out", tournament), partial(local_pool, concurrency), finished)
        speed = count / (time.perf_counter() - began)
    where = "bubblewrap" if sandboxed else "no sandbox"
    print(f"{where}, whole tournament, concurrency {concurrency}: {speed:.0f} games/s")


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--repeats", type=int, default=3)
    given = options.parse_args()
    client = build()
    for sandboxed in (False, True):
        compare(client, sandboxed, given.games, given.repeats)
        for concurrency in sorted({1, len(os.sched_getaffinity(0))}):
            whole(client, sandboxed, concurrency, 2 * given.games)


if __name__ == "__main__":
    main()
