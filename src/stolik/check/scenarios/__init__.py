"""Scenarios, and parts of them, that the suites of several games share."""
