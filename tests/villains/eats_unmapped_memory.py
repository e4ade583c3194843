"""Holds memory that belongs to no process: it was written, and then taken out of the process that maps it."""

import mmap
import time

from honest import begin

SIZE = 16 << 20
begin()
held = []
for _ in range(64):
    held.append(mmap.mmap(-1, SIZE))
    held[-1].write(bytes(SIZE))
    held[-1].madvise(mmap.MADV_DONTNEED)
time.sleep(1000)
