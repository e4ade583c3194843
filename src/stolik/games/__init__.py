"""Our games, one folder each. No other room imports them: they are found through their entry points, like any game."""
