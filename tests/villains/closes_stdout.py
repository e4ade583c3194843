import os
import time

from honest import begin

begin()
os.close(1)
time.sleep(1000)
