import os
import time

# Each of them has no more than one process may have.
for _ in range(8):
    if os.fork() == 0:
        break
eaten = bytearray(b"x") * (48 * 1024 * 1024)
time.sleep(1000)
