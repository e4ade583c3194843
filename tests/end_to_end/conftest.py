"""Programs for the end-to-end tests, ended with their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.support.programs import KierkiServer


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., KierkiServer]]:
    with ExitStack() as stack:

        def start(match: str, *arguments: str) -> KierkiServer:
            return stack.enter_context(KierkiServer(tmp_path, match, *arguments))

        yield start
