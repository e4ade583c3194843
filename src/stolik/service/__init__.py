"""Live games: sockets, timers and processes, the doors and the lobby in real time, and the bots at tables.

    net/      sockets, lines and timers
    tables/   tables in real time
    doors/    protocols as pure functions, and the drivers that run them
    lobby/    the lobby in real time
    bots/     built-in players in processes of their own
    clients/  our clients

`arena.py` joins them. The rules of tables and lobbies are in the pure rooms `table` and `lobby`. No game is named here.
"""
