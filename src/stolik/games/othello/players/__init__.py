"""The players of Othello, the critic of finished games, and their compiled kernels."""
