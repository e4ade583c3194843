"""How many deals `kierki-serwer` plays in a second, and what a deal costs it, beside a bare echo of as many lines.

    python -m bench.kierki_server --deals 1000

The four clients are one small C program, compiled here. A deal is 168 lines: the echo sends and receives as many.
CPU time is that of the server's process, without its start. Server and clients share one core: on a virtual machine,
waking another core costs more than the work itself, and varies by a factor of three. `--spread` uses all cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.table import Table

from stolik.games.kierki.match_file import write_deals
from stolik.games.kierki.rules import KINDS, random_deal

HERE = Path(__file__).parent
LINES_PER_DEAL = 168


@dataclass(frozen=True)
class Run:
    """The figures of one server."""

    name: str
    deals: int
    wall: float
    cpu: float

    @property
    def deals_per_second(self) -> float:
        """Deals a second by the clock."""
        return self.deals / self.wall

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of CPU a deal."""
        return 1000 * self.cpu / self.deals


def compile_clients() -> Path:
    """The four clients in one program."""
    program = HERE / "build" / "kierki_seats"
    program.parent.mkdir(exist_ok=True)
    subprocess.run(["cc", "-O2", "-o", str(program), str(HERE / "kierki_seats.c")], check=True)
    return program


def measure(name: str, server: subprocess.Popen[str], clients: list[str], deals: int) -> Run:
    """Runs the clients against a server that is up, and waits for both to end."""
    before = _cpu_of(server.pid)
    done = subprocess.run(clients, check=True, capture_output=True, text=True)
    _, _, usage = os.wait4(server.pid, 0)
    server.returncode = 0
    return Run(name, deals, float(done.stdout), usage.ru_utime + usage.ru_stime - before)


def _cpu_of(pid: int) -> float:
    """Seconds of CPU that a running process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_echo(clients: Path, deals: int) -> Run:
    """The bare echo, with as many lines as that many deals have."""
    server = subprocess.Popen([sys.executable, "-m", "bench.echo"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    port = server.stdout.readline().strip()
    with server.stdout:
        return measure("bare echo", server, [str(clients), port, "echo", str(deals * LINES_PER_DEAL // 2)], deals)


def run_kierki(clients: Path, deals: int, folder: Path) -> Run:
    """Our server, its report going to a file."""
    rng = Random(1)
    match = folder / "match.txt"
    match.write_text(write_deals(tuple(random_deal(rng, KINDS[i % len(KINDS)]) for i in range(deals))))
    program = Path(sys.executable).parent / "kierki-serwer"
    with (folder / "report.txt").open("wb") as report:
        server = subprocess.Popen([str(program), "-f", str(match)], stdout=report, stderr=subprocess.PIPE, text=True)
        assert server.stderr is not None
        port = server.stderr.readline().split()[-1]
        with server.stderr:
            return measure("kierki-serwer", server, [str(clients), port], deals)


@click.command()
@click.option("--deals", default=1000, show_default=True, help="How many deals to play.")
@click.option("--repeat", default=5, show_default=True, help="How often; the best run of each counts.")
@click.option("--spread", is_flag=True, help="Let server and clients run on different cores.")
def main(deals: int, repeat: int, spread: bool) -> None:
    """Measure the Kierki server beside a bare echo."""
    clients = compile_clients()
    if not spread:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        echo = min((run_echo(clients, deals) for _ in range(repeat)), key=lambda run: run.cpu)
        kierki = min((run_kierki(clients, deals, Path(folder)) for _ in range(repeat)), key=lambda run: run.cpu)
    table = Table(title=f"{deals} deals of {LINES_PER_DEAL} lines, best of {repeat}")
    for column in ("server", "deals/s", "ms of CPU a deal", "share of the echo's speed", "by CPU"):
        table.add_column(column, justify="right")
    for run in (echo, kierki):
        share, by_cpu = run.deals_per_second / echo.deals_per_second, echo.cpu_ms / run.cpu_ms
        table.add_row(run.name, f"{run.deals_per_second:.0f}", f"{run.cpu_ms:.3f}", f"{share:.0%}", f"{by_cpu:.0%}")
    Console().print(table)


if __name__ == "__main__":
    main()
