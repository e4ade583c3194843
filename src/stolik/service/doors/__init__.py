"""Doors: how programs come to tables, and the code protocol that any game can be played in.

The protocols that one game alone has live in its own folder.
"""
