import time

from honest import begin

begin(moves=2)
time.sleep(1000)
