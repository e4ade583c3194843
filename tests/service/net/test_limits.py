"""Limits are counted each time, and logged once a minute."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.simulated import run_simulated

from stolik.service.net.limits import LOG_INTERVAL, Limits


def test_a_limit_is_logged_at_once_and_then_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    async def flood() -> None:
        limits = Limits()
        for number in range(1000):
            limits.hit("names", address=f"192.0.2.{number % 7}")
        assert [record.getMessage() for record in caplog.records] == ["limit limit=names times=1 address=192.0.2.0"]
        limits.hit("other")
        await asyncio.sleep(LOG_INTERVAL + 1)
        assert caplog.records[-1].getMessage() == "limit limit=names times=999 address=192.0.2.5"
        assert limits.counts == {"names": 1000, "other": 1}
        await asyncio.sleep(2 * LOG_INTERVAL)
        limits.hit("names")
        assert [record.getMessage().split()[1] for record in caplog.records] == [
            "limit=names", "limit=other", "limit=names", "limit=names",
        ]  # fmt: skip

    run_simulated(flood())
