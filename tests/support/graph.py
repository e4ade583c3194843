"""The graph game solved by trying everything, for what the clever ways are held against."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import strategies as st

from stolik.games.graph.rules import Edge, Position

POSITION = st.integers(2, 9).flatmap(
    lambda vertices: st.builds(
        Position,
        st.just(vertices),
        st.integers(0, vertices - 1),
        st.sets(
            st.tuples(st.integers(0, vertices - 1), st.integers(0, vertices - 1)).filter(
                lambda ends: ends[0] < ends[1]
            ),
            max_size=14,
        ).map(lambda edges: tuple(sorted(edges))),
    )
)
"""A graph of up to 9 vertices and 14 edges, connected or not, with the token anywhere."""

BIPARTITE_POSITION = POSITION.map(
    lambda position: Position(
        position.vertices, position.token, tuple(edge for edge in position.edges if (edge[0] + edge[1]) % 2)
    )
)
"""The same with edges between even and odd vertices only."""


def mover_wins(position: Position) -> bool:
    """Whether the one whose turn it is wins with best play."""
    return _mover_wins(position.token, frozenset(position.edges))


@lru_cache(maxsize=1 << 18)
def _mover_wins(token: int, edges: frozenset[Edge]) -> bool:
    return any(not _mover_wins(sum(edge) - token, edges - {edge}) for edge in edges if token in edge)
