"""Sockets, lines over them, timers and the clock: what any server or client of ours needs.

Nothing here knows of tables, lobbies or games.
"""
