"""Built-in players at live tables: they think in processes of their own, and never delay a table.

How a player chooses its moves is known in `stolik.players` and in the games, not here.
"""
