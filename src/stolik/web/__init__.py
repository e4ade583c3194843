"""The page and its API: a door of its own, over HTTP and WebSocket. `create_app` in `app.py` is the way in."""
