"""What came of a tournament: standings, ratings, and the report in all its forms.

Nothing here plays a game.
"""
