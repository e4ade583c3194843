"""Doors, which turn a protocol's lines into inputs and events into lines, and the drivers that run them.

`door` says what a door is. The door of the code protocol is here; the door of a game's own protocol is in the game's
folder. Doors are pure. Only `driver`, `lobby_driver` and `code_server` use asyncio, and nothing here knows a game.
"""
