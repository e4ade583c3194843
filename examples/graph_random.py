#!/usr/bin/env python3
"""A complete client of the graph game in plain Python: it plays at random over TCP.

    python3 graph_random.py HOST PORT

It prints every line that it receives and sends.
"""

from __future__ import annotations

import random
import socket
import sys

Graph = dict[int, set[int]]
"""The neighbours of every vertex. Edges that were walked are gone."""


def read_graph(numbers: list[int]) -> tuple[Graph, int]:
    """The graph of a 200 line, `<vertices> <token> <edges> <u v> <u v> …`, and the vertex where the token stands."""
    vertices, token, edges, *ends = numbers
    graph: Graph = {vertex: set() for vertex in range(vertices)}
    for i in range(edges):
        u, v = ends[2 * i], ends[2 * i + 1]
        graph[u].add(v)
        graph[v].add(u)
    return graph, token


def walk(graph: Graph, token: int, vertex: int) -> int:
    """Moves the token along an edge, which vanishes; returns where the token stands now."""
    graph[token].remove(vertex)
    graph[vertex].remove(token)
    return vertex


def choose(graph: Graph, token: int) -> int:
    """Any neighbour of the token. This is where your own idea goes."""
    return random.choice(sorted(graph[token]))


def play(server: socket.socket) -> bool:
    """Plays one game; says whether the server told how it ended."""
    graph: Graph = {}
    token = 0
    # TCP delivers bytes, not lines: one piece may bring half a line. A file over the socket puts lines together.
    with server.makefile("r", encoding="ascii", errors="replace") as lines:
        for line in lines:
            print("Received:", line.rstrip())
            code, *words = line.split()
            if code == "200":  # the game begins; the one who moves second sees the graph after the first move
                graph, token = read_graph([int(word) for word in words])
            elif code == "220":  # the opponent's move
                token = walk(graph, token, int(words[0]))
            else:  # 230 and above: the game is over
                return True
            vertex = choose(graph, token)
            token = walk(graph, token, vertex)
            server.sendall(f"210 {vertex}\n".encode())
            print("Sent: 210", vertex)
    return False


def main() -> int:
    """Reads the arguments, and plays."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 1
    with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as server:
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # small messages should not wait for more
        return 0 if play(server) else 1


if __name__ == "__main__":
    sys.exit(main())
