"""Tables in real time: their timers, the doors at their seats, their records, and their own ports.

Nothing here knows a protocol or a game.
"""
