"""Doors: a protocol's lines into a table's inputs, and its events into lines; and the drivers that run them.

`door` says what a door is; the code protocol's is here, those that one game alone has are in its own folder. Doors are
pure. Only `driver`, `lobby_driver` and `code_server` know of asyncio, and nothing here knows a game.
"""
