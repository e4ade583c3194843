"""The tests of a group run in one process, so that what is dear to make is made once."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("groups")
def test_a_test_that_runs_beside_others_carries_the_name_of_its_group(request: pytest.FixtureRequest) -> None:
    # With some versions of pytest the plugin fails to add the name, in silence, and every process makes everything.
    is_grouped = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@groups") is is_grouped
