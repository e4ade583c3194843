"""Programs of strangers: how they are started, what they may see and use, and how they are ended.

Nothing here knows what is played.
"""
