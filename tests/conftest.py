"""How the tests run."""

from __future__ import annotations

from hypothesis import settings

# Tests share their machine: a deadline would measure its load, not the code.
settings.register_profile("stolik", deadline=None)
settings.load_profile("stolik")
