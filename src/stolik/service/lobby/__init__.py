"""The lobby in real time: the doors of those who are in it, and how all of them hear the news.

The rules of a lobby are in `stolik.lobby`, without a clock and without sockets.
"""
