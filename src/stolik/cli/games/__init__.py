"""Commands about the installed games, and the one that starts a new game."""
