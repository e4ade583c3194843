"""The seccomp filter of a sandbox: it refuses system calls that a program does not need and that get around limits.

- New namespaces and mounts: in a user namespace of its own a program could mount memory that is not measured.
- System V shared memory and message queues, keys, files without a name (memfd) and memory of the kernel's own: nobody
  can measure what they hold. A memfd that is sent to a socket, or mapped and closed, is among no process's open files.
- The choice of processors, which belongs to the referee.

Processors for which no numbers are known have no filter.
"""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Mapping
from errno import ENOSYS, EPERM
from functools import cache
from typing import Final, NamedTuple


class _Numbers(NamedTuple):
    """What differs between processors."""

    audit: int
    """AUDIT_ARCH_*, from <linux/audit.h>."""
    clone: int
    memfd_create: int
    refused: tuple[int, ...]


# The same on every processor: io_uring, and the newer calls for mounts and hidden memory.
_NEWER: Final = (*range(425, 434), 442, 447)
_CLONE3: Final = 435
_NUMBERS: Final[Mapping[str, _Numbers]] = {
    # shmget msgget semget unshare setns mount umount2 pivot_root bpf perf_event_open userfaultfd add_key request_key
    # keyctl sched_setaffinity
    "x86_64": _Numbers(
        0xC000003E, 56, 319, (29, 68, 64, 272, 308, 165, 166, 155, 321, 298, 323, 248, 249, 250, 203, *_NEWER)
    ),
    "aarch64": _Numbers(
        0xC00000B7, 220, 279, (194, 186, 190, 97, 268, 40, 39, 41, 280, 241, 282, 217, 218, 219, 122, *_NEWER)
    ),
}
# The flags of `clone` that make namespaces: NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
_NAMESPACES: Final = 0x7E020000
# On x86-64, numbers from here on belong to the x32 ABI, another way to the same calls.
_X32: Final = 0x40000000

# From <linux/bpf_common.h> and <linux/seccomp.h>; the offsets are of the fields of struct seccomp_data.
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


@cache
def filter_program() -> bytes:
    """The filter as the kernel reads it; empty where the processor is not known."""
    numbers = _NUMBERS.get(platform.machine())
    if numbers is None:
        return b""
    refuse = [(_RETURN, 0, 0, _ERROR | EPERM)]
    unknown = [(_RETURN, 0, 0, _ERROR | ENOSYS)]
    steps = [(_LOAD, 0, 0, _ARCHITECTURE), (_IF_EQUAL, 1, 0, numbers.audit), *unknown]
    steps += [(_LOAD, 0, 0, _NUMBER), (_IF_AT_LEAST, 0, 1, _X32), *unknown]
    # The flags of clone3 are out of a filter's reach. Told that there is no such call, libraries use clone; and instead
    # of a memfd a file in /dev/shm.
    for number in (_CLONE3, numbers.memfd_create):
        steps += [(_IF_EQUAL, 0, 1, number), *unknown]
    for number in numbers.refused:
        steps += [(_IF_EQUAL, 0, 1, number), *refuse]
    steps += [
        (_IF_EQUAL, 0, 3, numbers.clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_IF_ANY_BIT, 0, 1, _NAMESPACES),
        *refuse,
    ]
    steps.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def open_filter() -> int | None:
    """A new descriptor from which bubblewrap reads the filter, for the caller to close; None where there is none."""
    program = filter_program()
    if not program:
        return None
    descriptor = os.memfd_create("filter")
    os.write(descriptor, program)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
