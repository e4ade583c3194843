"""The commands: they read arguments, call the other rooms, and print.

Nothing is decided here. A command that only one game has lives in the folder of that game.
"""
