"""Automatic players for any game. A player gets its seat's view and nothing else. This room knows only the contract."""
