"""The operator's part of the API: whose it is, what it does, and what is written down of it."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.simulated import run_simulated
from tests.support.web import OPERATOR, bearer, open_site

from stolik.web.api.operators import BURST, MOST_ADDRESSES, REFUSED_INTERVAL, Audit, RefusedRequests


@in_loop
async def test_the_operator_sees_every_table_and_closes_one_in_the_middle_of_its_game() -> None:
    async with open_site() as site, site.person("Ada") as ada:
        token = await site.claim("Bob")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        await ada.say("sit", table=table, seat="black")
        await ada.hear("asked")
        operator = bearer(OPERATOR)
        [listed] = (await site.http.get("/api/operator/tables", headers=operator)).json()
        assert (listed["id"], listed["maker"], listed["stage"], listed["watchers"]) == (table, "Bob", "playing", 0)
        assert listed["opened"] <= site.arena.clock.now() < listed["opened"] + 120
        path = f"/api/operator/tables/{table}/close"
        closed = await site.http.post(path, json={"why": "the lesson is over"}, headers=operator)
        assert closed.json()["outcome"]["ending"] == "abandoned"
        ended = await ada.hear("ended")
        assert (ended["ending"], ended["reason"], ended["winners"]) == ("abandoned", "the lesson is over", [])
        assert (await site.http.get("/api/operator/tables", headers=operator)).json() == []
        assert (await site.http.post(path, json={}, headers=operator)).status_code == 404


@in_loop
async def test_nobody_else_sees_or_closes_tables_as_the_operator() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {})
        for headers in ({}, bearer(token), bearer("x")):
            assert (await site.http.get("/api/operator/tables", headers=headers)).status_code == 403
            close = await site.http.post(f"/api/operator/tables/{table}/close", json={}, headers=headers)
            assert close.status_code == 403
        assert table in site.arena.house.tables


@in_loop
async def test_what_operators_do_and_try_is_written_to_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    audit = tmp_path / "audit.jsonl"
    async with open_site(audit=audit) as site:
        table = await site.make_table(await site.claim("Ada"), "othello", {})
        path = f"/api/operator/tables/{table}/close"
        await site.http.post(path, json={}, headers=bearer("wrong"))
        await site.http.post(path, json={}, headers=bearer(OPERATOR))
    refused, closed = [json.loads(line) for line in audit.read_text().splitlines()]
    assert (refused["action"], refused["path"]) == ("refused", path)
    assert (refused["times"], refused["addresses"]) == (1, ["127.0.0.1"])
    assert (closed["action"], closed["table"], closed["address"]) == ("close table", table, "127.0.0.1")
    assert OPERATOR not in audit.read_text()
    assert stat.S_IMODE(audit.stat().st_mode) == 0o600


@in_loop
async def test_tokens_cannot_be_guessed_fast_and_those_who_are_in_stay_in() -> None:
    async with open_site() as site:
        ada = bearer(await site.claim("Ada"))
        await site.http.get("/api/operator/tables", headers=bearer(OPERATOR))
        assert (await site.http.post("/api/tables", json={"game": "othello"}, headers=ada)).status_code == 201
        for number in range(int(BURST)):
            wrong = await site.http.get("/api/operator/tables", headers=bearer(f"guess {number}"))
            assert wrong.status_code == 403
        for _ in range(3):
            assert (await site.http.get("/api/operator/tables", headers=bearer("one more"))).status_code == 429
        assert (await site.http.get("/api/operator/tables", headers=bearer(OPERATOR))).status_code == 200
        assert (await site.http.post("/api/tables", json={"game": "othello"}, headers=ada)).status_code == 201
        assert 'stolik_limits_reached_total{limit="wrong tokens"} 3.0' in (await site.http.get("/metrics")).text


def test_a_thousand_wrong_tokens_are_one_entry_a_minute_with_their_number(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    file = tmp_path / "audit.jsonl"

    async def guess() -> None:
        refused = RefusedRequests(Audit(file, lambda: 7.0))
        for number in range(1000):
            refused.add(f"192.0.2.{number % 250}", "/api/contests")
        assert len(caplog.records) == len(file.read_text().splitlines()) == 1
        await asyncio.sleep(REFUSED_INTERVAL + 1)
        assert len(caplog.records) == len(file.read_text().splitlines()) == 2
        await asyncio.sleep(2 * REFUSED_INTERVAL)
        refused.add("192.0.2.9", "/api/contests")

    run_simulated(guess())
    first, others, last = [json.loads(line) for line in file.read_text().splitlines()]
    assert (first["times"], first["addresses"]) == (1, ["192.0.2.0"])
    assert (others["times"], len(others["addresses"])) == (999, MOST_ADDRESSES)
    assert (last["times"], last["addresses"]) == (1, ["192.0.2.9"])
