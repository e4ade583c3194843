"""Tables in real time: their timers, the doors at their seats, their records, and the ports of their own.

No protocol is known here, and no game.
"""
