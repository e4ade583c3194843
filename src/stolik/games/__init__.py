"""Our games, one folder each: rules, protocol, players, drawings, what the page needs.

They know the house, and nobody in the house imports them: they are found by their entry points, like anybody's.
"""
