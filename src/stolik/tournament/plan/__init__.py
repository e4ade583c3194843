"""What a tournament is before it is played: its players, its schedule, its positions. Values and pure functions.

Nothing here starts a program or reads a clock.
"""
