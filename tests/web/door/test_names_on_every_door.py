"""A name that somebody holds with a token is theirs at every door, whether they are here or not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.web import PATIENCE, Site, open_site

from stolik.lobby.names import name_keys
from stolik.store.errors import ReadFailed


class Program:
    """A client in the Othello lobby."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def say(self, line: str) -> None:
        self._writer.write(line.encode() + b"\n")

    async def hear(self) -> str:
        """The next line; empty at the end."""
        return (await asyncio.wait_for(self._reader.readline(), PATIENCE)).decode().rstrip("\n")

    async def heard_at_login(self) -> list[str]:
        """All that the lobby says until it answers a ping, or closes."""
        await self.say("CPING")
        lines: list[str] = []
        while (line := await self.hear()) not in ("SPONG", ""):
            lines.append(line)
        return lines if line else [*lines, "end"]

    def close(self) -> None:
        self._writer.close()


async def log_in(site: Site, name: str) -> Program:
    program = Program(*await asyncio.open_connection("127.0.0.1", site.arena.ports["othello"]))
    await program.say(f"CNAME~{name}")
    return program


@pytest.mark.parametrize("name", ["Victim", "victim", "V\u0456ctim", "Vict\u0456m", "Victirn"])
@in_loop
async def test_a_held_name_cannot_be_taken_over_tcp_while_its_owner_is_away(name: str, tmp_path: Path) -> None:
    db = str(tmp_path / "stolik.db")
    async with open_site(db) as site:
        token = await site.claim("Victim")
        for _ in range(2):
            program = await log_in(site, name)
            notice, end = await program.heard_at_login()
            assert ("Victim belongs to somebody" in notice, end) == (True, "end")
            program.close()
    async with open_site(db) as site:  # also after a restart
        program = await log_in(site, name)
        assert (await program.heard_at_login())[-1] == "end"
        program.close()
        async with site.guest(token) as owner:
            assert owner.welcome["name"] == "Victim"


@in_loop
async def test_a_name_that_is_only_in_the_store_is_refused_too(tmp_path: Path) -> None:
    async with open_site(str(tmp_path / "stolik.db")) as site:
        site.arena.names._most = 4
        for number in range(5):
            await site.claim(f"Victim{number}")
        program = await log_in(site, "V\u0456ctim0")
        notice, end = await program.heard_at_login()
        assert ("Victim0 belongs to somebody" in notice, end) == (True, "end")
        program.close()
        program = await log_in(site, "Nobody")
        assert await program.heard_at_login() == []
        program.close()


@in_loop
async def test_a_program_is_told_when_nobody_can_say_whose_its_name_is(tmp_path: Path) -> None:
    async with open_site(str(tmp_path / "stolik.db")) as site:
        site.arena.names._most = 2
        for name in ("Ada", "Bob", "Cleo"):
            await site.claim(name)

        async def fails(*_: object) -> str | None:
            raise ReadFailed("not read")

        assert site.arena.store is not None
        site.arena.store.held_like = fails  # type: ignore[method-assign, assignment]
        program = await log_in(site, "Eve")
        notice, end = await program.heard_at_login()
        assert ("the store does not answer" in notice, end) == (True, "end")
        program.close()


@in_loop
async def test_a_name_that_is_being_claimed_is_refused() -> None:
    async with open_site() as site:
        site.arena.names.being_claimed |= name_keys("Olga")
        program = await log_in(site, "0lga")
        assert (await program.heard_at_login())[-1] == "end"
        program.close()


@in_loop
async def test_a_name_that_a_program_uses_cannot_be_claimed_on_the_page() -> None:
    async with open_site() as site:
        program = await log_in(site, "Victor")
        assert await program.heard_at_login() == []
        for name in ("Victor", "V\u0456ctor"):
            refused = await site.http.post("/api/session", json={"name": name})
            assert refused.status_code == 409
        program.close()


@in_loop
async def test_programs_that_look_alike_are_not_in_the_lobby_together() -> None:
    async with open_site() as site:
        first = await log_in(site, "Paul")
        assert await first.heard_at_login() == []
        for name in ("PauI", "paul", "P\u0430ul"):
            other = await log_in(site, name)
            notice, end = await other.heard_at_login()
            assert ("looks like Paul" in notice, end) == (True, "end")
            other.close()
        first.close()


@in_loop
async def test_no_program_comes_under_the_name_of_a_built_in_player() -> None:
    async with open_site() as site:
        program = await log_in(site, "Best")
        notice, end = await program.heard_at_login()
        assert ("built-in player" in notice, end) == (True, "end")
        program.close()


@in_loop
async def test_the_owner_gets_in_when_a_program_has_the_name() -> None:
    async with open_site() as site:
        claimed = await site.claim("Olga")
        site.arena.lobby.objection = None  # as when the program came in while the name was being claimed
        program = await log_in(site, "Olga")
        assert await program.heard_at_login() == []
        async with site.guest(claimed) as owner:
            assert owner.welcome["name"] == "Olga"
        notice = await program.hear()
        assert "belongs to somebody else" in notice
        assert await program.hear() == ""
        program.close()
