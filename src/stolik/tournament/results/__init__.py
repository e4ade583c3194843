"""The results of a tournament: standings, ratings, and the report in all its formats.

Nothing here plays a game.
"""
