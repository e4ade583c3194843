"""Holds memory that no process has mapped: files without a name, of the system's or in folders that are in memory."""

import os
import time

from honest import begin

begin()
try:
    files = [os.memfd_create("hidden") for _ in range(64)]
    size = 16
except OSError:  # a sandbox refuses it
    files = [os.open(folder, os.O_TMPFILE | os.O_RDWR) for folder in ("/tmp", "/dev/shm")]
    size = 60
for file in files:
    for _ in range(size):
        os.write(file, bytes(1 << 20))
keep = bytes(20 << 20)
time.sleep(1000)
