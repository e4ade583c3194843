"""Contests: tournaments that the operator starts from the page, each in a folder and a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.log import LogEntry
from stolik.store.ids import new_id
from stolik.table.record import PlayedMove
from stolik.tournament.folder import GAMES as GAMES_FILE
from stolik.tournament.folder import SETTINGS, Folder, FolderError, create, open_folder
from stolik.tournament.plan.assignment import Result
from stolik.tournament.plan.causes import Cause
from stolik.tournament.plan.players import PlayersError, check_builtins
from stolik.tournament.plan.schedule import FORMATS
from stolik.tournament.plan.tournament import Tournament, games_in_all
from stolik.tournament.results.ratings import ratings_over_rounds
from stolik.tournament.results.summary import PlayerSummary, summarise
from stolik.tournament.runner import free_cores
from stolik.tournament.sandbox.bubblewrap import NoSandbox, check_sandbox
from stolik.web.contests.new_contest import ContestError, NewContest, drawn
from stolik.web.messages.shapes import ContestShape, StepShape
from stolik.web.records.records import steps

log = logging.getLogger(__name__)

# How often it is looked whether games have ended: a table that fills in looks live, and reading it costs little.
LOOK_EVERY: Final = 0.5
STOPPING: Final = 10.0
# A report takes seconds when there are thousands of games: while they are played, it may be so old.
REPORT_EVERY: Final = 2.0
MOST_REPORTS: Final = 20


class ContestGame(Struct, frozen=True):
    """One game of a contest, with all that its players' authors want to know."""

    game: str
    number: int
    round: int
    seats: dict[Seat, str]
    ending: str
    reason: str
    winner: str | None
    winners: tuple[Seat, ...]
    scores: dict[Seat, int]
    steps: list[StepShape]
    transcript: str
    stderr: dict[Seat, str]
    """Only for the operator: a program may write there what is not meant for everybody."""
    exits: dict[Seat, str]
    cause: Cause | None
    """What `reason` tells, and `ends` what `exits` tells, so that it can be told in any language; not of old games."""
    ends: dict[Seat, Cause]


class ContestLine(Struct, frozen=True):
    """One game of a contest, as a list shows it."""

    number: int
    round: int
    seats: dict[Seat, str]
    winner: str | None
    ending: str
    reason: str


class ContestReport(Struct, frozen=True):
    """A contest with its standings, the best first, its crosstable, its games and how ratings went."""

    contest: ContestShape
    players: list[PlayerSummary]
    crosstable: list[list[str]]
    """[round][number of the player]: `+k`, `-k` or `=k` for each game."""
    course: list[dict[str, float]]
    """[round][name]: the rating after that round."""
    games: list[ContestLine]


