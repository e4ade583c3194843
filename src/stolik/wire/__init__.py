"""The text protocols: lines out of bytes, the code protocol that any game can use, and the report of all messages.

There is no networking code here at all. The messages of a game's own protocol are in that game's folder.
"""
