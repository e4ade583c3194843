"""The players of the graph game, what weighs finished games, and the kernels behind them."""
