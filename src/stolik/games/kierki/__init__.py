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
from stolik.games.kierki.text import last_tricks, write_view

_ROSTER: Final = "stolik.games.kierki.players.roster"
# The document's server waits as long for IAM by default.
_GREETING_TIME: Final = 5.0

_WITHOUT_EARLY_END: Final = Game(
    name="kierki",
    seats=SEATS,
    difficulty=60,
    start=random_match,
    read=read_match,
    write=write_match,
    read_move=read_card,
    write_move=write_card,
    view_type=View,
    start_from=rest_of_match,
    round_of=lambda position: len(position.open.sheet),
    house_rules=HouseRules(turn_time=5.0),
    hidden=True,
    low_score_wins=True,
    players={
        "easy": BuiltinPlayer(f"{_ROSTER}:easy"),
        "steady": BuiltinPlayer(f"{_ROSTER}:steady"),
        "duck": BuiltinPlayer(f"{_ROSTER}:duck"),
        "heuristic": BuiltinPlayer(f"{_ROSTER}:heuristic"),
        "strong": BuiltinPlayer(f"{_ROSTER}:strong", needs="numba"),
        "best": BuiltinPlayer(f"{_ROSTER}:search", needs="numba", takes_seconds=True),
        "network": BuiltinPlayer(f"{_ROSTER}:network", needs="numpy"),
        "flat": BuiltinPlayer(f"{_ROSTER}:flat", needs="numba"),
        "search": BuiltinPlayer(f"{_ROSTER}:search", needs="numba", takes_seconds=True),
    },
    quick_player="heuristic",
    text=write_view,
    shown="stolik.games.kierki.shown:shown",
    page=Path(__file__).parent / "page",
    critic="stolik.games.kierki.players.critic:make_critic",
    solve="stolik.games.kierki.solve:solve",
    solve_words=last_tricks,
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
    examples={
        "solve": (
            ('kierki "$(stolik deal -n 1)"', "a deal: its type, its first leader, all the cards"),
            ("kierki 7N 2C3C 4C5C 2D3D 2H3H 2C4C2D", "the last tricks, and the cards played in them so far"),
        ),
        "analyse": (("report.txt", "the report of kierki-serwer about a match"),),
        "check": (
            ("kierki-serwer -- ./kierki-serwer", "a server with the parameters of the document"),
            ("kierki-serwer -- ./run.sh --port {port} --deals {file}", "a server with other parameters"),
        ),
        "grade": (("submissions --what kierki-serwer --rubric rubric.toml", "servers of a class"),),
    },
    values={
        "solve": "the fewest points in these tricks that the seat can be sure of, if the other three see all the cards "
        "and play against it. About ten tricks are solved in time; for more it is an estimate",
        "analyse": "minus the expected points in the deal, by what the seat could know",
    },
    drawing="stolik.games.kierki.board:DRAWING",
    batch="stolik.games.kierki.players.batch:KierkiBatch",
    learning="stolik.games.kierki.learning:LEARNING",
    host="stolik.games.kierki.programs.host:command",
    join="stolik.games.kierki.programs.join:command",
    bot="stolik.games.kierki.programs.join:play_as_bot",
    commands={"deal": "stolik.games.kierki.programs.deal:command", "demo": "stolik.games.kierki.programs.demo:command"},
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
