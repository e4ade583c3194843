"""Commands that play a game: at this terminal, over the network, or as a bot."""
