"""Which door leads to a game: the one of its own protocol, or the code protocol's."""

from __future__ import annotations

from stolik.contract import AnyGame, load_part
from stolik.service.doors.code_door import CodeDoor
from stolik.service.doors.door import Door, LobbyDoor


def make_door(game: AnyGame) -> Door:
    """A new door for one peer that comes to play the game."""
    if game.protocol is None:
        return CodeDoor(game)
    door: Door = load_part(game.protocol.door)(game)
    return door


def make_lobby_door(game: AnyGame) -> LobbyDoor:
    """A new door for one peer that comes to the lobby to play the game; raises TypeError when it has no such door."""
    door = make_door(game)
    if not isinstance(door, LobbyDoor):
        raise TypeError(f"the door of {game.name} does not lead to a lobby")
    return door
