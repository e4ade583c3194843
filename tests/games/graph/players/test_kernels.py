"""What takes a position of the graph game apart, held against trying everything."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from tests.support.graph import BIPARTITE_POSITION, POSITION, mover_wins

from stolik.games.graph.rules import Position, read_position

np = pytest.importorskip("numpy", reason="the kernels need Numba, which brings NumPy")
pytest.importorskip("numba", reason="the kernels need Numba")

from stolik.games.graph.players.bits import Words, family_stamp, only  # noqa: E402 - only when Numba is there
from stolik.games.graph.players.even import is_bipartite, judge  # noqa: E402 - likewise
from stolik.games.graph.players.reduce import LOST, UNDECIDED, WON, reachable, reduce  # noqa: E402 - likewise
from stolik.games.graph.players.table import SETTLED, empty_table, find, keep, key_of, move_rows, numbers_in  # noqa: E402 - likewise


def sets_of(position: Position) -> Words:
    """The neighbours of each vertex."""
    words = [0] * position.vertices
    for u, v in position.edges:
        words[u] |= 1 << v
        words[v] |= 1 << u
    return np.array(words, dtype=np.uint64)  # type: ignore[no-any-return]


def position_of(adjacent: Words, token: int) -> Position:
    """The way back."""
    edges = [(u, v) for u in range(len(adjacent)) for v in range(u) if int(adjacent[u]) >> v & 1]
    return Position(len(adjacent), token, tuple(edges))


def judged(position: Position) -> int:
    """What even kernels say."""
    adjacent = sets_of(position)
    rows = np.zeros((3, 64), dtype=np.uint64)
    return judge(adjacent, position.token, reachable(adjacent, position.token), rows)


def even_kernel_holds(position: Position, chosen: int) -> bool:
    """Whether the set, as bits, is an even kernel that holds the token, by the definition."""
    inside = [bool(chosen >> vertex & 1) for vertex in range(position.vertices)]
    neighbours_inside = [0] * position.vertices
    for u, v in position.edges:
        neighbours_inside[u] += inside[v]
        neighbours_inside[v] += inside[u]
    return inside[position.token] and all(
        count == 0 if inside[vertex] else count % 2 == 0 for vertex, count in enumerate(neighbours_inside)
    )


def has_even_kernel(position: Position) -> bool:
    """Whether some even kernel holds the token, by trying every set."""
    return any(even_kernel_holds(position, chosen) for chosen in range(1 << position.vertices))


@given(position=POSITION)
def test_a_reduced_position_has_the_same_winner(position: Position) -> None:
    adjacent = sets_of(position)
    outcome, token, turned = reduce(adjacent, position.token, np.uint64((1 << position.vertices) - 1))
    wins = outcome == WON if outcome != UNDECIDED else mover_wins(position_of(adjacent, token))
    assert (wins != bool(turned)) == mover_wins(position)


@given(position=POSITION)
def test_what_is_left_of_a_reduced_position_has_no_dead_end_and_no_forced_move(position: Position) -> None:
    adjacent = sets_of(position)
    outcome, token, _ = reduce(adjacent, position.token, np.uint64((1 << position.vertices) - 1))
    if outcome == UNDECIDED:
        degrees = [int(neighbours).bit_count() for neighbours in adjacent]
        assert 1 not in degrees
        assert degrees[token] >= 2


def test_an_edge_and_a_way_round_of_forced_moves_cancel_each_other() -> None:
    square = read_position("4 0 4 0 1 1 2 2 3 3 0")
    assert reduce(sets_of(square), 0, np.uint64(15)) == (LOST, 0, 0)
    assert not mover_wins(square)


def test_the_vertex_before_a_dead_end_is_taken_away() -> None:
    # Whoever enters 3 is answered at 4, so that only the triangle is left.
    adjacent = sets_of(read_position("5 0 5 0 1 1 2 0 2 2 3 3 4"))
    assert reduce(adjacent, 0, np.uint64(31)) == (UNDECIDED, 0, 0)
    assert position_of(adjacent, 0).edges == ((1, 0), (2, 0), (2, 1))


@given(position=POSITION)
def test_even_kernels_never_say_what_is_not_so(position: Position) -> None:
    outcome = judged(position)
    assert outcome == UNDECIDED or (outcome == WON) == mover_wins(position)


@given(position=POSITION)
def test_every_even_kernel_that_holds_the_token_is_found(position: Position) -> None:
    adjacent = sets_of(position)
    component = reachable(adjacent, position.token)
    edges = tuple((u, v) for u, v in position.edges if int(component) >> u & 1)
    alone = Position(position.vertices, position.token, edges)
    if has_even_kernel(alone):
        assert judged(position) == LOST


@given(position=POSITION)
def test_every_move_into_an_even_kernel_is_found(position: Position) -> None:
    if any(has_even_kernel(position.play(move)) for move in position.moves()):
        assert judged(position) == WON


@given(position=BIPARTITE_POSITION)
def test_a_bipartite_position_is_always_decided_and_rightly(position: Position) -> None:
    assert is_bipartite(sets_of(position), position.token)
    assert judged(position) == (WON if mover_wins(position) else LOST)


def test_a_triangle_is_not_bipartite() -> None:
    assert not is_bipartite(sets_of(read_position("3 0 3 0 1 1 2 0 2")), 0)


def test_a_graph_can_have_64_vertices() -> None:
    path = Position(64, 0, tuple((vertex, vertex + 1) for vertex in range(63)))
    assert int(reachable(sets_of(path), 0)) == (1 << 64) - 1
    assert judged(path) == WON


def test_the_key_does_not_depend_on_what_the_token_cannot_reach() -> None:
    near = sets_of(read_position("8 0 3 0 1 1 2 0 2"))
    far_too = sets_of(read_position("8 0 5 0 1 1 2 0 2 4 5 6 7"))
    reach = reachable(far_too, 0)
    assert key_of(near, reachable(near, 0), 0) == key_of(far_too, reach, 0)
    assert key_of(far_too, reach, 1) != key_of(far_too, reach, 0)


def test_a_full_table_lets_the_cheapest_rows_go() -> None:
    table = empty_table(2)
    for key, nodes in ((1, 1000), (2, 1), (3, 1000), (4, 1000), (5, 1)):
        keep(table, np.uint64(key), 7, 9, nodes)
    assert [key for key in range(1, 6) if find(table, np.uint64(key)) >= 0] == [1, 3, 4, 5]


def test_numbers_come_back_as_they_were_kept() -> None:
    table, rng = empty_table(10), Random(3)
    for key in range(1, 100):
        numbers = rng.randrange(SETTLED + 1), rng.randrange(SETTLED + 1)
        keep(table, np.uint64(key), *numbers, 1)
        assert numbers_in(table, find(table, np.uint64(key))) == numbers


def test_a_larger_table_takes_all_rows_over() -> None:
    small, large = empty_table(4), empty_table(8)
    kept = [key for key in range(1, 17) if keep(small, np.uint64(key), key, 2 * key, 1) is None]
    move_rows(small, large)
    assert [numbers_in(large, find(large, np.uint64(key))) for key in kept] == [(key, 2 * key) for key in kept]


def test_what_is_compiled_is_kept_only_while_every_module_of_kernels_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "bits.py").write_text("a = 1")
    (tmp_path / "search.py").write_text("b = 1")
    before = family_stamp(tmp_path)
    assert family_stamp(tmp_path) == before
    (tmp_path / "search.py").write_text("b = 2")
    assert family_stamp(tmp_path) != before
    # Should Numba move the place where it looks, this says so.
    kept = cast(Any, only)._cache._cache_file._load_index()
    assert kept
    cast(Any, only)._cache._cache_file._source_stamp = b"another"
    assert not cast(Any, only)._cache._cache_file._load_index()
