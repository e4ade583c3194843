"""A tournament on disk: a folder that a person can read, and that a power cut cannot spoil.

tournament.json     what is played: the game, the format, the seed, the players
games.jsonl         one line for each finished game
games/00042.txt     every line of game 42, with its time
games/00042-b.stderr.txt    what the program at seat b wrote on its stderr, if it did
lock                held by the process that plays the tournament
killed.json         what is known of referees that were killed: see `lost_referees`
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from stolik.contract import Seat
from stolik.tournament.plan.assignment import Result
from stolik.tournament.plan.tournament import Tournament

SETTINGS: Final = "tournament.json"
GAMES: Final = "games.jsonl"
LOCK: Final = "lock"
# Waiting for the disk after every game would cost more than playing it; what a power cut takes is played again.
SYNC_EVERY: Final = 0.25


class FolderError(Exception):
    """A folder that is not one of a tournament, or that is in use; the message says which."""


class Kept(Struct, frozen=True):
    """What a folder has of finished games."""

    results: dict[int, Result]
    bad_lines: list[tuple[int, str]]
    """The lines of the list of games that cannot be read: their numbers, from 1, and why."""


class Folder:
    """The folder of one tournament. One process writes to it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament

    def results(self) -> dict[int, Result]:
        """The games that were finished, by number."""
        return self.read().results

    def read(self) -> Kept:
        """The games that were finished; a last line that was cut off while it was written does not count."""
        kept = Kept({}, [])
        for number, line in enumerate(self._list(), 1):
            try:
                result = msgspec.json.decode(line, type=Result)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                kept.bad_lines.append((number, str(error)))
            else:
                kept.results[result.number] = result
        return kept

    def count(self) -> int:
        """How many lines the list of games has: much faster than reading them."""
        return len(self._list())

    def _list(self) -> list[bytes]:
        file = self.path / GAMES
        return file.read_bytes().split(b"\n")[:-1] if file.exists() else []

    def writer(self) -> Writer:
        """A way to add games; raises FolderError while another one is open, in this process or in another."""
        return Writer(self.path)

    def transcript(self, number: int) -> str:
        """Every line of a game; empty if it was not played."""
        file = self.path / "games" / f"{number:05}.txt"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def stderr(self, number: int, seat: Seat) -> str:
        """What the program at a seat wrote for its author."""
        file = self.path / "games" / f"{number:05}-{seat}.stderr.txt"
        return file.read_text(encoding="utf-8") if file.exists() else ""


class Writer:
    """Adds finished games. When `add` returns they outlive this process, and a moment later a power cut."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = _locked(path)
        _cut_torn_line(path / GAMES)
        self._file = (path / GAMES).open("ab")
        (path / "games").mkdir(exist_ok=True)
        self._synced = 0.0

    def add(self, results: Iterable[Result]) -> None:
        """Adds some games: their transcripts first, so that a game in the list has all that belongs to it."""
        for result in results:
            self._write_beside(result)
            self._file.write(msgspec.json.encode(_bare(result)) + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC_EVERY:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def _write_beside(self, result: Result) -> None:
        stem = self._path / "games" / f"{result.number:05}"
        lines = [f"{said.at:12.6f} {said.seat} {said.way} {said.text}\n" for said in result.transcript]
        if lines or result.moves:  # our own players say no lines
            Path(f"{stem}.txt").write_text("".join(lines), encoding="utf-8")
        for seat, conduct in result.conduct.items():
            if conduct.stderr:
                Path(f"{stem}-{seat}.stderr.txt").write_text(conduct.stderr, encoding="utf-8")

    def close(self) -> None:
        """Nothing more comes."""
        self._sync()
        self._file.close()
        os.close(self._lock)


def _locked(path: Path) -> int:
    """Locks the folder until the descriptor is closed, or this process ends; raises FolderError."""
    import fcntl  # here, because the service loads this module on systems without it

    descriptor = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise FolderError(f"{str(path)!r} is in use: another run plays this tournament") from None
    return descriptor


def _bare(result: Result) -> Result:
    """The result without what has files of its own."""
    conduct = {seat: replace(conduct, stderr="") for seat, conduct in result.conduct.items()}
    return replace(result, transcript=[], conduct=conduct)


def _cut_torn_line(file: Path) -> None:
    if file.exists():
        data = file.read_bytes()
        os.truncate(file, data.rfind(b"\n") + 1)


def create(path: Path, tournament: Tournament) -> Folder:
    """A new folder; raises FolderError when there is a tournament in it already, and OSError."""
    if (path / SETTINGS).exists():
        raise FolderError(f"there is a tournament in {str(path)!r} already: go on with it by --resume, or choose --out")
    path.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(tournament), indent=2)
    part = path / f"{SETTINGS}.part"
    part.write_bytes(text + b"\n")
    part.rename(path / SETTINGS)
    return Folder(path, tournament)


def open_folder(path: Path) -> Folder:
    """The folder of a tournament that has begun; raises FolderError."""
    try:
        tournament = msgspec.json.decode((path / SETTINGS).read_bytes(), type=Tournament)
    except FileNotFoundError:
        raise FolderError(f"there is no tournament in {str(path)!r}") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise FolderError(f"{str(path / SETTINGS)!r} cannot be read: {error}") from None
    return Folder(path, tournament)