class Contests:
    """Every contest under one folder, and those that are being played."""

    def __init__(self, root: Path, now: Callable[[], float], tell: Callable[[ContestShape], None]) -> None:
        """`tell` hears of a contest whenever it has got on."""
        self._root = root
        self._now = now
        self._tell = tell
        self._running: dict[str, asyncio.subprocess.Process] = {}
        self._following: set[asyncio.Task[None]] = set()
        self._reports: OrderedDict[str, tuple[float, ContestReport]] = OrderedDict()
        self._reporting = threading.Lock()
        self._shapes: dict[str, tuple[tuple[int, ...], ContestShape]] = {}
        """Contests as they were when their files were last changed."""

    def all(self) -> list[ContestShape]:
        """Every contest, the newest first."""
        ids = sorted((path.name for path in self._root.glob("*/")), reverse=True) if self._root.is_dir() else []
        found = []
        for contest_id in ids:
            try:
                found.append(self.shape(contest_id))
            except ContestError as error:
                log.warning(LogEntry("contest cannot be read", id=contest_id, why=str(error)))
        return found

    def shape(self, contest_id: str) -> ContestShape:
        """A contest as it stands; raises ContestError. Nothing is read again that has not changed."""
        try:
            changed = self._changed(contest_id)
            known = self._shapes.get(contest_id)
            if known is None or known[0] != changed:
                known = self._shapes[contest_id] = changed, self._read_shape(contest_id)
        except OSError as error:
            raise ContestError(f"the contest cannot be read: {error.strerror}") from None
        return replace(known[1], running=contest_id in self._running)

    def _changed(self, contest_id: str) -> tuple[int, ...]:
        """What differs when a contest has changed on disk."""
        changed: list[int] = []
        for name in (SETTINGS, GAMES_FILE) if contest_id.isalnum() else ():
            with contextlib.suppress(FileNotFoundError):
                stat = (self._root / contest_id / name).stat()
                changed += stat.st_mtime_ns, stat.st_size
        return tuple(changed)

    def _read_shape(self, contest_id: str) -> ContestShape:
        folder = self._open(contest_id)
        what = folder.tournament
        return ContestShape(
            contest_id, what.game, what.format, what.rounds, what.paired, what.seed, what.names,
            folder.count(), games_in_all(what), running=False,
        )  # fmt: skip

    def report(self, contest_id: str) -> ContestReport:
        """Its standings too; takes a while when there are many games, so it is made once for all who ask."""
        with self._reporting:
            contest = self.shape(contest_id)
            made, report = self._reports.get(contest_id, (-REPORT_EVERY, None))
            fresh = report is not None and self._now() - made < REPORT_EVERY and contest.running
            if report is None or not (fresh or report.contest == contest):
                report = self._make_report(contest)
                self._reports[contest_id] = (self._now(), report)
                self._reports.move_to_end(contest_id)
                if len(self._reports) > MOST_REPORTS:
                    self._reports.popitem(last=False)
            return report

    def _make_report(self, contest: ContestShape) -> ContestReport:
        folder = self._open(contest.id)
        results = sorted(folder.results().values(), key=lambda result: result.number)
        summary = summarise(folder.tournament, results)
        return ContestReport(
            contest, summary.players, summary.crosstable,
            ratings_over_rounds(
                contest.game, contest.players, results, {player.name: player.rating for player in summary.players}
            ),
            [ContestLine(game.number, game.round, game.seats, game.winner, game.ending, game.reason)
             for game in summary.games],
        )  # fmt: skip

    def game(self, contest_id: str, number: int, *, with_stderr: bool) -> ContestGame:
        """One of its games; raises ContestError. What programs wrote on stderr is not for everybody."""
        folder = self._open(contest_id)
        game, result = self.played(contest_id, number)
        moves = map(PlayedMove, accumulate(result.times), result.movers, result.moves)
        return ContestGame(
            game, number, result.round, result.seats,
            result.ending, result.reason, result.winner, result.winners, result.scores,
            list(steps(game, result.setup, 0.0, moves)), folder.transcript(number),
            {seat: folder.stderr(number, seat) for seat in result.seats} if with_stderr else {},
            {seat: conduct.exit for seat, conduct in result.conduct.items()},
            result.cause, {seat: conduct.ended for seat, conduct in result.conduct.items() if conduct.ended},
        )  # fmt: skip

    def played(self, contest_id: str, number: int) -> tuple[str, Result]:
        """What is played there, and the result of one of its games; raises ContestError."""
        folder = self._open(contest_id)
        result = folder.results().get(number)
        if result is None:
            raise ContestError(f"game {number} has not been played")
        return folder.tournament.game, result

    async def start(self, new: NewContest) -> ContestShape:
        """Begins a contest; raises ContestError, in words."""
        tournament = drawn(new)
        await asyncio.to_thread(_check_sandbox, tournament)
        contest_id = new_id(self._now())
        try:
            create(self._root / contest_id, tournament)
        except (FolderError, OSError) as error:
            raise ContestError(str(error)) from None
        return await self.resume(contest_id)

    async def resume(self, contest_id: str) -> ContestShape:
        """Plays what is left of a contest; raises ContestError when one of our own players in it cannot play here."""
        folder = self._open(contest_id)
        try:
            check_builtins(folder.tournament.players, folder.tournament.game)
        except PlayersError as error:
            raise ContestError(str(error)) from None
        await asyncio.to_thread(_check_sandbox, folder.tournament)
        if contest_id not in self._running:
            program = [sys.executable, "-m", "stolik.web.contests.contest_run", str(folder.path), str(free_cores())]
            self._running[contest_id] = await asyncio.create_subprocess_exec(*program)
            following = asyncio.get_running_loop().create_task(self._follow(contest_id, folder))
            self._following.add(following)
            following.add_done_callback(self._following.discard)
            log.info(LogEntry("contest", id=contest_id, game=folder.tournament.game))
        return await self._told(contest_id)

    async def stop(self, contest_id: str) -> ContestShape:
        """Stops a contest; what was played is kept."""
        self._open(contest_id)
        process = self._running.get(contest_id)
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), STOPPING)
        return await asyncio.to_thread(self.shape, contest_id)

    async def _follow(self, contest_id: str, folder: Folder) -> None:
        """Tells of the contest as it gets on, and of its end."""
        process, seen = self._running[contest_id], 0
        while process.returncode is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), LOOK_EVERY)
            file = folder.path / GAMES_FILE
            size = file.stat().st_size if file.exists() else 0
            if size != seen and process.returncode is None:
                seen = size
                await self._told(contest_id)
        del self._running[contest_id]
        log.info(LogEntry("contest over", id=contest_id, code=process.returncode))
        await self._told(contest_id)

    async def _told(self, contest_id: str) -> ContestShape:
        # The results of a long contest take a while to read: nobody else waits for that.
        shape = await asyncio.to_thread(self.shape, contest_id)
        self._tell(shape)
        return shape

    def _open(self, contest_id: str) -> Folder:
        if not contest_id.isalnum():
            raise ContestError("there is no such contest")
        try:
            folder = open_folder(self._root / contest_id)
            find_game(folder.tournament.game)
        except FolderError:
            raise ContestError("there is no such contest") from None
        except ValueError as error:
            raise ContestError(str(error)) from None
        if folder.tournament.format not in FORMATS:
            raise ContestError(f"no format is called {folder.tournament.format!r}")
        return folder


def _check_sandbox(tournament: Tournament) -> None:
    """Raises ContestError where programs cannot be kept in a sandbox: from the page they are never run without one."""
    try:
        sandbox = check_sandbox(tournament)
    except NoSandbox as error:
        raise ContestError(str(error)) from None
    if sandbox is not None and sandbox.warning:
        raise ContestError("this contest was begun without a sandbox: resume it with stolik tournament run --resume")
