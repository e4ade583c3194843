"""A person at a terminal: how games are drawn as text, how lines are typed, and a game at one screen.

Nothing here knows of servers or connections.
"""
