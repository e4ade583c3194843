"""Galleries: who watches a table, until nobody does."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from tests.support.loop import in_loop

from stolik.service.net.limits import Limits
from stolik.web.door import galleries as module
from stolik.web.door.galleries import Galleries


@in_loop
async def test_a_table_that_was_over_when_somebody_began_to_watch_it_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "as_it_stands", lambda _live, _seat: ())
    tab: Any = Mock(watching=set(), person=None)
    live: Any = Mock(id="table", is_over=True, then=lambda act: act())
    galleries = Galleries(Limits(), {tab}, lambda _: None)
    galleries.close(live)
    galleries.watch(tab, live)
    galleries.unwatch(tab, live.id)
    assert not galleries._of
    live.unwatch.assert_called_once()
