"""Other people's programs: how they are started, what they may see and use, and how they are ended.

Nothing here knows which game is played.
"""
