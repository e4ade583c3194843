"""Automatic players. They see what their seat may see, and nothing else; this room knows only the games."""
