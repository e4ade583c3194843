"""Our clients for protocols that several games share.

The client of a game's own protocol is in that game's folder.
"""
