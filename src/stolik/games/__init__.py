"""Our games, one folder each. Nobody outside imports them: they are found by their entry points, like anybody's."""
