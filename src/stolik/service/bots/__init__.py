"""Built-in players at live tables. They choose their moves in worker processes and never block the event loop.

How a player chooses its moves is known in `stolik.players` and in the games, not here.
"""
