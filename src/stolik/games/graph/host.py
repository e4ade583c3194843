"""`stolik host graph`: a server of the code protocol, with graphs of any size."""

from __future__ import annotations

from typing import Final

import click

from stolik.cli.options import Integer
from stolik.cli.play.host_codes import host_command
from stolik.games.graph import GAME
from stolik.games.graph.rules import DEFAULT_DEGREE, DEFAULT_EDGES, DEFAULT_VERTICES, random_position, read_position

# Drawing a graph blocks all other games: some milliseconds at this size.
MOST_VERTICES: Final = 200
# With so many edges of eight bytes each, a line has at most SERVER_LIMIT bytes.
MOST_EDGES: Final = 3000


def _size(name: str, type_: Integer, default: int, about: str) -> click.Option:
    return click.Option([name], type=type_, default=default, show_default=True, help=about)


command: Final = host_command(
    GAME,
    random_position,
    read_position,
    "Serve the graph game over the network.\n\nA token walks on a random connected graph, and its edges vanish.",
    (
        _size("--vertices", Integer(2, MOST_VERTICES), DEFAULT_VERTICES, "Vertices of the graph."),
        _size("--edges", Integer(1, MOST_EDGES), DEFAULT_EDGES, "Edges of the graph."),
        _size("--degree", Integer(1), DEFAULT_DEGREE, "The most edges that a vertex may have."),
    ),
)
