"""The graph game: a token walks along an edge, the edge vanishes; the player who cannot move loses."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stolik.contract import BuiltinPlayer, Game, HouseRules
from stolik.games.graph.rules import (
    DEFAULT_EDGES,
    DEFAULT_VERTICES,
    SEATS,
    Position,
    contest_position,
    position_of_size,
    read_move,
    read_position,
    with_first_to_move,
    write_position,
)

_ROSTER: Final = "stolik.games.graph.players.roster"

GAME: Final = Game(
    name="graph",
    title="Graph game",
    seats=SEATS,
    difficulty=40,
    start=contest_position,
    start_of_size=position_of_size,
    size={"vertices": DEFAULT_VERTICES, "edges": DEFAULT_EDGES},
    read=read_position,
    write=write_position,
    read_move=read_move,
    write_move=str,
    view_type=Position,
    start_from=with_first_to_move,
    house_rules=HouseRules(turn_time=0.3, on_silence="forfeit", on_foul="forfeit", on_absence="forfeit"),
    port=6323,
    players={
        "easy": BuiltinPlayer(f"{_ROSTER}:easy"),
        "steady": BuiltinPlayer(f"{_ROSTER}:greedy"),
        "greedy": BuiltinPlayer(f"{_ROSTER}:greedy"),
        "hasty": BuiltinPlayer(f"{_ROSTER}:hasty"),
        "strong": BuiltinPlayer(f"{_ROSTER}:strong", needs="numba"),
        "best": BuiltinPlayer(f"{_ROSTER}:solver", needs="numba", takes_seconds=True),
    },
    quick_player="steady",
    instant_player="hasty",
    shown="stolik.games.graph.shown:shown",
    page=Path(__file__).parent / "page",
    critic="stolik.games.graph.players.critic:make_critic",
    solve="stolik.games.graph.solve:solve",
    examples={"solve": (("graph 4 0 3 0 1 1 2 2 3", "a 200 line: vertices, token, edges, each edge's ends"),)},
    values={"solve": "1 a win, -1 a loss, 0 not known", "analyse": "1 a win, -1 a loss, 0 not known"},
    drawing="stolik.games.graph.board:DRAWING",
    batch="stolik.games.graph.players.batch:GraphBatch",
    learning="stolik.games.graph.learning:LEARNING",
    guide=Path(__file__).parent,
    host="stolik.games.graph.host:command",
)
