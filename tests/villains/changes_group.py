import contextlib
import os
import time

from honest import begin

begin()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 64)
        time.sleep(1000)
    os._exit(0)
with contextlib.suppress(PermissionError):
    os.setpgid(0, 0)
time.sleep(1000)
