import time

from honest import come

come()
while True:
    time.sleep(1)
