"""Plays one game of a tournament: asks the programs, watches the clock, and says how the game ended.

How programs are started and kept within bounds is known in `sandbox`.
"""
