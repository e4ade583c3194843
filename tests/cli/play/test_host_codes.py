"""What `stolik host` says to those who type it, before any client comes."""

from __future__ import annotations

import socket

import pytest
from tests.support.programs import run

from stolik.games.graph.host import MOST_EDGES, MOST_VERTICES
from stolik.wire.codes import SERVER_LIMIT


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["krazki", "--port", "65536"], "65536"),
        (["krazki", "--move-time", "0"], "'0' is not a positive number of seconds"),
        (["krazki", "--move-time", "inf"], "'inf' is not a positive number of seconds"),
        (["krazki", "--games", "0"], "0"),
        (["krazki", "--vertices", "5"], "--vertices"),
        (["krazki", "--position", "|cb|"], "'|cb|'"),
        (["krazki", "--position", "c |b||"], "nobody can move in the position 'c |b||'"),
        (["krazki", "--position", f"c |{'c' * 31}|"], "a stack has 30 discs at most"),
        (["graph", "--position", "3 0 1 0"], "1 edges need 2 numbers, and there are 1"),
        (["graph", "--position", "3 2 1 0 1"], "nobody can move"),
        (["graph", "--vertices", "1"], "1"),
        (["graph", "--vertices", "201"], "201"),
        (["graph", "--edges", "30"], "a connected graph of 32 vertices has 31 to 496 edges, not 30"),
        (["graph", "--edges", "200"], "32 vertices and 200 edges, 7 at most at a vertex"),
        (["chess"], "chess"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(arguments: list[str], named: str) -> None:
    done = run("stolik", "host", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_a_position_that_no_line_can_hold_is_refused() -> None:
    edges = [f"{u} {v}" for u in range(400) for v in range(u)][:8000]
    done = run("stolik", "host", "graph", "--position", f"400 0 8000 {' '.join(edges)}")
    assert done.returncode == 2
    assert f"does not fit into a line of {SERVER_LIMIT}" in done.stderr


def test_the_largest_graph_that_can_be_asked_for_fits_into_a_line() -> None:
    edge = len(f" {MOST_VERTICES - 1}") * 2
    assert len(f"200 {MOST_VERTICES} {MOST_VERTICES - 1} {MOST_EDGES}") + MOST_EDGES * edge <= SERVER_LIMIT


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("stolik", "host", "graph", "--port", port)
    assert done.returncode == 1
    assert f"port {port}" in done.stderr


def test_help_names_the_games_and_their_options() -> None:
    assert all(game in run("stolik", "host", "--help").stdout for game in ("krazki", "graph"))
    text = run("stolik", "host", "graph", "--help").stdout
    for option in ("--port", "--move-time", "--games", "--seed", "--position", "--vertices", "--edges", "--degree"):
        assert option in text
