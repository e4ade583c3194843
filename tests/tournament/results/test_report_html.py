"""The HTML report: a page for each program, every line of a game, and both ends of a long stderr."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.tournament.results.test_standings import game

from stolik.tournament.folder import Folder, create
from stolik.tournament.plan.assignment import Conduct, Ending, Said
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.results import report_html
from stolik.tournament.results.report_html import html
from stolik.tournament.results.summary import summarise

SEATS = {"b": "Ann <b>", "c": "Bob"}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    players = tuple(Entrant(name, builtin="random") for name in SEATS.values())
    made = create(tmp_path / "out", Tournament("krazki", "cyclic", 2, "1", players))
    said = [Said(0.5, "b", ">", "210 </script> 7")]
    notes = Conduct("exit code 1", f"begin {'x' * 9000} end")
    writer = made.writer()
    writer.add([
        game(1, SEATS, "b", transcript=said * 3),
        game(2, SEATS, "c", ending=Ending.CRASH, by="b", reason="Ann", transcript=said, conduct={"b": notes}),
    ])  # fmt: skip
    writer.close()
    return made


def shown(folder: Folder) -> tuple[str, dict[str, Any]]:
    page = html(summarise(folder.tournament, list(folder.results().values())), folder)
    data = re.search(r'id="data">(.*?)</script>', page)
    assert data
    return page, json.loads(data[1])


def test_each_program_has_a_page_that_its_name_leads_to(folder: Folder) -> None:
    page, data = shown(folder)
    assert '<a href="#player-1">Ann &lt;b&gt;</a>' in page
    assert {player["name"] for player in data["players"]} == set(SEATS.values())


def test_a_player_whose_name_is_a_number_has_the_link_at_its_name(tmp_path: Path) -> None:
    players = tuple(Entrant(name, builtin="random") for name in ("2", "1"))
    made = create(tmp_path / "out", Tournament("krazki", "cyclic", 2, "1", players))
    page, _ = shown(made)
    assert '<td class="words"><a href="#player-1">2</a></td>' in page
    assert '<td class="words"><a href="#player-2">1</a></td>' in page
    assert page.count('<a href="#player-') == 2


def test_a_game_has_its_lines_with_times_and_both_ends_of_stderr(folder: Folder) -> None:
    _, data = shown(folder)
    lost = data["games"][1]
    assert lost["lines"] == "    0.500000 b > 210 </script> 7\n"
    assert lost["stderr"]["b"].startswith("begin xxx")
    assert lost["stderr"]["b"].endswith("xxx end")
    assert "characters are left out" in lost["stderr"]["b"]


def test_where_there_is_no_room_the_lines_of_lost_games_come_first(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_html, "MOST_LINES", 50)
    _, data = shown(folder)
    assert [game["lines"] is None for game in data["games"]] == [True, False]
