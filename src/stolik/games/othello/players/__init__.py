"""The players of Othello, what weighs finished games, and the kernels behind them."""
