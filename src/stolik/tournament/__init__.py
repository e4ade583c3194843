"""Tournaments of programs: `plan` before the first game, `referee` and `sandbox` during it, `results` after it.

`runner` plays the games side by side, and `folder` keeps them on disk. No game is named here.
"""
