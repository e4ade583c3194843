"""What one person may have at once: more is refused in words, counted by a metric and logged once a minute."""

from __future__ import annotations

import pytest
from tests.support.loop import in_loop
from tests.support.web import open_site

from stolik.service.tables.new_table import NewTable
from stolik.web.door.hall import Hall
from stolik.web.door.made_tables import MOST_TABLES_EACH
from stolik.web.door.person import MOST_TABS
from stolik.web.door.refusal import Refusal
from stolik.web.door.tab import Tab

GAME = "krazki"


def entries(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says about limits."""
    return [said for record in caplog.records if (said := record.getMessage()).startswith("limit ")]


def counted(hall: Hall, limit: str) -> float:
    """What the metric says."""
    line = f'stolik_limits_reached_total{{limit="{limit}"}} '
    return next(
        float(said.removeprefix(line)) for said in hall.arena.metrics_text().decode().splitlines() if line in said
    )


@in_loop
async def test_too_many_tabs_of_one_person_are_refused_counted_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with open_site() as site:
        hall = Hall(site.arena)
        for _ in range(MOST_TABS):
            hall.enter(Tab(), "Ada")
        for _ in range(3):
            with pytest.raises(Refusal, match="tabs open already"):
                hall.enter(Tab(), "Ada")
        hall.enter(Tab(), "Bob")
        assert counted(hall, "tabs of one person") == 3.0
        assert entries(caplog) == ["limit limit='tabs of one person' times=1 player=Ada"]


@in_loop
async def test_too_many_tables_of_one_person_are_refused_counted_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with open_site() as site:
        hall = Hall(site.arena)
        for _ in range(MOST_TABLES_EACH):
            await hall.make_table("Ada", NewTable(GAME))
        for _ in range(3):
            with pytest.raises(Refusal, match="finish one first"):
                await hall.make_table("Ada", NewTable(GAME))
        await hall.make_table("Bob", NewTable(GAME))
        assert counted(hall, "tables of one person") == 3.0
        assert entries(caplog) == ["limit limit='tables of one person' times=1 player=Ada"]


@in_loop
async def test_too_many_watched_tables_of_one_tab_are_refused_counted_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("stolik.web.door.galleries.MOST_WATCHED", 1)
    async with open_site() as site:
        hall, tab, other = Hall(site.arena), Tab(), Tab()
        hall.enter(tab, "Ada")
        hall.enter(other, None)
        tables = [await hall.make_table("Bob", NewTable(GAME)) for _ in range(2)]
        hall.galleries.watch(tab, tables[0])
        for _ in range(3):
            with pytest.raises(Refusal, match="tables already"):
                hall.galleries.watch(tab, tables[1])
        hall.galleries.watch(other, tables[1])
        assert counted(hall, "watched tables") == 3.0
        assert entries(caplog) == ["limit limit='watched tables' times=1 player=Ada"]
