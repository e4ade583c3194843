"""A store has one owner: a second service on the same store is refused before it touches anything."""

from __future__ import annotations

import contextlib
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.end_to_end.test_serve import expect_at_last, two_in_a_game
from tests.support.peer import Peer
from tests.support.programs import PATIENCE, program
from tests.support.service import Service
from tests.support.store import second_hand

from stolik.store.database.schema import leases, tables
from stolik.store.reading.queries import stored_tables
from stolik.table.inputs import Input, Restart

FREE_PORTS = ("--port", "0", "--othello-port", "0", "--krazki-port", "0", "--graph-port", "0", "--table-ports", "0-0")


def start_second(database: str, *more: str, players: Sequence[Peer] = ()) -> subprocess.CompletedProcess[str]:
    """Starts a second service, which is to end by itself; until then the players say that they are there."""
    command = [program("stolik"), "serve", "--db", database, *FREE_PORTS, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as second:
        while True:
            for player in players:
                player.say("CPING")
            with contextlib.suppress(subprocess.TimeoutExpired):
                out, err = second.communicate(timeout=1)
                return subprocess.CompletedProcess(command, second.returncode, out, err)


def inputs_of(database: str) -> list[list[Input]]:
    """What is in the record of each unfinished table, read beside the service."""
    with second_hand(database) as engine, engine.connect() as connection:
        ids = connection.scalars(select(tables.c.id).where(tables.c.ended.is_(None))).all()
        return [[entry.input for entry in stored.record.entries] for stored in stored_tables(connection, ids)]


@pytest.mark.fault(
    "a second `stolik serve` is started on the same store",
    sees="nothing: the second one ends with a line that names host, process and time of the first",
    kept="everything",
)
def test_a_second_service_is_refused_in_words_and_games_go_on(database: str, tmp_path: Path) -> None:
    with Service(tmp_path, "--db", database) as first:
        dan, eva = two_in_a_game(first.ports["othello"])
        dan.say("CMOV~3~2")
        expect_at_last(eva, "SMOV~3~2")
        before = inputs_of(database)
        second = start_second(database, players=(dan, eva))
        assert second.returncode == 1
        assert f"in use by process {first.process.pid} on {socket.gethostname()}, since 20" in second.stderr
        assert inputs_of(database) == before
        eva.say("CMOV~4~2")
        expect_at_last(dan, "SMOV~4~2")
        assert first.stop() == 0


@pytest.mark.fault(
    "a port of a service that starts is not free",
    sees="the service ends with a line that names the port",
    kept="everything: no record is touched",
)
def test_a_service_without_its_ports_leaves_every_record_as_it_was(database: str, tmp_path: Path) -> None:
    with Service(tmp_path, "--db", database) as first:
        dan, eva = two_in_a_game(first.ports["othello"])
        dan.say("CMOV~3~2")
        expect_at_last(eva, "SMOV~3~2")
        first.kill()
    before = inputs_of(database)
    assert len(before) == 1
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        for option in ("--othello-port", "--port"):
            second = start_second(database, option, str(port))
            assert second.returncode == 1
            assert f"cannot listen on port {port}" in second.stderr
    assert inputs_of(database) == before
    assert not any(isinstance(input_, Restart) for input_ in before[0])


def test_a_service_that_has_lost_its_store_ends_and_says_to_whom(database: str, tmp_path: Path) -> None:
    with Service(tmp_path, "--db", database) as first:
        dan, eva = two_in_a_game(first.ports["othello"])
        dan.say("CMOV~3~2")
        expect_at_last(eva, "SMOV~3~2")
        with second_hand(database) as engine, engine.begin() as connection:
            connection.execute(update(leases).values(fence=leases.c.fence + 1, host="moon", pid=7))
        eva.say("CMOV~2~2")
        assert first.process.wait(PATIENCE) == 1
        said = dan.rest()
        assert "SMOV~2~2" not in said
        assert said.splitlines()[-1] == "SGAMEI~The server stops."
        assert "the store is now in use by process 7 on moon" in first.log_file.read_text()
        assert len(inputs_of(database)[0]) == 3
