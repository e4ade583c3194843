"""The players of Kierki, the critic of finished games, and their compiled kernels."""
