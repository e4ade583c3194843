"""Keeps every processor busy all the time, whoever is to move."""

import os
import time

from honest import begin

for _ in range(8):
    if os.fork() == 0:
        while True:
            pass
begin(moves=int(os.environ.get("VILLAIN_MOVES", "2")))
time.sleep(1000)
