"""The service while its database is away: games stand still, nobody is told anything false, and play goes on."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.test_one_owner import inputs_of
from tests.end_to_end.test_serve import expect_at_last, two_in_a_game
from tests.support.faults import frozen, full_disk
from tests.support.postgres import Cluster, find_programs
from tests.support.programs import PATIENCE
from tests.support.service import Service
from tests.support.store import held

from stolik.table.inputs import Restart

SECRET = "very-secret"


def health(service: Service) -> dict[str, Any]:
    """What the service says of itself; failing is status 503."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{service.http}/health", timeout=PATIENCE) as answer:
            code, said = answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        code, said = error.code, json.load(error)
    assert code == (503 if said["status"] == "failing" else 200)
    health: dict[str, Any] = said
    return health


def wait_for_health(service: Service, status: str) -> dict[str, Any]:
    until = time.monotonic() + PATIENCE
    while (said := health(service))["status"] != status:
        assert time.monotonic() < until, said
        time.sleep(0.05)
    return said


def play_through(service: Service, outage: AbstractContextManager[object]) -> None:
    """A move before, one during and one after the outage; nothing is told while it lasts."""
    dan, eva = two_in_a_game(service.ports["othello"])
    dan.say("CMOV~3~2")
    expect_at_last(eva, "SMOV~3~2")
    with outage:
        failing = wait_for_health(service, "failing")
        assert failing["reason"].startswith("the store cannot write: ")
        assert SECRET not in failing["reason"]
        assert "/" not in failing["reason"]
        eva.say("CMOV~2~2", "CPING")
        expect_at_last(eva, "SPONG")  # it is answered, but the move is not
        dan.say("CPING")
        assert dan.hear() == "SPONG"
    expect_at_last(dan, "SMOV~2~2")
    wait_for_health(service, "ok")
    dan.say("CMOV~1~2")
    expect_at_last(eva, "SMOV~1~2")


@contextmanager
def own_server() -> Iterator[Cluster]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with Cluster(programs) as cluster:
        yield cluster


@pytest.mark.fault(
    "PostgreSQL is stopped, killed or restarted",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
@pytest.mark.parametrize("how", ["fast", "immediate"], ids=["stopped", "killed"])
def test_a_database_server_is_restarted_under_a_game(tmp_path: Path, how: str) -> None:
    with own_server() as cluster:
        database = cluster.new_database().replace("stolik@", f"stolik:{SECRET}@")
        with Service(tmp_path, "--db", database) as service:
            play_through(service, cluster.down(how))
            assert service.stop() == 0
        [entries] = inputs_of(database)
        assert not any(isinstance(entry, Restart) for entry in entries)


@pytest.mark.fault(
    "another program locks the database",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
def test_another_program_locks_the_database_under_a_game(tmp_path: Path) -> None:
    database = str(tmp_path / "stolik.db")
    with Service(tmp_path, "--db", database) as service:
        play_through(service, held(database))
        assert service.stop() == 0


@pytest.mark.fault(
    "the disk of a SQLite file is full",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when there is room",
)
def test_the_disk_is_full_under_a_game(tmp_path: Path) -> None:
    database = str(tmp_path / "stolik.db")
    with Service(tmp_path, "--db", database) as service:
        play_through(service, full_disk(service.process.pid, database))
        assert service.stop() == 0
    [entries] = inputs_of(database)
    assert not any(isinstance(entry, Restart) for entry in entries)


@pytest.mark.fault(
    "PostgreSQL hangs: connections stay open, and nothing is answered",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
def test_a_database_server_hangs_under_a_game(tmp_path: Path) -> None:
    with own_server() as cluster:
        database = cluster.new_database()
        with Service(tmp_path, "--db", database) as service:
            play_through(service, frozen(cluster))
            assert service.stop() == 0
        [entries] = inputs_of(database)
        assert not any(isinstance(entry, Restart) for entry in entries)


@pytest.mark.fault(
    "the service is stopped while the store is away",
    sees="“The server stops.”; the game waits",
    kept="everything that was told; a move that nobody was told of is lost",
)
def test_a_service_stops_at_once_during_an_outage_and_the_games_wait(tmp_path: Path) -> None:
    with own_server() as cluster:
        database = cluster.new_database()
        with Service(tmp_path, "--db", database) as service:
            dan, eva = two_in_a_game(service.ports["othello"])
            dan.say("CMOV~3~2")
            expect_at_last(eva, "SMOV~3~2")
            with cluster.down():
                wait_for_health(service, "failing")
                eva.say("CMOV~2~2")
                assert service.stop() == 0
                said = dan.rest()
                assert "SGAMEI~The server stops." in said
                assert "SMOV~2~2" not in said
        assert len(inputs_of(database)[0]) == 3


@pytest.mark.fault(
    "the service is stopped while PostgreSQL hangs",
    sees="“The server stops.”; the game waits",
    kept="everything that was told; the service ends after 5 s at most, and does not wait for the database",
)
def test_a_service_that_is_stopped_does_not_wait_for_a_database_that_hangs(tmp_path: Path) -> None:
    with own_server() as cluster:
        database = cluster.new_database()
        with Service(tmp_path, "--db", database) as service:
            dan, eva = two_in_a_game(service.ports["othello"])
            dan.say("CMOV~3~2")
            expect_at_last(eva, "SMOV~3~2")
            with frozen(cluster):
                wait_for_health(service, "failing")
                assert service.stop() == 0
                assert "SGAMEI~The server stops." in dan.rest()
            assert "did not end within" in service.log_file.read_text()
        assert len(inputs_of(database)[0]) == 3
