"""Krążki: take a disc of your colour and all discs above it; the player who cannot move loses."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stolik.contract import BuiltinPlayer, Game, HouseRules
from stolik.games.krazki.rules import (
    SEATS,
    Position,
    drawn_position,
    random_position,
    read_move,
    read_position,
    stacks_and_mover,
    write_move,
    write_position,
)

_ROSTER: Final = "stolik.games.krazki.players.roster"

GAME: Final = Game(
    name="krazki",
    title="Krążki",
    seats=SEATS,
    difficulty=30,
    start=random_position,
    read=read_position,
    write=write_position,
    read_move=read_move,
    write_move=write_move,
    view_type=Position,
    house_rules=HouseRules(turn_time=0.3, on_silence="forfeit", on_foul="forfeit", on_absence="forfeit"),
    start_for_pair=drawn_position,
    port=6322,
    players={
        "easy": BuiltinPlayer(f"{_ROSTER}:easy"),
        "steady": BuiltinPlayer(f"{_ROSTER}:steady"),
        "strong": BuiltinPlayer(f"{_ROSTER}:strong"),
        "best": BuiltinPlayer(f"{_ROSTER}:perfect"),
        "perfect": BuiltinPlayer(f"{_ROSTER}:perfect"),
    },
    quick_player="best",
    shown="stolik.games.krazki.shown:shown",
    page=Path(__file__).parent / "page",
    critic="stolik.games.krazki.players.critic:make_critic",
    solve="stolik.games.krazki.solve:solve",
    solve_words=stacks_and_mover,
    examples={"solve": (('krazki "|cbbcb|bcc|" c', "stacks from the bottom disc up; who moves"),)},
    values={
        "solve": "the position's value in discs; more than 0 wins",
        "analyse": "discs ahead, as a fraction; 0 and more wins",
    },
    drawing="stolik.games.krazki.board:DRAWING",
    batch="stolik.games.krazki.players.batch:KrazkiBatch",
    learning="stolik.games.krazki.learning:LEARNING",
    guide=Path(__file__).parent,
    host="stolik.games.krazki.host:command",
)
