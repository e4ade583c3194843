"""Games whose referee was killed: who is blamed, what is played again, and what another run knows of it."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.tournaments import builtin, write_players

from stolik.tournament import lost_referees
from stolik.tournament.folder import Folder, create
from stolik.tournament.lost_referees import LostReferees, not_played
from stolik.tournament.plan.assignment import Assignment, Ending, Terms
from stolik.tournament.plan.causes import told
from stolik.tournament.plan.players import Entrant, read_players
from stolik.tournament.plan.tournament import draw
from stolik.tournament.results.ratings import rate
from stolik.tournament.results.standings import crosstable, standings
from stolik.tournament.results.summary import summarise
from stolik.tournament.runner import Pool, run


@pytest.fixture
def all_can_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program could kill, as on an old system."""
    monkeypatch.setattr(lost_referees, "could_kill", lambda entrant, _: entrant.builtin is None)


def game(number: int, *names: str) -> Assignment:
    """A game of programs; one of our own players has no capital letter."""
    players = [Entrant(name, builtin="random") if name.islower() else Entrant(name, (f"/{name}",)) for name in names]
    seats = dict(zip("bc", players, strict=True))
    return Assignment(number, 1, "krazki", "", seats, "", Terms(sandbox=False))


class Refused(Exception):
    """This process is killed."""


class Referees(Executor):
    """Referees that are killed in games of `killer`, so many times; or the whole tournament is."""

    def __init__(self, killer: str, times: float, dies: Callable[[], BaseException]) -> None:
        self.killer, self.times, self.dies = killer, times, dies
        self.played: Counter[int] = Counter()

    def submit(self, _: Any, game: Assignment, /) -> Future[Any]:  # type: ignore[override]
        """Plays at once."""
        future: Future[Any] = Future()
        self.played[game.number] += 1
        if self.times and self.killer in {entrant.name for entrant in game.seats.values()}:
            self.times -= 1
            future.set_exception(self.dies())
        else:
            future.set_result(not_played(game, Ending.RULES, told(""), "b"))
        return future

    @contextlib.contextmanager
    def pool(self) -> Iterator[Pool]:
        """A pool of them."""
        yield Pool(self, 2)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A tournament of Killer, two other programs and one of our own players."""
    programs = [{"name": name, "program": "/bin/true"} for name in ("Killer", "A", "B")]
    players = read_players(write_players(tmp_path, [*programs, builtin("house", "random")]), "krazki")
    drawn = draw("krazki", "round-robin", 1, "1", players, False, Terms(sandbox=False))
    return create(tmp_path / "out", drawn)


@pytest.mark.usefixtures("all_can_kill")
def test_the_only_program_of_a_game_that_can_have_killed_its_referee_loses() -> None:
    result = LostReferees(None).decide(game(1, "Killer", "house"))
    assert (result.ending, result.by, result.winners) == ("foul", "b", ("c",))
    assert "Killer is the only program that can have done it" in result.reason


@pytest.mark.usefixtures("all_can_kill")
def test_one_of_two_is_blamed_only_if_it_was_in_another_such_game_with_somebody_else() -> None:
    lost = LostReferees(None)
    first, again, other = (
        lost.decide(each) for each in (game(1, "A", "Killer"), game(2, "Killer", "A"), game(3, "B", "Killer"))
    )
    assert [result.ending for result in (first, again)] == ["annulled", "annulled"]
    assert "by A / Killer: it is not known by which" in first.reason
    assert (other.ending, other.by, other.winners) == ("foul", "c", ("b",))


def test_in_a_sandbox_nobody_is_blamed() -> None:
    sandboxed = replace(game(1, "A", "house"), terms=Terms())
    result = LostReferees(None).decide(sandboxed)
    assert result.ending == "annulled"
    assert result.reason.endswith("no program can have done it")


@pytest.mark.usefixtures("all_can_kill")
def test_a_referee_that_is_killed_once_costs_nobody_a_game(folder: Folder) -> None:
    referees = Referees("Killer", 1, BrokenProcessPool)
    run(folder, referees.pool, lambda _: None)
    assert {result.ending for result in folder.results().values()} == {"rules"}
    assert len(folder.results()) == 6
    assert not (folder.path / "killed.json").exists()


@pytest.mark.usefixtures("all_can_kill")
def test_one_that_always_kills_loses_where_it_is_known_and_the_others_play(folder: Folder) -> None:
    referees = Referees("Killer", float("inf"), BrokenProcessPool)
    run(folder, referees.pool, lambda _: None)
    results = folder.results().values()
    endings = {frozenset(result.seats.values()) - {"Killer"}: result for result in results}
    assert len(results) == 6
    killed = [result for result in results if "Killer" in result.seats.values()]
    assert sorted(result.ending for result in killed) in (["annulled", "foul", "foul"], ["foul", "foul", "foul"])
    assert all(result.seats[result.by] == "Killer" for result in killed if result.by is not None)
    assert endings[frozenset({"A", "B"})].ending == "rules"


@pytest.mark.usefixtures("all_can_kill")
def test_a_tournament_that_is_killed_goes_on_and_finds_the_game_that_kills_it(folder: Folder) -> None:
    referees = Referees("Killer", float("inf"), Refused)
    kept: list[int] = []
    runs = 0
    while True:
        runs += 1
        assert runs < 20
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(LostReferees, "close", lambda _: None)  # a process that is killed closes nothing
                run(folder, referees.pool, lambda _: None, guarded=True)
            break
        except Refused:
            assert {*kept} <= {*folder.results()}, "no finished game is lost"
            kept = list(folder.results())
    assert runs > 2
    assert len(folder.results()) == 6
    for result in folder.results().values():
        assert (result.ending == "rules") is ("Killer" not in result.seats.values()), result.reason
        assert referees.played[result.number] <= 4


def test_what_another_run_wrote_may_be_torn(tmp_path: Path) -> None:
    (tmp_path / "killed.json").write_text("{")
    lost = LostReferees(tmp_path)
    assert not lost.was_killed
    lost.begin(3)
    assert LostReferees(tmp_path).was_killed
    lost.close()
    assert not LostReferees(tmp_path).was_killed


@pytest.mark.usefixtures("all_can_kill")
def test_an_annulled_game_has_no_points_no_fault_and_no_rating(folder: Folder) -> None:
    names = ["A", "Killer"]
    annulled = LostReferees(None).decide(game(1, *names))
    assert [(line.points, line.faults) for line in standings("krazki", names, [annulled])] == [(0, {}), (0, {})]
    assert crosstable("krazki", names, [annulled], only_first=False) == [["x2", "x1"]]
    assert rate("krazki", names, [annulled]).of == rate("krazki", names, []).of
    assert summarise(folder.tournament, [annulled]).games[0].ending == "annulled"
