"""A system that lacks what only Linux has, for the programs that a test starts, and for those that they start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Python runs a module of that name before any program; the folder that it is in reaches every child by PYTHONPATH.
_MODULE = "sitecustomize.py"
_STRIP = """
import asyncio, os, signal, sys

def refuse(self, *_):
    raise NotImplementedError

for module, names in (
    (os, ("sched_getaffinity", "sched_setaffinity", "sched_setscheduler", "sched_param", "SCHED_BATCH", "pidfd_open",
          "memfd_create", "eventfd", "posix_fadvise", "getrandom", "prlimit")),
    (signal, ("pidfd_send_signal", "sigtimedwait", "sigwaitinfo")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
sys.modules["resource"] = sys.modules["uvloop"] = None
asyncio.SelectorEventLoop.add_signal_handler = refuse
open(os.environ["STRIPPED"], "a").close()
"""


@contextmanager
def elsewhere(folder: Path) -> Iterator[None]:
    """What is started in the block finds no such things; it is checked that this worked."""
    place = folder / "elsewhere"
    place.mkdir()
    (place / _MODULE).write_text(_STRIP)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(place))
        patch.setenv("STRIPPED", str(place / "stripped"))
        yield
    assert (place / "stripped").exists(), "another sitecustomize came first"
