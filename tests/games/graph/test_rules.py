"""The graph game: the seed's transcript, the generator, and what is no graph."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import IllegalMove, NotationError
from stolik.games.graph import GAME
from stolik.games.graph.rules import FIRST, SECOND, Position, random_position, read_move, read_position, write_position

SEEDS_START = (
    "32 2 72 0 15 0 17 0 1 1 25 1 15 1 29 "
    "1 24 2 11 2 15 2 18 2 29 2 31 2 27 2 30 3 8 3 29 "
    "3 18 3 12 4 6 4 28 5 8 5 17 5 9 5 30 5 26 5 20 5 21 "
    "6 24 6 29 6 23 6 26 6 21 7 23 7 13 8 11 8 31 8 14 "
    "9 27 9 30 9 29 10 28 10 11 11 31 11 24 12 24 13 20 "
    "13 18 13 26 14 17 14 25 14 15 15 30 15 16 15 31 "
    "16 30 17 20 17 18 18 24 18 19 18 23 19 25 19 27 "
    "20 22 20 31 20 25 21 22 21 31 22 26 23 29 24 25 "
    "26 28 28 31"
)
SEEDS_SECOND_START = (
    "32 29 71 0 15 0 17 0 1 1 25 1 15 "
    "1 29 1 24 2 11 2 15 2 18 2 31 2 27 2 30 3 8 3 29 "
    "3 18 3 12 4 6 4 28 5 8 5 17 5 9 5 30 5 26 5 20 "
    "5 21 6 24 6 29 6 23 6 26 6 21 7 23 7 13 8 11 "
    "8 31 8 14 9 27 9 30 9 29 10 28 10 11 11 31 11 24 "
    "12 24 13 20 13 18 13 26 14 17 14 25 14 15 15 30 "
    "15 16 15 31 16 30 17 20 17 18 18 24 18 19 18 23 "
    "19 25 19 27 20 22 20 31 20 25 21 22 21 31 22 26 "
    "23 29 24 25 26 28 28 31"
)
SEEDS_MOVES = "29 6 4 28 10 11 8 5 26 13 7 23 6 26 28 31 8 14 17 18 2 11 24 18 23 29 1 25 24 6 21 31 11"

TRIANGLE = read_position("4 0 4 0 1 1 2 0 2 2 3")


def test_the_seeds_transcript_is_legal_to_its_end_and_the_first_player_wins() -> None:
    position = read_position(SEEDS_START)
    moves = list(map(read_move, SEEDS_MOVES.split()))
    assert len(moves) == 33
    for ply, move in enumerate(moves):
        assert position.turn == (FIRST, SECOND)[ply % 2]
        assert position.winners == ()
        position = position.play(move)
    assert position.turn is None
    assert position.winners == (FIRST,)
    assert position.scores == {FIRST: 1, SECOND: 0}


def test_the_second_player_of_the_seed_is_shown_the_graph_after_the_first_move() -> None:
    after = read_position(SEEDS_START).play(29)
    assert write_position(after) == SEEDS_SECOND_START
    assert read_position(SEEDS_SECOND_START, mover=SECOND) == after


def test_the_edge_walked_vanishes_whichever_way_it_was_walked() -> None:
    assert TRIANGLE.moves() == [1, 2]
    assert TRIANGLE.play(2) == Position(4, 2, ((0, 1), (1, 2), (2, 3)), SECOND)
    assert TRIANGLE.play(2).play(1).play(0) == Position(4, 0, ((2, 3),), SECOND)


def test_the_game_is_over_when_no_edge_leaves_the_token_though_others_are_left() -> None:
    stuck = TRIANGLE.play(1).play(2).play(0)
    assert stuck.edges == ((2, 3),)
    assert (stuck.turn, list(stuck.moves()), stuck.winners) == (None, [], (FIRST,))


@pytest.mark.parametrize("vertex", [0, 3, 4, 99])
def test_a_walk_without_an_edge_is_refused(vertex: int) -> None:
    with pytest.raises(IllegalMove) as error:
        TRIANGLE.play(vertex)
    assert str(error.value) == f"no edge joins vertex 0, where the token is, with {vertex}"


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "01", "1.0", "1 ", "x", "٣", "1234567890"])
def test_a_move_that_is_not_a_plain_number_is_quoted_in_the_refusal(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_move(text)
    assert str(error.value) == f"not a whole number: {text!r}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a whole number: ''"),
        ("2 0 x 0 1", "not a whole number: 'x'"),
        ("2 0 1 0 1 ", "not a whole number: ''"),
        ("2  0 1 0 1", "not a whole number: ''"),
        ("2 0", "a graph needs at least three numbers: its vertices, the token and its edges"),
        ("0 0 0", "a graph has 1 to 10000 vertices, not 0"),
        ("10001 0 0", "a graph has 1 to 10000 vertices, not 10001"),
        ("3 0 2 0 1 1", "2 edges need 4 numbers, and there are 3"),
        ("3 0 1 0 1 1 2", "1 edges need 2 numbers, and there are 4"),
        ("3 3 1 0 1", "there is no vertex 3: vertices are numbered 0 to 2"),
        ("3 0 1 0 4", "there is no vertex 4: vertices are numbered 0 to 2"),
        ("3 0 1 1 1", "an edge joins vertex 1 with itself"),
        ("3 0 2 0 1 0 1", "the edge 0 1 is given twice"),
        ("3 0 2 0 1 1 0", "the edge 1 0 is given twice"),
    ],
)
def test_what_is_no_graph_is_refused_for_its_own_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        read_position(text)
    assert str(error.value) == reason


def test_a_start_has_32_vertices_and_72_edges_like_the_seeds() -> None:
    start = random_position(Random(1))
    assert (start.vertices, len(start.edges), start.turn) == (32, 72, FIRST)


@given(seed=st.integers(0, 2**32))
def test_no_vertex_of_a_contests_start_has_more_neighbours_than_the_seeds_client_has_room_for(seed: int) -> None:
    # "int sasiedzi[7];" - and in the seed's own graph no vertex has more.
    for start in (read_position(SEEDS_START), GAME.start(Random(seed))):
        assert max(Counter(end for edge in start.edges for end in edge).values()) <= 7
        assert (start.vertices, len(start.edges)) == (32, 72)
        assert reachable(start) == set(range(32))


def test_every_vertex_of_a_ring_has_two_edges() -> None:
    assert random_position(Random(0), 3, 3, degree=2).edges == ((0, 1), (0, 2), (1, 2))


@pytest.mark.parametrize("degree", [0, 1, 6])
def test_a_bound_that_no_graph_keeps_is_refused(degree: int) -> None:
    with pytest.raises(ValueError, match=f"32 vertices and 112 edges, {degree} at most at a vertex"):
        random_position(Random(0), 32, 112, degree)


@given(data=st.data(), seed=st.integers(0, 2**32), vertices=st.integers(1, 12))
def test_a_random_graph_is_connected_simple_and_sorted(data: st.DataObject, seed: int, vertices: int) -> None:
    edges = data.draw(st.integers(vertices - 1, vertices * (vertices - 1) // 2))
    start = random_position(Random(seed), vertices, edges)
    assert len(set(start.edges)) == edges
    assert list(start.edges) == sorted(start.edges)
    assert all(u < v for u, v in start.edges)
    assert reachable(start) == set(range(vertices))


def reachable(position: Position) -> set[int]:
    """The vertices that paths from the token lead to."""
    found = {position.token}
    for _ in range(position.vertices):
        found |= {end for edge in position.edges for end in edge if found & set(edge)}
    return found


@pytest.mark.parametrize(("vertices", "edges", "bounds"), [(4, 2, "3 to 6"), (4, 7, "3 to 6"), (1, 1, "0 to 0")])
def test_a_connected_graph_of_an_impossible_size_is_refused(vertices: int, edges: int, bounds: str) -> None:
    with pytest.raises(ValueError, match=f"{vertices} vertices has {bounds} edges, not {edges}"):
        random_position(Random(0), vertices, edges)
