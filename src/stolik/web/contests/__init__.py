"""Contests that the operator starts from the page, each in a folder and a process of its own.

It starts and follows tournaments. Who may do that is asked in `api`, and how one is played is the room `tournament`'s.
"""
