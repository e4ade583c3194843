"""Kierki: Polish hearts for four, a match of deals of seven types. The fewest points win."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from stolik.contract import BuiltinPlayer, Game, HouseRules, NetworkProtocol
from stolik.games.kierki.cards import read_card, write_card
from stolik.games.kierki.match_file import read_match, write_match
from stolik.games.kierki.rules import SEATS, View, random_match, rest_of_match
from stolik.games.kierki.text import write_view

_ROSTER: Final = "stolik.games.kierki.players.roster"
# The document's server waits as long for IAM by default.
_GREETING_TIME: Final = 5.0

_WITHOUT_EARLY_END: Final = Game(
    name="kierki",
    seats=SEATS,
    start=random_match,
    read=read_match,
    write=write_match,
    read_move=read_card,
    write_move=write_card,
    view_type=View,
    start_from=rest_of_match,
    house_rules=HouseRules(turn_time=5.0),
    hidden=True,
    low_score_wins=True,
    players={
        "easy": BuiltinPlayer(f"{_ROSTER}:easy"),
        "steady": BuiltinPlayer(f"{_ROSTER}:steady"),
        "duck": BuiltinPlayer(f"{_ROSTER}:duck"),
        "heuristic": BuiltinPlayer(f"{_ROSTER}:heuristic"),
        "strong": BuiltinPlayer(f"{_ROSTER}:strong", needs="numba"),
        "best": BuiltinPlayer(f"{_ROSTER}:search", needs="numba"),
        "network": BuiltinPlayer(f"{_ROSTER}:network", needs="numba"),
        "flat": BuiltinPlayer(f"{_ROSTER}:flat", needs="numba"),
        "search": BuiltinPlayer(f"{_ROSTER}:search", needs="numba"),
    },
    quick_player="heuristic",
    text=write_view,
    shown="stolik.games.kierki.shown:shown",
    page=Path(__file__).parent / "page",
    critic="stolik.games.kierki.players.critic:make_critic",
    solve="stolik.games.kierki.solve:solve",
    protocol=NetworkProtocol(
        entrance="seats",
        door="stolik.games.kierki.door:KierkiDoor",
        greeting_time=_GREETING_TIME,
        command="kierki-klient -h {host} -p {port} -{seat} -a",
    ),
    exports={
        "kierki": "stolik.games.kierki.exports:match_file",
        "report": "stolik.games.kierki.exports:report",
    },
    read_file="stolik.games.kierki.report:read_file",
    checks={
        "kierki-serwer": "stolik.games.kierki.check.server:SUITE",
        "kierki-klient": "stolik.games.kierki.check.client:SUITE",
    },
    guide=Path(__file__).parent,
    commands={"deal": "stolik.games.kierki.deal:command", "demo": "stolik.games.kierki.demo:command"},
)
EARLY_END: Final = replace(
    _WITHOUT_EARLY_END,
    name="kierki-early-end",
    title="Kierki, deals that end early",
    start=partial(random_match, early_end=True),
    read=partial(read_match, early_end=True),
)
"""Kierki in which a deal stops when all its points are taken, as the document allows."""

GAME: Final = replace(_WITHOUT_EARLY_END, variants=(EARLY_END,))
