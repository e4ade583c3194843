"""The public library: games, positions, players, solvers and records for programs that `import stolik`.

Everything here works for every installed game. It imports the other rooms; no room but `stolik` itself imports it.
"""
