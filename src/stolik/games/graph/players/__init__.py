"""The players of the graph game, the critic of finished games, and their compiled kernels."""
