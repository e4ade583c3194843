"""The graph game: a token walks along an edge, and the edge vanishes; the player who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from stolik.contract import IllegalMove, NotationError, Seat

FIRST, SECOND = "first", "second"
SEATS: Final = (FIRST, SECOND)

# The size of the graph in the seed's transcript.
DEFAULT_VERTICES: Final = 32
DEFAULT_EDGES: Final = 72
# No vertex of the seed's graph has more, and the seed's C++ client has an array of seven neighbours.
DEFAULT_DEGREE: Final = 7

Edge = tuple[int, int]

# Far more than any graph in a game has; with this limit a hostile text is refused at little cost.
MOST_VERTICES: Final = 10_000
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


class Position(Struct, frozen=True, gc=False):
    """The graph that is left, where the token stands, and whose turn it is. Everyone sees everything."""

    vertices: int
    token: int
    edges: tuple[Edge, ...]
    mover: Seat = FIRST

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when no edge leaves the token's vertex, which ends the game."""
        return self.mover if any(self.token in edge for edge in self.edges) else None

    def moves(self) -> Sequence[int]:
        """The vertices that the token can walk to, in the order of the edges."""
        return [_other_end(edge, self.token) for edge in self.edges if self.token in edge]

    def play(self, move: int) -> Position:
        """The position after the token has walked to a vertex."""
        for place, edge in enumerate(self.edges):
            if edge in ((self.token, move), (move, self.token)):
                edges = self.edges[:place] + self.edges[place + 1 :]
                return Position(self.vertices, move, edges, opponent(self.mover))
        raise IllegalMove(f"no edge joins vertex {self.token}, where the token is, with {move}")

    def view(self, seat: Seat | None) -> Position:
        """The position itself: nothing is hidden."""
        return self

    @property
    def scores(self) -> Mapping[Seat, int]:
        """1 for the winner once the game is over."""
        return {seat: int(seat in self.winners) for seat in SEATS}

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The opponent of the player who cannot move."""
        return () if self.turn else (opponent(self.mover),)


def opponent(seat: Seat) -> Seat:
    """The other seat."""
    return SECOND if seat == FIRST else FIRST


def _other_end(edge: Edge, vertex: int) -> int:
    return edge[1] if edge[0] == vertex else edge[0]


def read_position(text: str, mover: Seat = FIRST) -> Position:
    """A graph as the protocol's `200` line has it: `<vertices> <token> <edges> <u v> <u v> …`."""
    numbers = [_read_number(word) for word in text.split(" ")]
    if len(numbers) < 3:
        raise NotationError("a graph needs at least three numbers: its vertices, the token and its edges")
    vertices, token, count = numbers[:3]
    ends = numbers[3:]
    if not 1 <= vertices <= MOST_VERTICES:
        raise NotationError(f"a graph has 1 to {MOST_VERTICES} vertices, not {vertices}")
    if len(ends) != 2 * count:
        raise NotationError(f"{count} edges need {2 * count} numbers, and there are {len(ends)}")
    for vertex in (token, *ends):
        if vertex >= vertices:
            raise NotationError(f"there is no vertex {vertex}: vertices are numbered 0 to {vertices - 1}")
    edges = tuple(zip(ends[::2], ends[1::2], strict=True))
    seen: set[Edge] = set()
    for u, v in edges:
        if u == v:
            raise NotationError(f"an edge joins vertex {u} with itself")
        if (u, v) in seen or (v, u) in seen:
            raise NotationError(f"the edge {u} {v} is given twice")
        seen.add((u, v))
    return Position(vertices, token, edges, mover)


def write_position(position: Position) -> str:
    """The graph's numbers, separated by spaces; the mover is not among them."""
    ends = [end for edge in position.edges for end in edge]
    return " ".join(map(str, (position.vertices, position.token, len(position.edges), *ends)))


def read_move(text: str) -> int:
    """A vertex's number."""
    return _read_number(text)


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"not a whole number: {text!r}")
    return int(text)


def random_position(
    rng: Random, vertices: int = DEFAULT_VERTICES, edges: int = DEFAULT_EDGES, degree: int | None = None
) -> Position:
    """A random connected graph, sorted as the seed prints one, with the token on a random vertex.

    No vertex has more edges than `degree`, when it is given.
    """
    most = vertices * (vertices - 1) // 2
    if not vertices - 1 <= edges <= most:
        raise ValueError(f"a connected graph of {vertices} vertices has {vertices - 1} to {most} edges, not {edges}")
    for _ in range(_DRAWS):
        chosen = _random_edges(rng, vertices, edges, vertices if degree is None else degree)
        if len(chosen) == edges:
            return Position(vertices, rng.randrange(vertices), tuple(sorted(chosen)))
    raise ValueError(f"no graph of {vertices} vertices and {edges} edges, {degree} at most at a vertex, was found")


def contest_position(rng: Random) -> Position:
    """A start as in the document's contest: of its size, and with no more edges at a vertex than its clients allow."""
    return random_position(rng, degree=DEFAULT_DEGREE)


def position_of_size(rng: Random, size: tuple[int, ...]) -> Position:
    """A start with so many vertices and edges; raises ValueError, in words."""
    if len(size) != 2:
        raise ValueError("the size of a graph is two numbers: vertices and edges, such as 32,72")
    vertices, edges = size
    if not 2 <= vertices <= MOST_DRAWN_VERTICES or edges > MOST_DRAWN_EDGES:
        raise ValueError(f"a drawn graph has 2 to {MOST_DRAWN_VERTICES} vertices and up to {MOST_DRAWN_EDGES} edges")
    # Where the usual limit leaves no room, some more edges meet at a vertex.
    return random_position(rng, vertices, edges, max(DEFAULT_DEGREE, 2 + 2 * edges // vertices))


# Drawing a graph takes some milliseconds at this size; with so many edges a line has at most 32 KiB.
MOST_DRAWN_VERTICES: Final = 200
MOST_DRAWN_EDGES: Final = 3000


# A random draw with a limit on degrees can fail; it fails every time only if hardly any graph meets the limit.
_DRAWS: Final = 20


def _random_edges(rng: Random, vertices: int, edges: int, degree: int) -> set[Edge]:
    """A random tree, and more random edges as far as the degrees allow."""
    room = [degree] * vertices
    chosen: set[Edge] = set()

    def join(u: int, v: int) -> None:
        if room[u] and room[v]:
            chosen.add(_edge(u, v))
            room[u] -= 1
            room[v] -= 1

    order = list(range(vertices))
    rng.shuffle(order)
    for i in range(1, vertices):
        open_ = [vertex for vertex in order[:i] if room[vertex]]
        if not open_:
            return set()
        join(order[i], rng.choice(open_))
    rest = [(u, v) for u in range(vertices) for v in range(u + 1, vertices) if (u, v) not in chosen]
    rng.shuffle(rest)
    for edge in rest:
        if len(chosen) == edges:
            break
        join(*edge)
    return chosen


def _edge(u: int, v: int) -> Edge:
    return (u, v) if u < v else (v, u)


def with_first_to_move(position: Position) -> Position:
    """The same graph with the first player to move: the notation does not say whose turn it is."""
    return Position(position.vertices, position.token, position.edges)
