"""The scenarios of the Othello document, for servers and for clients."""
