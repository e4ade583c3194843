"""Runs a command as if Linux were older than 6.12, in a process namespace where it can kill nobody outside."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Sequence
from errno import ENOSYS

from tests.support.tournaments import PATIENCE, sandbox_or_skip

# A filter of system calls: the number is loaded, Landlock's first call is refused as unknown, all else is allowed.
_LANDLOCK = 444
_FILTER = ((0x20, 0, 0, 0), (0x15, 0, 1, _LANDLOCK), (0x06, 0, 0, 0x00050000 | ENOSYS), (0x06, 0, 0, 0x7FFF0000))


def run_on_old_kernel(command: Sequence[str], *, as_root: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end; as a normal user, or as the real root that runs the tests."""
    bwrap = sandbox_or_skip().bwrap
    assert bwrap is not None
    descriptor = os.memfd_create("filter")
    try:
        os.write(descriptor, b"".join(struct.pack("=HBBI", *step) for step in _FILTER))
        os.lseek(descriptor, 0, os.SEEK_SET)
        user = [] if as_root else ["--unshare-user", "--uid", "1000", "--gid", "1000"]
        # Control groups are hidden: those of a namespace's processes cannot be told from leftovers.
        alone = [bwrap, "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--tmpfs", "/sys", *user]
        alone += ["--die-with-parent", "--seccomp", str(descriptor), "--"]
        return subprocess.run(
            [*alone, *command], capture_output=True, text=True, timeout=PATIENCE, pass_fds=[descriptor], check=False
        )
    finally:
        os.close(descriptor)
