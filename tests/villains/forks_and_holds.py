import os
import signal
import time

from honest import begin

begin()
for _ in range(3):
    if os.fork() == 0:
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        time.sleep(1000)
os._exit(0)
