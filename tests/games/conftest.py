"""How the tests of the rules run."""

from __future__ import annotations

from hypothesis import settings

# Tests share their machine: a deadline would measure its load, not the rules.
settings.register_profile("stolik", deadline=None)
settings.load_profile("stolik")
