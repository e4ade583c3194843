"""The arena: tables that are asked for, and tables that come back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs
from tests.support.loop import in_loop

from stolik.contract import Ending, Kind, Player, packages
from stolik.contract.registry import all_games
from stolik.lobby.words import Answer, Invite, LobbyEvent, News
from stolik.service.arena import Arena, Health
from stolik.service.lobby.live_lobby import SeatAt
from stolik.service.settings import Settings
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import GRACE, NewTable, SeatFor
from stolik.service.tables.rules_for import GAME_TIME
from stolik.table.events import Asked, Ended, Event, Played, Shown
from stolik.table.inputs import Play
from stolik.table.table import SeatTaken, Stage

SETTINGS = Settings(
    no_db=True, game_ports=dict.fromkeys(all_games(), 0), table_ports=(0, 0), host="127.0.0.1", max_clients=100
)
BOT = SeatFor(Kind.BOT, "random")


class Guest:
    """A door that only listens, at a table and in the lobby."""

    def __init__(self) -> None:
        self.seats: list[tuple[SeatAt, bool]] = []
        self.heard: list[Event] = []
        self.dismissed = ""
        self.news = asyncio.Event()

    def hear(self, event: Event) -> None:
        self.heard.append(event)
        self.news.set()

    keeps_up = True

    def hear_lobby(self, event: LobbyEvent) -> None:
        pass

    def hear_news(self, news: News) -> None:
        pass

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        self.seats.append((at, again))

    def dismiss(self, why: str) -> None:
        self.dismissed = why

    async def until(self, kind: type[Event]) -> None:
        while not any(isinstance(event, kind) for event in self.heard):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)


def with_store(folder: Path) -> Settings:
    return structs.replace(SETTINGS, no_db=False, db=str(folder / "stolik.db"))


def invite(arena: Arena, game: str, kind: Kind = Kind.PERSON) -> tuple[Guest, Guest]:
    """Ada and Bob at a table of their own."""
    ada, bob = Guest(), Guest()
    arena.lobby.enter("Ada", ada, kind)
    arena.lobby.enter("Bob", bob, kind)
    arena.lobby.take(Invite("Ada", "Bob", game))
    arena.lobby.take(Answer("Bob", "Ada", True))
    return ada, bob


def a_move(live: LiveTable) -> Play:
    assert live.turn is not None
    return Play(live.turn, live.game.write_move(live.snapshot(live.turn).view.moves()[0]))


@pytest.mark.parametrize("game", all_games())
@in_loop
async def test_bots_who_are_asked_to_every_seat_play_at_once(game: str) -> None:
    async with Arena(SETTINGS) as arena:
        live = await arena.open_table(NewTable(game, dict.fromkeys(all_games()[game].seats, BOT)))
        watcher = Guest()
        live.watch(watcher)
        await watcher.until(Ended)
        assert live.outcome is not None
        assert live.outcome.ending is Ending.RULES
        assert arena.house.tables == {}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (NewTable("chess"), "no game is called 'chess'"),
        (NewTable("othello", {"N": BOT}), "othello has no seat 'N'"),
        (NewTable("othello", {"black": SeatFor(Kind.BOT, "duck")}), "no player of othello is called 'duck'"),
        (NewTable("othello", {"black": SeatFor(Kind.BOT)}), "no player of othello is called None"),
        (NewTable("othello", {"black": SeatFor(Kind.PROGRAM)}), "a program cannot be asked"),
        (NewTable("othello", {"black": SeatFor(Kind.PERSON, "")}), "nobody can have the name ''"),
        (NewTable("othello", {"black": SeatFor(Kind.PERSON, "A B" * 99)}), "nobody can have the name 'A BA B[AB ]*':"),
        (NewTable("othello", turn_time=0), "0 is not a number of seconds"),
    ],
)
@in_loop
async def test_what_cannot_be_made_is_refused_in_words(asked: NewTable, why: str) -> None:
    async with Arena(SETTINGS) as arena:
        with pytest.raises(ValueError, match=why):
            await arena.open_table(asked)
        assert arena.house.tables == {}


@in_loop
async def test_the_same_seed_gives_the_same_start() -> None:
    async with Arena(SETTINGS) as arena:
        tables = [await arena.open_table(NewTable("graph", seed=seed)) for seed in ("1", "1", "2")]
        first, second, other = [live.snapshot(None).view for live in tables]
        assert first == second != other


@in_loop
async def test_people_have_time_to_think_and_to_come_back() -> None:
    async with Arena(SETTINGS) as arena:
        for game in ("krazki", "othello"):
            rules = (await arena.open_table(NewTable(game))).rules
            assert (rules.game_time, rules.grace, rules.on_foul) == (GAME_TIME, GRACE, "refuse")
        assert (await arena.open_table(NewTable("krazki", turn_time=5.0))).rules.turn_time == 5.0


@in_loop
async def test_a_kept_seat_is_its_own_persons_and_a_bot_can_be_asked_there() -> None:
    async with Arena(SETTINGS) as arena:
        live = await arena.open_table(NewTable("othello", {"black": SeatFor(Kind.PERSON, "Ada")}))
        with pytest.raises(SeatTaken):
            live.sit("black", "Bob", Guest(), Kind.PERSON)
        with pytest.raises(SeatTaken):
            live.sit("black", "Ada", Guest(), Kind.PROGRAM)
        arena.seat_bot(live, "black", "random")
        assert live.owner("black") == Player("random", Kind.BOT)
        with pytest.raises(ValueError, match="no empty seat"):
            arena.seat_bot(live, "black", "random")
        with pytest.raises(ValueError, match="no player"):
            arena.seat_bot(live, "white", "stockfish")


@in_loop
async def test_one_who_sat_down_can_come_back_and_nobody_else_can() -> None:
    async with Arena(SETTINGS) as arena:
        live = await arena.open_table(NewTable("othello", {"white": BOT}))
        ada = Guest()
        live.sit("black", "Ada", ada, Kind.PERSON)
        live.leave("black", ada)
        with pytest.raises(SeatTaken):
            live.sit("black", "Bob", Guest(), Kind.PERSON)
        live.sit("black", "Ada", Guest(), Kind.PERSON)


@in_loop
async def test_people_can_be_invited_to_any_game_for_two() -> None:
    async with Arena(SETTINGS) as arena:
        ada, _ = invite(arena, "krazki")
        [(at, again)] = ada.seats
        assert (at.table.game.name, at.seat, again) == ("krazki", "b", False)
        assert at.table.rules.on_foul == "refuse"


@in_loop
async def test_nobody_can_be_invited_to_a_game_for_four() -> None:
    async with Arena(SETTINGS) as arena:
        ada, _ = invite_in_vain(arena)
        assert ada.seats == []


def invite_in_vain(arena: Arena) -> tuple[Guest, Guest]:
    ada, bob = Guest(), Guest()
    arena.lobby.enter("Ada", ada, Kind.PERSON)
    arena.lobby.enter("Bob", bob, Kind.PERSON)
    arena.lobby.take(Invite("Ada", "Bob", "kierki"))
    return ada, bob


@in_loop
async def test_a_game_between_two_comes_back_and_they_with_it(tmp_path: Path) -> None:
    async with Arena(with_store(tmp_path)) as arena:
        ada, bob = invite(arena, "krazki")
        await bob.until(Shown)
        ada.seats[0][0].table.take(a_move(ada.seats[0][0].table))
        await bob.until(Played)
        position = ada.seats[0][0].table.snapshot("c").view
    assert (ada.dismissed, bob.dismissed) == ("The server stops.", "The server stops.")
    async with Arena(with_store(tmp_path)) as arena:
        [live] = arena.house.tables.values()
        assert (live.snapshot("c").view, live.stage) == (position, Stage.SUSPENDED)
        bob = Guest()
        arena.lobby.enter("Bob", bob, Kind.PERSON)
        assert [(at.seat, again) for at, again in bob.seats] == [("c", True)]
        assert "c" in live.players


@in_loop
async def test_bots_come_back_by_themselves(tmp_path: Path) -> None:
    seats = {"E": BOT, "S": BOT, "W": BOT, "N": SeatFor(Kind.PERSON, "Ada")}
    async with Arena(with_store(tmp_path)) as arena:
        before = await arena.open_table(NewTable("kierki", seats))
        ada = Guest()
        before.sit("N", "Ada", ada, Kind.PERSON)
        await ada.until(Asked)
    async with Arena(with_store(tmp_path)) as arena:
        [live] = arena.house.tables.values()
        assert (live.id, live.port) == (before.id, before.port)
        assert live.empty_seats == ("N",)
        assert live.owner("N") == Player("Ada", Kind.PERSON)


@in_loop
async def test_a_bot_that_cannot_play_any_more_does_not_come_back_and_the_log_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda _: True)
    seats = {"E": SeatFor(Kind.BOT, "best"), "S": SeatFor(Kind.BOT, "duck")}
    async with Arena(with_store(tmp_path)) as arena:
        await arena.open_table(NewTable("kierki", seats))
    monkeypatch.setattr(packages, "is_installed", lambda _: False)
    async with Arena(with_store(tmp_path)) as arena:
        [live] = arena.house.tables.values()
        assert live.players == {"S": "duck"}
    assert "best of kierki needs numba, which is not installed" in caplog.text


@in_loop
async def test_metrics_count_what_happens() -> None:
    async with Arena(SETTINGS) as arena:
        ada, bob = invite(arena, "othello")
        table = ada.seats[0][0].table
        table.take(a_move(table))
        table.take(Play("black", "a1"))
        arena.bots.stood_in("othello", "late")
        text = arena.metrics_text().decode()
        for line in (
            'stolik_tables{game="othello"} 1.0',
            'stolik_moves_total{game="othello"} 1.0',
            'stolik_fouls_total{game="othello"} 1.0',
            'stolik_bot_stand_ins_total{game="othello",why="late"} 1.0',
            "stolik_lobby_players 2.0",
            f"stolik_tasks {len(asyncio.all_tasks())}.0",
        ):
            assert line in text
        assert await arena.health() == Health("ok")
        assert not bob.dismissed


@in_loop
async def test_a_game_that_cannot_be_played_is_told_of_once_at_the_start(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "the game 'chess' (stolik_chess:GAME) cannot be played: its 'read' is not a function"
    monkeypatch.setattr("stolik.service.arena.faulty_games", lambda: {"chess": why})
    async with Arena(SETTINGS):
        pass
    assert [message for message in caplog.messages if "chess" in message] == [f"game left out why={why!r}"]
