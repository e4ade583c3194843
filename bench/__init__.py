"""Measurements. They print figures, and ratios to a limit measured in the same run; none of them passes or fails."""
