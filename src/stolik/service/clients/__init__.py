"""Clients of ours for protocols that belong to no single game.

A client of one game alone lives in that game's folder.
"""
