"""Keeps a program in bubblewrap from running until its limits are set and its control group holds it.

Bubblewrap writes to one pipe which process will run the program, and then waits until there is something to read in
another. When it has read that, it closes the pipe and starts the program.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
from collections.abc import Sequence
from typing import Final

_NUMBER: Final = re.compile(rb'"child-pid": (\d+)')


class Held:
    """The two pipes of one sandbox. Whoever makes one must call `close`."""

    def __init__(self) -> None:
        self.tells, self._theirs_to_tell = os.pipe()
        """`tells` is readable when `process` knows."""
        self._theirs_to_wait, self.lets_go = os.pipe()
        """`lets_go` is broken when the sandbox is made and starts the program, or has failed."""
        self.is_over = False
        """Whether the program has been let go."""
        self._open = {self.tells, self._theirs_to_tell, self._theirs_to_wait, self.lets_go}

    @property
    def passed(self) -> tuple[int, ...]:
        """The descriptors that bubblewrap has to have."""
        return self._theirs_to_tell, self._theirs_to_wait

    def options(self) -> Sequence[str]:
        """The options of bubblewrap."""
        return "--info-fd", str(self._theirs_to_tell), "--block-fd", str(self._theirs_to_wait)

    def started(self) -> None:
        """Bubblewrap has its own copies."""
        self._close(*self.passed)

    def process(self, wait: float) -> int | None:
        """Waits for the number of the process that becomes the program's parent; None when bubblewrap has failed.

        Raises TimeoutError when it is not known in time.
        """
        if not select.select([self.tells], [], [], wait)[0]:
            raise TimeoutError("bubblewrap did not say that it has started")
        found = _NUMBER.search(os.read(self.tells, 1024))
        return int(found[1]) if found else None

    def let_go(self) -> None:
        """Lets the program run."""
        self.is_over = True
        with contextlib.suppress(BrokenPipeError):
            os.write(self.lets_go, b".")

    def close(self) -> None:
        """Closes what is open; may be called twice."""
        self._close(*self._open)

    def _close(self, *descriptors: int) -> None:
        for descriptor in descriptors:
            self._open.remove(descriptor)
            os.close(descriptor)
