"""What a game is: positions, views, moves, notation, house rules, and what else it may bring.

This room imports no other room and no game: `registry` finds the games that are installed.
"""

from stolik.contract.game import AnyGame, Game
from stolik.contract.house_rules import PATIENCE, Ending, HouseRules
from stolik.contract.parts import BuiltinPlayer, NetworkProtocol, Part, load_part
from stolik.contract.played import PlayedGame
from stolik.contract.positions import IllegalMove, NotationError, Position, Seat, View
from stolik.contract.seating import Kind, Player

__all__ = [
    "PATIENCE",
    "AnyGame",
    "BuiltinPlayer",
    "Ending",
    "Game",
    "HouseRules",
    "IllegalMove",
    "Kind",
    "NetworkProtocol",
    "NotationError",
    "Part",
    "PlayedGame",
    "Player",
    "Position",
    "Seat",
    "View",
    "load_part",
]
