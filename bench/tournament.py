"""Games of Krążki a second, of some eighty moves each, two trivial compiled clients started afresh for each game.

    python -m bench.tournament [--games 40] [--turns 15]

Our referee is compared with a bare loop: spawn, poll, write, read, wait, without rules, clock, record or limits. Then
whole tournaments, with results on disk and several games at once, are compared with as many bare loops at once; and the
command `stolik tournament run`, from its start to its end, which plays more games, because it takes a while to start.
All with and without the sandbox; the bare loop's is the same, with its filter of system calls. At last the command with
all cores is compared with the command on one. The contenders take turns of a few games, so that other work of the
machine affects all equally; the ratios are of medians.
"""

from __future__ import annotations

import argparse
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median

from msgspec.structs import replace

from stolik.games.krazki import GAME
from stolik.games.krazki.rules import Position
from stolik.tournament.folder import create
from stolik.tournament.plan.assignment import Assignment, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import draw
from stolik.tournament.referee.play import play
from stolik.tournament.runner import Pool, local_pool, run
from stolik.tournament.sandbox.bubblewrap import NoSandbox, Sandbox, find_sandbox
from stolik.tournament.sandbox.places import Guest
from stolik.tournament.sandbox.system_calls import open_filter

HERE = Path(__file__).parent
BUILD = HERE / "build"
# How many times as many games the whole command plays as the others.
MORE_GAMES = 10


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
        left = stack[: stack.rindex(position.mover)]
        position = position.play(next(move for move in position.moves() if (move.stack, move.left) == (number, left)))
        count += 1
    return count


@cache
def drawn(number: int) -> tuple[Position, int]:
    """A start position, and how many moves two of the clients make from it."""
    position = GAME.start(Random(number))
    return position, plies(position)


def bare_start(sandbox: Sandbox, client: str) -> subprocess.Popen[bytes]:
    """Starts a client, in the same sandbox as our referee does."""
    system_calls = open_filter() if sandbox.bwrap is not None else None
    passed = () if system_calls is None else (system_calls,)
    command = replace(sandbox, prlimit=None).command(Guest([client], str(BUILD)), system_calls)
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, pass_fds=passed)
    for descriptor in passed:
        os.close(descriptor)
    return process


def bare_game(sandbox: Sandbox, client: str, position: Position, count: int) -> None:
    """Starts two processes and passes their lines on."""
    pair = [bare_start(sandbox, client) for _ in range(2)]
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


def bare_games(client: str, sandboxed: bool, count: int) -> None:
    """Bare games, one after another."""
    sandbox = find_sandbox(Terms().memory, sandboxed)
    for number in range(count):
        bare_game(sandbox, client, *drawn(number))


def our_games(client: str, sandboxed: bool, count: int) -> None:
    """The same games, refereed."""
    terms = Terms(sandbox=sandboxed)
    for number in range(count):
        our_game(client, terms, drawn(number)[0])


def whole_tournament(client: str, sandboxed: bool, count: int, pool: Pool) -> None:
    """A real tournament, with its results on disk, played by referee processes that already run."""
    players = [Entrant(name, (client,), str(BUILD)) for name in ("One", "Two")]
    tournament = draw("krazki", "cyclic", count // 2, "bench", players, False, Terms(sandbox=sandboxed))
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        run(create(Path(folder) / "out", tournament), lambda: nullcontext(pool), lambda _: None)


def whole_command(client: str, sandboxed: bool, count: int, concurrency: int, cores: Collection[int] = ()) -> None:
    """The same as a person runs it, from the start of the command to its end; on some cores, or on all."""
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        players = Path(folder) / "players.jsonl"
        players.write_text("".join(f'{{"name": "{name}", "program": "{client}"}}\n' for name in ("One", "Two")))
        stolik = Path(sys.executable).with_name("stolik")
        command: list[str | Path] = ["taskset", "-c", ",".join(map(str, cores))] if cores else []
        command += [
            stolik,
            "tournament",
            "run",
            players,
            "--game",
            "krazki",
            "--rounds",
            str(count // 2),
        ]
        command += ["--concurrency", str(concurrency), "--out", Path(folder) / "out", "--json"]
        command += [] if sandboxed else ["--no-sandbox"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


Contender = tuple[str, Callable[[], None], int]
"""A name, what it plays in one turn, and how many games that is."""


@contextmanager
def contenders(client: str, sandboxed: bool, games: int, concurrency: int) -> Iterator[list[Contender]]:
    """The bare loop first, then what is compared with it."""
    with ExitStack() as stack:
        pool = stack.enter_context(local_pool(concurrency))
        loops = stack.enter_context(ProcessPoolExecutor(concurrency, get_context("forkserver")))

        def bare() -> None:
            list(loops.map(bare_games, [client] * concurrency, [sandboxed] * concurrency, [games] * concurrency))

        count = games * concurrency
        found: list[Contender] = [("bare loop", bare, count)]
        if concurrency == 1:
            found.append(("referee", lambda: our_games(client, sandboxed, count), count))
        found.append(("tournament", lambda: whole_tournament(client, sandboxed, count, pool), count))
        many = count * MORE_GAMES
        found.append(("command", lambda: whole_command(client, sandboxed, many, concurrency), many))
        yield found


def growth(client: str, sandboxed: bool, games: int, turns: int) -> None:
    """Prints how many games the command plays with all cores, and how many times as many as on one."""
    cores = sorted(os.sched_getaffinity(0))
    taken: dict[int, list[float]] = {1: [], len(cores): []}
    for turn in range(turns + 1):
        for number, seconds in taken.items():
            count = games * number * MORE_GAMES
            began = time.perf_counter()
            whole_command(client, sandboxed, count, number, cores[:number])
            if turn:
                seconds.append((time.perf_counter() - began) / count)
    where = "bubblewrap" if sandboxed else "no sandbox"
    alone = median(taken[1])
    for number, seconds in taken.items():
        speed, ratio = 1 / median(seconds), alone / median(seconds)
        print(f"{where}, command, {number} at once on {number} cores {speed:6.0f} games/s, {ratio:.2f} of one core")


def compare(client: str, sandboxed: bool, games: int, concurrency: int, turns: int) -> None:
    """Prints the games a second of each contender, and what that is of the bare loop's."""
    with contenders(client, sandboxed, games, concurrency) as found:
        seconds: dict[str, list[float]] = {name: [] for name, _, _ in found}
        for turn in range(turns + 1):
            for name, play_turn, count in found:
                began = time.perf_counter()
                play_turn()
                if turn:  # the first turn is a warm-up
                    seconds[name].append((time.perf_counter() - began) / count)
    bare = median(seconds["bare loop"])
    where = "bubblewrap" if sandboxed else "no sandbox"
    for name, taken in seconds.items():
        speed, ratio = 1 / median(taken), bare / median(taken)
        print(f"{where}, {concurrency} at once, {name:10} {speed:6.0f} games/s, {ratio:.2f} of the bare loop")


def has_sandbox() -> bool:
    """Whether programs can be kept in a sandbox here."""
    try:
        find_sandbox(Terms().memory, True)
    except NoSandbox:
        return False
    return True


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=40, help="in one turn")
    options.add_argument("--turns", type=int, default=15)
    given = options.parse_args()
    client = build()
    for sandboxed in (False, True) if has_sandbox() else (False,):
        games = given.games // 4 if sandboxed else given.games  # each takes some ten times as long
        for concurrency in sorted({1, len(os.sched_getaffinity(0))}):
            compare(client, sandboxed, games, concurrency, given.turns)
        growth(client, sandboxed, games, given.turns)


if __name__ == "__main__":
    main()
