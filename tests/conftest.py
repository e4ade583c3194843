"""How the tests run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.support.peer import close_all

# Tests share their machine: a deadline would measure its load, not the code.
settings.register_profile("stolik", deadline=None)
settings.load_profile("stolik")


@pytest.fixture(autouse=True)
def _no_peer_outlives_its_test() -> Iterator[None]:
    yield
    close_all()
