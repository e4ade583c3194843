"""Benchmarks. They print figures, and ratios to a limit measured in the same run; they do not pass or fail."""
