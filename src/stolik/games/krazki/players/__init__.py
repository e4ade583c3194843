"""The players of Krążki, what weighs finished games, and the kernels behind them."""
