"""Othello: enclose the opponent's discs and flip them; the player with more discs wins."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stolik.contract import BuiltinPlayer, Game, HouseRules, NetworkProtocol
from stolik.games.othello.rules import (
    SEATS,
    Position,
    read_position,
    read_square,
    standard_start,
    write_position,
    write_square,
)

_ROSTER: Final = "stolik.games.othello.players.roster"
# A client says its name at once. One that only pings is given longer than any, and then its place to someone else.
_GREETING_TIME: Final = 60.0

GAME: Final = Game(
    name="othello",
    seats=SEATS,
    difficulty=20,
    start=standard_start,
    read=read_position,
    write=write_position,
    read_move=read_square,
    write_move=write_square,
    view_type=Position,
    house_rules=HouseRules(on_foul="expel", on_absence="count", grace=60.0),
    port=6321,
    players={
        "easy": BuiltinPlayer(f"{_ROSTER}:easy"),
        "steady": BuiltinPlayer(f"{_ROSTER}:steady"),
        "greedy": BuiltinPlayer(f"{_ROSTER}:greedy"),
        "strong": BuiltinPlayer(f"{_ROSTER}:strong", needs="numba"),
        "best": BuiltinPlayer(f"{_ROSTER}:best", needs="numba", takes_seconds=True),
    },
    quick_player="steady",
    shown="stolik.games.othello.shown:shown",
    page=Path(__file__).parent / "page",
    critic="stolik.games.othello.players.critic:make_critic",
    solve="stolik.games.othello.solve:solve",
    protocol=NetworkProtocol(
        entrance="lobby",
        door="stolik.games.othello.door:OthelloDoor",
        greeting_time=_GREETING_TIME,
        longest_silence=15.0,
        command="stolik join othello --host {host} --port {port} --name NAME",
    ),
    drawing="stolik.games.othello.board:DRAWING",
    batch="stolik.games.othello.players.batch:OthelloBatch",
    learning="stolik.games.othello.learning:LEARNING",
    exports={
        "transcript": "stolik.games.othello.exports:transcript",
        "ggf": "stolik.games.othello.exports:ggf",
        "report": "stolik.games.othello.exports:messages",
    },
    read_file="stolik.games.othello.nboard_wire:read_file",
    guide=Path(__file__).parent,
    examples={
        "solve": (('othello "O--OOOOX…" X', "64 squares by rows, X black, O white, - empty; who moves"),),
        "analyse": (("game.ggf", "an Othello game as GGF, or as a transcript f5d6c3…"),),
    },
    values={"solve": "discs ahead at the end", "analyse": "discs ahead at the end"},
    engines={"nboard": "stolik.games.othello.programs.nboard:serve_best"},
    checks={
        "othello-server": "stolik.games.othello.check.server:SUITE",
        "othello-client": "stolik.games.othello.check.client:SUITE",
    },
    host="stolik.games.othello.programs.host:command",
    join="stolik.games.othello.programs.join:command",
)
