"""Holds memory that no process has mapped: files without a name."""

import os
import time

from honest import begin

begin()
files = [os.memfd_create("hidden") for _ in range(64)]
for file in files:
    for _ in range(16):
        os.write(file, bytes(1 << 20))
time.sleep(1000)
