"""Makes the door of a game: that of its own protocol, or that of the code protocol if it has none."""

from __future__ import annotations

from stolik.contract import AnyGame, load_part
from stolik.service.doors.code_door import CodeDoor
from stolik.service.doors.door import Door, LobbyDoor


def make_door(game: AnyGame) -> Door:
    """Makes a door for one peer that wants to play the game."""
    if game.protocol is None:
        return CodeDoor(game)
    door: Door = load_part(game.protocol.door)(game)
    return door


def make_lobby_door(game: AnyGame) -> LobbyDoor:
    """Makes a door for one peer that comes to the lobby; raises TypeError when the game's door is not for lobbies."""
    door = make_door(game)
    if not isinstance(door, LobbyDoor):
        raise TypeError(f"the door of {game.name} does not lead to a lobby")
    return door
