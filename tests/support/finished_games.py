"""Finished games as files, in the forms and under the names that the documentation uses."""

from __future__ import annotations

from pathlib import Path

from tests.support.store import ADA, BOB, played_game

from stolik.contract.registry import find_game
from stolik.store.stored import StoredTable, TableFacts
from stolik.table.inputs import Play
from stolik.tournament.folder import create
from stolik.tournament.plan.assignment import Ending, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament
from stolik.web.records.exports import export

# A report with only the first cards of a match: to judge a whole one takes minutes.
REPORT_LINES = 12


def stored_game(name: str) -> StoredTable:
    """A random game as the store keeps it."""
    record, outcome = played_game(name, 3)
    seats = dict(zip(find_game(name).seats, (ADA, BOB), strict=False))
    return StoredTable(TableFacts("x1", name, 0.0, seats, None, 1.0, outcome), record)


def moves_of(table: StoredTable) -> tuple[str, ...]:
    """Its moves, in the game's notation."""
    return tuple(entry.input.move for entry in table.record.entries if isinstance(entry.input, Play))


def write_finished_games(folder: Path) -> None:
    """`game.json`, `game.ggf`, `report.txt`, and game 42 of a tournament in `run`."""
    (folder / "game.json").write_text(export(stored_game("krazki"), "json").text)
    (folder / "game.ggf").write_text(f"(;GM[Othello]BO[8 {27 * '-'}O*{6 * '-'}*O{27 * '-'} *]B[F5];)")
    report = export(stored_game("kierki"), "report").text.splitlines(keepends=True)[:REPORT_LINES]
    (folder / "report.txt").write_text("".join(report), newline="")
    _write_tournament(folder / "run", 42)


def _write_tournament(path: Path, number: int) -> None:
    table = stored_game("krazki")
    players = tuple(Entrant(name, builtin="random") for name in ("z1", "z2"))
    writer = create(path, Tournament("krazki", "round-robin", 1, "seed", players, terms=Terms())).writer()
    seated = dict(zip(find_game("krazki").seats, ("z1", "z2"), strict=True))
    moves = list(moves_of(table))
    writer.add([Result(number, 1, seated, table.record.setup, Ending.RULES, "", (), {}, moves, [])])
    writer.close()
