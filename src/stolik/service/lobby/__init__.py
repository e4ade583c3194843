"""The lobby in real time: the doors of its players, and the broadcast of news to all of them.

The rules of a lobby are in `stolik.lobby`, without a clock and without sockets.
"""
