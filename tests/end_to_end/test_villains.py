"""The villains' gallery, in every game: each loses its own game, for the right reason, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import shutil
import socket
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from _pytest.mark import ParameterSet
from msgspec.structs import replace
from tests.support.tournaments import VILLAINS, game_of, processes_naming, sandbox_or_skip
from tests.support.villain_games import ONLY_IN_A_SANDBOX, OVER_TCP, all_villains, entrant

from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.runner import local_pool, play_here

Ending = tuple[str, str]
"""How a game must end, and what its reason must say."""
SILENT = ("overtime", "gave no answer")

CODES: dict[str, Ending] = {
    "hangs_at_once": SILENT,
    "hangs_mid_game": SILENT,
    "answers_too_late": ("overtime", "answered after 0."),
    "never_reads": SILENT,
    "burns_processors": SILENT,
    "changes_group": SILENT,
    "hides_its_work": SILENT,
    "floods_stdout": ("foul", "longer than 64 bytes"),
    "floods_stderr": ("foul", "stderr"),
    "forks_and_holds": ("gone", "exit code 0"),
    "exits_early": ("gone", "exit code 0"),
    "segfaults": ("crash", "killed by signal 11"),
    "eats_memory": ("crash", "exit code 1"),
    "eats_memory_in_files": ("foul", "MiB of memory, and may use 128"),
    "eats_memory_in_many": ("foul", "MiB of memory, and may use 128"),
    "eats_unmapped_memory": ("foul", "MiB of memory, and may use 128"),
    "answers_before_asked": ("foul", ""),
    "answers_twice": ("foul", "spoke out of turn"),
    "plays_illegally": ("foul", "illegal move"),
    "sends_210_alone": ("foul", "not 210 and a move: '210'"),
    "sends_no_number": ("foul", "seven"),
    "sends_negative": ("foul", "-1"),
    "sends_a_megabyte": ("foul", "longer than 64 bytes"),
    "sends_invalid_utf8": ("foul", "ff"),
    "sends_nuls": ("foul", "x00"),
    "closes_stdin": ("gone", "closed its input"),
    "closes_stdout": ("gone", "closed its output"),
    "tries_the_network": ("foul", "network"),
    "tries_the_files": ("foul", "files"),
    "looks_around": ("foul", "around"),
    "kills_the_referee": ("foul", "killed"),
    "no_program": ("start", "no_program"),
}
# One wrong message is refused, and asked for again: what loses is the silence after it.
REFUSED = ("answers_before_asked", "answers_twice", "plays_illegally", *ONLY_IN_A_SANDBOX)
# Of a network client only its one connection is seen.
OVER_THE_NETWORK: dict[str, Ending] = {"closes_stdin": SILENT, "closes_stdout": SILENT, "floods_stdout": SILENT}
KIERKI = (
    CODES
    | OVER_THE_NETWORK
    | {name: SILENT for name in CODES if name in REFUSED or name.startswith("sends_")}
    | {"hangs_at_once": ("start", "did not take its seat in time")}
)
OTHELLO = (
    CODES
    | OVER_THE_NETWORK
    | {name: ("foul", "sent away") for name in CODES if name in REFUSED or name.startswith("sends_")}
    # What begins with no word of the protocol is passed over; and some never get as far as to play.
    | {
        "sends_nuls": SILENT,
        "hangs_at_once": ("start", "did not log in"),
        "never_reads": ("start", "did not invite white"),
    }
)
EXPECTED = {"krazki": CODES, "graph": CODES, "kierki": KIERKI, "othello": OTHELLO}


def house(game: str, sandbox: bool, *more: str) -> ParameterSet:
    """A case; the tests of one house run in one process, so that its games are played once."""
    return pytest.param(game, sandbox, *more, marks=pytest.mark.xdist_group(f"villains-{game}-{sandbox}"))


PLACES = [*((game, True) for game in EXPECTED), ("krazki", False)]
HOUSES = [house(*place) for place in PLACES]
SANDBOXED = [house(*place) for place in PLACES if place[1]]
"""Games, and whether they are played in a sandbox."""
# What the honest one and the villain are told in a code.
LAST_WORDS = {"overtime": ("231", "241"), "foul": ("230", "999"), "gone": ("230", "999")}

TERMS = Terms(move_time=0.4, start_time=2.0, memory=128)
SECRET = "a key of the teacher's"
CONCURRENCY = 3


class Gallery(NamedTuple):
    """An honest player against every villain."""

    results: dict[str, Result]
    folder: Path
    visits: list[str]
    mark: str

    def stderr(self, villain: str) -> str:
        """What a villain wrote on its stderr."""
        return self.results[villain].conduct[seat_of(self.results[villain], villain)].stderr


def seat_of(result: Result, name: str) -> str:
    """Where someone sits."""
    return next(seat for seat, sitting in result.seats.items() if sitting == name)


def assignment(game: str, villain: str, programs: Path, env: dict[str, str], sandbox: bool) -> Assignment:
    """A villain in the first seat, and an honest program in the second."""
    first, second = (entrant(game, name, programs, env) for name in (villain, "honest"))
    return game_of(game, first, second, replace(TERMS, sandbox=sandbox))


def villains_of(game: str, sandbox: bool) -> list[str]:
    """Those who play there."""
    return [name for name in EXPECTED[game] if sandbox or name not in ONLY_IN_A_SANDBOX]


@pytest.fixture(scope="module")
def galleries(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, bool], Gallery]:
    return cache(partial(play_all, tmp_path_factory))


def play_all(tmp_path_factory: pytest.TempPathFactory, game: str, sandbox: bool) -> Gallery:
    """Every villain plays."""
    if sandbox:
        sandbox_or_skip()
    folder = tmp_path_factory.mktemp("villains")
    programs = shutil.copytree(VILLAINS, folder / "programs")
    secret = folder / "key"
    secret.write_text(SECRET)
    secret.chmod(0o600)
    (programs / "no_program").chmod(0o755)
    mark = f"stolik-villain-{uuid4()}"
    names = villains_of(game, sandbox)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        env = {"VILLAIN_PORT": str(listening.getsockname()[1]), "VILLAIN_MARK": mark, "VILLAIN_SECRETS": str(secret)}
        if game in OVER_TCP:  # most villains are silent in the end: for the second move they have less time than before
            env["VILLAIN_HONEST_MOVES"] = "1"
        with local_pool(CONCURRENCY) as pool:
            games = [assignment(game, name, programs, env, sandbox) for name in names]
            results = dict(zip(names, pool.executor.map(play_here, games), strict=True))
        listening.setblocking(False)
        visits = []
        with contextlib.suppress(BlockingIOError):
            visitor, address = listening.accept()
            visitor.close()
            visits.append(str(address))
    return Gallery(results, folder, visits, mark)


@pytest.mark.parametrize(
    ("game", "sandbox", "villain"),
    [house(*place, villain) for place in PLACES for villain in villains_of(*place)],
)
def test_a_villain_loses_its_own_game_for_the_right_reason(
    galleries: Callable[[str, bool], Gallery], game: str, sandbox: bool, villain: str
) -> None:
    result = galleries(game, sandbox).results[villain]
    ending, words = EXPECTED[game][villain]
    assert (result.ending, result.by) == (ending, seat_of(result, villain)), result.reason
    assert result.winners == tuple(seat for seat in result.seats if seat != result.by)
    assert villain in result.reason
    assert words in result.reason
    if EXPECTED[game] is CODES and ending in LAST_WORDS:
        for name, code in zip(("honest", villain), LAST_WORDS[ending], strict=True):
            told = [said.text for said in result.transcript if said.seat == seat_of(result, name) and said.way == "<"]
            assert told[-1].split()[0] == code


@pytest.mark.parametrize(("game", "sandbox"), HOUSES)
def test_no_process_is_left(galleries: Callable[[str, bool], Gallery], game: str, sandbox: bool) -> None:
    assert processes_naming(str(galleries(game, sandbox).folder)) == []


@pytest.mark.parametrize(("game", "sandbox"), SANDBOXED)
def test_no_file_and_no_visit_is_left_by_those_in_the_sandbox(
    galleries: Callable[[str, bool], Gallery], game: str, sandbox: bool
) -> None:
    gallery = galleries(game, sandbox)
    assert gallery.visits == []
    assert "connected" not in gallery.stderr("tries_the_network")
    stderr = gallery.stderr("tries_the_files")
    assert stderr.count("refused") == 4, stderr
    assert not [place for place in ("/tmp", "/etc", "/var/tmp", "/dev/shm") if (Path(place) / gallery.mark).exists()]
    assert sorted(path.name for path in (gallery.folder / "programs").iterdir() if path.is_file()) == sorted(
        path.name for path in VILLAINS.iterdir() if path.is_file()
    )


@pytest.mark.parametrize(("game", "sandbox"), SANDBOXED)
def test_a_program_sees_nothing_but_its_folder_and_a_runtime(
    galleries: Callable[[str, bool], Gallery], game: str, sandbox: bool
) -> None:
    assert galleries(game, sandbox).stderr("looks_around") == ""


def test_every_villain_is_in_the_gallery() -> None:
    assert {*all_villains()} == {*CODES}
