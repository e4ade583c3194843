"""Automatic players for any game: by chance, by a general tree search, and the judging of finished games.

A player gets its seat's view and nothing else. This room knows only the contract.
The players of one game are in its folder.
"""
