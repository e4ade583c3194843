"""The page and its API: a door of its own, over HTTP and WebSocket. `create_app` in `app.py` is the way in.

Rooms, each knowing only those after it: `api`, then `door` and `contests`, `records`, `page`, `messages`. No game is
named here.
"""
