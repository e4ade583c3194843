"""The players of Kierki, what weighs finished games, and the kernels behind them."""
