"""Sockets, lines over sockets, timers and the clock, for all our servers and clients.

Nothing here knows of tables, lobbies or games.
"""
