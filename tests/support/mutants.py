"""A pytest plugin for `make mutants`: lets mutmut work with our pytest.

mutmut 3.8 reads the private name `_nodeid` of a test, which pytest 9.2 no longer has.
"""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives every test the name that mutmut reads."""
    for item in items:
        vars(item)["_nodeid"] = item.nodeid
