"""Whatever comes to the web doors: nothing is broken, nobody else suffers, and no hidden card is shown."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.support.fuzz.attack import Attack
from tests.support.fuzz.requests import endpoints
from tests.support.loop import in_loop
from tests.support.service import Service
from tests.support.web import bearer, open_site

MESSAGES = 500
SOAK_MESSAGES = 300_000
WARM = 20_000
"""Messages after which everything is loaded that ever will be."""
GROWTH = 120_000_000
"""Bytes that the service may take beyond that: finished games are kept for replays, 64 MB of them."""
LOG_A_MESSAGE = 20
"""Bytes of log for each message, on average: what is refused is not told one by one."""


async def _prepared(http: httpx.AsyncClient, port: int, seed: int, pause: float) -> Attack:
    async def post(path: str, value: Any, token: str | None) -> Any:
        answer = await http.post(path, json=value, headers=bearer(token) if token else {})
        assert answer.is_success, answer.text
        return answer.json()

    attack = Attack(port, seed, post, pause)
    await attack.prepare(20, endpoints((await http.get("/api/openapi.json")).json()))
    return attack


@in_loop
async def test_some_hundred_wrong_messages_break_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    async with open_site(f"{tmp_path}/stolik.db") as site:
        attack = await _prepared(site.http, site.port, 1, 0)
        await attack.run(MESSAGES, 10)
        assert attack.broken == []
        assert attack.matches >= 1
        assert attack.sent["pings answered"] > 0
        assert (await site.http.get("/health")).json() == {"status": "ok"}
    assert [record.getMessage() for record in caplog.records] == []


def _memory(service: Service) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{service.process.pid}/status").read_text())
    assert found
    return int(found[1]) * 1024


@pytest.mark.soak
def test_hundreds_of_thousands_of_wrong_messages_break_nothing(tmp_path: Path) -> None:
    seed = Random().randrange(2**32)
    print(f"seed {seed}")

    @in_loop
    async def main() -> None:
        with Service(tmp_path, "--db", str(tmp_path / "stolik.db")) as service:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{service.http}", timeout=60) as http:
                attack = await _prepared(http, service.http, seed, 0.02)
                await attack.run(WARM, 20)
                before = _memory(service)
                await attack.run(SOAK_MESSAGES, 20)
                await asyncio.sleep(1)
                grown, log = _memory(service) - before, service.log_file.read_text(errors="replace")
                print(f"{attack.sent}, {attack.statuses}, {attack.matches} matches, {grown / 1e6:.0f} MB more")
                assert (await http.get("/health")).json() == {"status": "ok"}
            assert service.stop() == 0
        assert attack.broken == []
        assert "Traceback" not in log
        assert grown < GROWTH
        assert len(log) < LOG_A_MESSAGE * attack.sent.total()

    main()
